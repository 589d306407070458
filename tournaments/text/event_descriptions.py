"""Facts of a tournament in words, for previews and for the record of who did what."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from cattrs import unstructure
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.models import Player
from tournaments.domain.codec import to_fact
from tournaments.domain.events import TournamentEvent
from tournaments.domain.state import State
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.tournament_log import tournament_log
from tournaments.text.amounts import score_text
from tournaments.text.few import MOST, few_of
from tournaments.text.format_names import format_name
from tournaments.text.round_names import round_name
from tournaments.text.setting_changes import changes

Data = Mapping[str, Any]

_SENTENCES: Mapping[str, object] = {
    "tournament_created": _("The tournament is created."),
    "settings_changed": _("The settings are changed%(changes)s."),
    "description_set": _("The description is written anew."),
    "tournament_deleted": _("The draft is deleted."),
    "results_provisional": _("Everything is played; the results are final at %(final_at)s."),
    "results_held": _("The results are held up until a director confirms them."),
    "results_confirmed": _("The results are confirmed."),
    "tournament_reopened": _("%(playing)s"),
    "registration_opened": _("Registration opens."),
    "check_in_opened": _("Check-in opens."),
    "entrant_registered": _("%(members)s enters%(waits)s."),
    "entrant_promoted": _("%(entrant)s moves up from the waiting list."),
    "entrant_checked_in": _("%(entrant)s is checked in."),
    "entrant_withdrawn": _("%(entrant)s withdraws."),
    "entrant_reinstated": _("%(entrant)s is back."),
    "entrant_disqualified": _("%(entrant)s is disqualified%(void)s."),
    "entrant_paused": _("%(entrant)s is left out of the rounds to come."),
    "entrant_resumed": _("%(entrant)s plays again."),
    "bye_requested": _("%(entrant)s gets a bye in %(where)s."),
    "member_substituted": _("%(member)s plays for %(entrant)s in the place of %(out)s."),
    "seeding_set": _("The seeding is set: %(seeds)s."),
    "club_set": _("The club of %(entrant)s is %(club)s."),
    "pair_forbidden": _("%(entrants)s are not paired with each other."),
    "tournament_started": _("The tournament starts."),
    "stage_started": _("%(stage)s starts."),
    "round_paired": _("%(where)s is paired: %(tables)s."),
    "round_published": _("%(where)s is published; it starts at %(starts_at)s."),
    "round_discarded": _("%(where)s is thrown away and paired anew."),
    "pairing_overridden": _("%(where)s, tables set by hand: %(tables)s."),
    "round_failed": _("%(where)s could not be paired: %(problem)s."),
    "round_retried": _("%(where)s is paired anew."),
    "table_called": _("%(where)s, table %(pairing)s is called: %(match)s."),
    "result_recorded": _("%(where)s, table %(pairing)s: %(outcomes)s."),
    "match_forfeited": _("%(where)s, table %(pairing)s: %(outcomes)s."),
    "result_corrected": _("%(where)s, table %(pairing)s is corrected: %(outcomes)s%(instead)s."),
    "pairing_voided": _("%(where)s, table %(pairing)s is taken back: %(match)s."),
    "result_disputed": _("%(where)s, table %(pairing)s, %(match)s: the result is disputed."),
    "table_looked_at": _("%(by)s looks at %(where)s, table %(pairing)s, live."),
    "dispute_resolved": _("%(where)s, table %(pairing)s, %(match)s: the result stands."),
    "round_closed": _("%(where)s is over."),
    "score_adjusted": _("%(entrant)s gets %(score)s on top of what was played."),
    "stage_ended_early": _("%(stage)s ends now."),
    "stage_completed": _("%(stage)s is over%(qualified)s."),
    "tournament_paused": _("The tournament pauses: nothing new starts."),
    "tournament_resumed": _("The tournament goes on."),
    "tournament_completed": _("The tournament is over; %(decided)s."),
    "tournament_cancelled": _("The tournament is cancelled; open matches are annulled."),
    "text_taken_away": _("What somebody wrote is taken away."),
    "tournament_hidden": _("The staff hide the tournament."),
    "tournament_shown": _("The tournament is seen again."),
}


# By what the first place was decided.
WINS: Mapping[str, object] = {
    "play": _("%(champion)s wins"),
    "lot": _("%(champion)s wins by the lot, since nothing else separated the first"),
    "shared": _("%(champion)s share the first place"),
    "alone": _("%(champion)s wins, since nobody else was left to play"),
    "nobody": _("nobody has won it"),
}
_REOPENED = _("The tournament is opened again: its results are provisional until confirmed.")
_PLAYED_AGAIN = _("There is something to play again: the tournament goes on.")
NOBODY_LEFT = _("nobody is left to meet whom they may meet")


class Words:
    """The sentences of one tournament's facts; names are read once.

    `state` is the event before the facts, which says what changes.
    """

    def __init__(self, tournament: Tournament, state: State | None = None) -> None:
        self.tournament = tournament
        self.state = state
        self.entrants = {
            id_: str(one["name"]) for id_, one in entrant_documents(tournament.pk).items()
        }
        self.players: dict[str, str] = {}

    def of(self, event: TournamentEvent) -> SafeString:
        """The sentence of a fact that is about to be, what is secret of it included."""
        fact = to_fact(event)
        return self.sentence(fact.type, {**fact.data, **(fact.secret or {})})

    def sentence(self, type_: str, data: Data) -> SafeString:
        """With times as the reader's own clock shows them."""
        template = str(_SENTENCES.get(type_, type_.replace("_", " ")))
        parts = {name: self._part(name, value) for name, value in self._all(data).items()}
        if "outcomes" in data:
            parts["outcomes"] = _outcomes(data["outcomes"], self._sides(data))
            parts["instead"] = self._instead(data)
        if "round" in data:
            parts["where"] = self.round(data["stage"], data["round"])
        if "pairing" in data:
            parts["match"] = " – ".join(self._sides(data))
        if "stage" in data:
            parts["stage"] = self._stage(data["stage"])
        escaped = {name: conditional_escape(part) for name, part in parts.items()}
        return mark_safe(conditional_escape(template) % escaped)  # noqa: S308 parts are escaped

    def table(self, stage: int, round_number: int, pairing: int) -> str:
        """A table by its round, its number, and who sits there."""
        at = {"stage": stage, "round": round_number, "pairing": pairing}
        where = self.round(stage, round_number)
        return _("%(where)s, table %(number)d: %(match)s") % {
            "where": where,
            "number": pairing,
            "match": " – ".join(self._sides(at)),
        }

    @cached_property
    def _now(self) -> State:
        return self.state or tournament_log.load(self.tournament.pk)

    def round(self, stage: int, number: int) -> str:
        """The name of the round, and of the stage where there are several."""
        name = _("Round %(number)d") % {"number": number}
        if 1 <= stage <= len(self._now.stages):
            current = self._now.stages[stage - 1].stage
            format_ = FORMATS[current.format]
            name = round_name(format_, format_.round_name(current, number))
        several = len(self._now.settings.stages) > 1 or stage > 1
        return f"{self._stage(stage)}, {name}" if several else name

    def _stage(self, number: int) -> str:
        settings = self._now.stage_settings(number)
        if len(self._now.settings.stages) < 2 and number < 2 and not settings.name:
            return str(_("The stage"))
        return settings.name or format_name(settings.format)

    def _instead(self, data: Data) -> str:
        """What the result was before."""
        found = self.outcomes_before(data)
        if not found:
            return ""
        said = _outcomes(found, self._sides(data))
        return _(" (it was: %(before)s)") % {"before": said}

    def _sides(self, data: Data) -> list[str]:
        """What to call the sides of the table that the fact is about."""
        return [" & ".join(self._entrant(one) for one in side) for side in self.seated(data)]

    # What stood before the fact

    def seated(self, data: Data) -> Sequence[Sequence[str]]:
        """The entrants of each side of the table that the fact is about; none if it is unknown."""
        found = self._now.pairing(data["stage"], data["round"], data["pairing"])
        return found.sides if found else ()

    def outcomes_before(self, data: Data) -> Sequence[Data]:
        """What the table had come to; none where nothing was decided."""
        if self.state is None:
            return ()
        found = self.state.pairing(data["stage"], data["round"], data["pairing"])
        if found is None or found.outcomes is None:
            return ()
        return [unstructure(one) for one in found.outcomes]

    def settings_before(self) -> Data | None:
        return None if self.state is None else unstructure(self.state.settings)

    def _all(self, data: Data) -> dict[str, Any]:
        """What a sentence may name, whether the fact has it or not."""
        return {
            "waits": data.get("waitlisted"),
            "tables": [],
            "qualified": [],
            "champion": None,
            "void": None,
            "decided": data,
            "changes": data.get("settings"),
        } | {name: value for name, value in data.items() if name != "decided"}

    def _part(self, name: str, value: Any) -> Any:
        match name:
            case "entrant" | "champion":
                return self._entrant(value)
            case "entrants" | "seeds":
                return ", ".join(self._entrant(one) for one in value)
            case "qualified":
                going = ", ".join(self._entrant(one) for one in value)
                return f"; {going} go on" if going else ""
            case "members":
                return " & ".join(self.player(one["player"]) for one in value)
            case "member":
                return self.player(value["player"])
            case "out" | "by":
                return self.player(value)
            case "waits":
                return " the waiting list" if value else ""
            case "decided":
                return self._decided(value)
            case "changes":
                return self._changes(value)
            case "playing":
                return str(_PLAYED_AGAIN if value else _REOPENED)
            case "starts_at" | "final_at":
                return time_tag(value)
            case "void":
                return ", and its results do not count" if value else ""
            case "problem":
                return NOBODY_LEFT if value == "no_pairing" else value
            case "score":
                return score_text(value) if isinstance(value, int) else value
            case "tables":
                return "; ".join(self._table(one) for one in value) or "a draft"
        return value

    def _decided(self, data: Data) -> str:
        champions = data.get("champions") or [one for one in (data.get("champion"),) if one]
        names = few_of([self._entrant(one) for one in champions[:MOST]], len(champions))
        return str(WINS.get(data.get("decided") or "play", WINS["play"])) % {
            "champion": names or "nobody"
        }

    def _changes(self, settings: Data | None) -> str:
        """What differs from the settings before, where these are known."""
        before = self.settings_before()
        if settings is None or before is None:
            return ""
        found = changes(before, settings)
        return ": " + "; ".join(found) if found else ""

    def _table(self, table: Data) -> str:
        sides = [" & ".join(self._entrant(one) for one in side) for side in table["sides"]]
        return f"{table['number']}: {' – '.join(sides)}"

    def _entrant(self, id_: str | None) -> str:
        return self.entrants.get(id_ or "", "nobody")

    def player(self, id_: str | None) -> str:
        if id_ is None:
            return "the house"
        if id_ not in self.players:
            found = Player.objects.filter(pk=UUID(id_)).values_list("handle", flat=True).first()
            self.players[id_] = found or id_
        return self.players[id_]


