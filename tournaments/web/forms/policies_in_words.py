"""What an organiser has set, in the words of who plays."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.policies import ACCOUNTS, BOT_ACCOUNTS, BOTS_ALONE, BOTS_TOO, FULL_ACCOUNTS
from tournaments.formats import FORMATS
from tournaments.text.amounts import amount_text
from tournaments.text.watching import watched_in_words


def in_words(settings: dict[str, Any]) -> list[str]:
    """One sentence for each thing that a player should know."""
    policies = settings["policies"]
    formats = [FORMATS[stage["format"]] for stage in settings["stages"]]
    byes = any(one.requested_byes for one in formats)
    open_ = policies if byes else policies | {"requested_byes": 0}
    late = all(one.late_entry for one in formats) and len(formats) == 1
    return [*_tables(settings), *_people(open_, late), *_results(policies)]


def _tables(settings: dict[str, Any]) -> list[str]:
    found = [
        _("All tables of a round start together.")
        if settings["starts"] == "rounds"
        else _("A table starts as soon as its players are known.")
    ]
    if settings["team"] == 2:
        found.append(_("Two partners enter together and play as one."))
    if settings["dealing"] == "duplicate":
        found.append(_("Every table of a round plays the same cards."))
    if settings["mirrored"]:
        found.append(_("Every deal is played twice, with the hands exchanged."))
    if minutes := settings["round_gap_seconds"] // 60:
        found.append(
            ngettext(
                "There is %(count)d minute between rounds.",
                "There are %(count)d minutes between rounds.",
                minutes,
            )
            % {"count": minutes}
        )
    if not settings["rated"]:
        found.append(_("It does not count for ratings."))
    return [*found, *watched_in_words(settings)]


def _people(policies: dict[str, Any], late: bool) -> list[str]:
    found = (
        []
        if policies.get(ACCOUNTS) != FULL_ACCOUNTS
        else [_("It is for full accounts: guests cannot enter.")]
    )
    if policies.get(BOT_ACCOUNTS) == BOTS_TOO:
        found.append(_("Bots of people may enter as well."))
    if policies.get(BOT_ACCOUNTS) == BOTS_ALONE:
        found.append(_("It is for bots of people: nobody else can enter."))
    found += [
        {
            "never": _("Nobody can enter after the start."),
            "half": _("Late entry is possible during the first half."),
            "always": _("Late entry is always possible."),
        }[policies["late_entry"] if late else "never"],
        {
            "allowed": _("Whoever withdraws may come back."),
            "director": _("Whoever withdraws comes back only by a director."),
            "never": _("Whoever withdraws is out for good."),
        }[policies["return"]],
        {
            "keep": _("Whoever does not come to a table loses it, and is paired again."),
            "pause": _("Whoever does not come to a table loses it, and pauses until they return."),
            "withdraw": _("Whoever does not come to a table is out."),
        }[policies["no_show"]],
    ]
    if byes := policies["requested_byes"]:
        score = amount_text(policies["requested_bye_score"])
        found.append(
            ngettext(
                "%(count)d bye may be asked for, which earns %(score)s.",
                "%(count)d byes may be asked for, each of which earns %(score)s.",
                byes,
            )
            % {"count": byes, "score": score}
        )
    return found


def _results(policies: dict[str, Any]) -> list[str]:
    if not policies["dispute_seconds"]:
        return []
    return [
        _("A result may be disputed for %(seconds)d seconds.")
        % {"seconds": policies["dispute_seconds"]}
    ]
