"""How amounts, times, sides and tie-breaks stand in a page."""

from datetime import datetime

from django import template
from django.template.defaultfilters import date
from django.utils.translation import gettext_lazy as _

from games.replays.in_words import card_name
from tournaments.documents.events import (
    EntrantFields,
    PairingDocument,
    SideDocument,
    TournamentDocument,
)
from tournaments.documents.standings import RankingDocument, TieBreakDocument
from tournaments.models import Entrant
from tournaments.text import tie_break_names
from tournaments.text.amounts import amount_text, score_text
from tournaments.text.few import few_of
from tournaments.text.format_names import format_name
from tournaments.text.group_names import group_name

register = template.Library()
register.filter("format_name", format_name)
register.filter("card_name", card_name)

_STATUS = {
    "forfeit_win": _("forfeit"),
    "forfeit_loss": _("forfeit"),
    "no_show": _("did not come"),
    "bye_allocated": _("bye"),
    "bye_requested": _("bye, asked for"),
    "absent": _("absent"),
    "void": _("void"),
}


_REMARKS = {
    "withdrawn": _("withdrawn"),
    "no_show": _("did not come"),
    "disqualified": _("disqualified"),
    "paused": _("takes a break"),
}
_DECIDED = {
    "play": _("%(champion)s has won."),
    "lot": _("%(champion)s has won by the lot: nothing else separated the first ones."),
    "shared": _("%(champion)s share the title: nothing separated them."),
    "alone": _("%(champion)s has won: nobody else was left to play."),
    "nobody": _("Nobody has won: the first place is free."),
}
_OUTCOMES = {
    "forfeit_win": _("won by forfeit"),
    "forfeit_loss": _("lost by forfeit"),
    "no_show": _("did not come"),
    "bye_allocated": _("bye"),
    "bye_requested": _("bye, asked for"),
    "absent": _("absent"),
    "void": _("does not count"),
}
_TABLE_STATES = {
    "draft": "",
    "waiting": _("not begun"),
    "playing": _("being played"),
    "finished": "",
    "bye": "",
}
_ROUND_STATES = {
    "draft": _("A draft, which only directors see"),
    "running": _("Being played"),
    "closed": _("Over"),
    "waiting": _("To come"),
}
_REASONS = {
    "score": "",
    "resigned": _("by resignation"),
    "timeouts": _("on time"),
    "forfeited": _("by forfeit"),
    "no_show": _("did not come"),
    "withdrawn": _("withdrawn"),
    "disqualified": _("disqualified"),
    "mutual_no_show": _("nobody came"),
    "abandoned": _("both stayed away"),
}


@register.filter
def group_text(number: int) -> str:
    """The letter of a group."""
    return group_name(number)


@register.filter
def points_text(score: int | None) -> str:
    """Sixtieths as people write them: 270 is 4½."""
    return "" if score is None else amount_text(score)


@register.filter
def month_name(month: str) -> str:
    """2026-11 as people say it."""
    year, _dash, number = month.partition("-")
    return date(datetime(int(year), int(number), 1), "F Y")  # noqa: DTZ001 - no moment


@register.filter
def value_text(tie_break: TieBreakDocument) -> str:
    """The value of a tie-break: `{"value", "unit"}`."""
    return amount_text(tie_break["value"], tie_break["unit"])


@register.filter
def tie_break_name(key: str) -> str:
    return str(tie_break_names.tie_break_name(key).name)


@register.filter
def tie_break_short(key: str) -> str:
    return str(tie_break_names.tie_break_name(key).short)


@register.filter
def tie_break_help(key: str) -> str:
    return str(tie_break_names.tie_break_name(key).help)


@register.filter
def side_name(side: SideDocument) -> str:
    """Everybody on a side of a pairing."""
    return " & ".join(entrant["name"] for entrant in side["entrants"])


@register.filter
def champions_text(tournament: TournamentDocument) -> str:
    """Who has won: all of few, the first of many."""
    names = [one["name"] for one in tournament["champions"]]
    return few_of(names, tournament["champions_count"])


@register.filter
def of_entrant(remarks: dict[str, str] | None, entrant: str) -> str:
    """What is said of this entrant, if anything."""
    return (remarks or {}).get(entrant, "")


@register.filter
def remark_text(state: str) -> str:
    """What is said of an entrant beside its line: nothing of whoever plays as everybody does."""
    return str(_REMARKS.get(state, ""))


@register.filter
def decided_text(found: RankingDocument, winners: str) -> str:
    """By what the first place was decided, and for whom, in a sentence."""
    return str(_DECIDED[found["decided"] or "play"]) % {"champion": winners}


@register.filter
def status_text(status: str | None) -> str:
    """What is said beside a result that was not played; nothing of one that was."""
    return str(_STATUS.get(status or "", ""))


@register.filter
def reason_text(reason: str | None) -> str:
    """How a match came to its end, where not by its points; a director's own words as they are."""
    return str(_REASONS.get(reason or "", reason or ""))


@register.filter
def outcome_text(side: SideDocument) -> str:
    """What a side got without a match, as "bye: 1 point"."""
    status = str(_OUTCOMES.get(side["status"] or "", ""))
    if side["status"] in ("bye_allocated", "bye_requested"):
        return f"{status}: {score_text(side['score'] or 0).removeprefix('+')}"
    return status


@register.filter
def table_state_text(pairing: PairingDocument) -> str:
    """How far a table is, and what has happened to its result."""
    said = [str(_TABLE_STATES[pairing["state"]])]
    if pairing["disputed"]:
        said.append(str(_("disputed")))
    if pairing["corrected"]:
        said.append(str(_("corrected")))
    return ", ".join(one for one in said if one)


@register.filter
def round_state_text(state: str) -> str:
    return str(_ROUND_STATES.get(state, state))


@register.filter
def entrant_state_text(state: str) -> str:
    return str(dict(Entrant.State.choices).get(state, state))


@register.filter
def moment(text: str) -> datetime:
    """The moment that a document's time names."""
    return datetime.fromisoformat(text)


@register.filter
def holds(side: SideDocument, entrant: EntrantFields | None) -> bool:
    """Whether the entrant is on this side."""
    return entrant is not None and any(one["id"] == entrant["id"] for one in side["entrants"])