def time_tag(text: str) -> SafeString:
    """A moment, which the page shows as the reader's own clock has it."""
    moment = datetime.fromisoformat(text).astimezone(UTC)
    return format_html('<time datetime="{}" data-local>{}</time>', text, f"{moment:%H:%M} UTC")


def _outcomes(outcomes: Sequence[Data], sides: Sequence[str]) -> str:
    """Who won, and by how much, or what there was instead of a match."""
    names = [*sides, *[str(_("an entrant of then"))] * (len(outcomes) - len(sides))]
    if len(outcomes) == 1:
        return _("%(name)s does not play") % {"name": names[0]}
    if len(outcomes) == 2:
        return _duel(outcomes, names)
    order = sorted(range(len(outcomes)), key=lambda at: int(outcomes[at]["place"]))
    return ", ".join(
        f"{outcomes[at]['place']}. {names[at]} {_points(outcomes[at])}".strip() for at in order
    )


def _duel(outcomes: Sequence[Data], names: Sequence[str]) -> str:
    first, second = outcomes
    if {first["status"], second["status"]} <= {"void"}:
        return _("%(one)s – %(other)s does not count") % {"one": names[0], "other": names[1]}
    if first["place"] == second["place"]:
        if first["status"] == second["status"] == "played":
            said = _("%(one)s – %(other)s is a tie")
        else:
            said = _("neither %(one)s nor %(other)s has won")
        return said % {"one": names[0], "other": names[1]}
    won = 0 if first["place"] < second["place"] else 1
    parts = {
        "one": names[won],
        "other": names[1 - won],
        "points": f"{outcomes[won]['points']}–{outcomes[1 - won]['points']}",
    }
    if outcomes[won]["status"] == "played":
        return _("%(one)s beats %(other)s, %(points)s") % parts
    return _("%(one)s wins by forfeit against %(other)s") % parts


def _points(outcome: Data) -> str:
    if outcome["status"] == "played":
        return str(outcome["points"])
    return f"({outcome['status'].replace('_', ' ')})"
