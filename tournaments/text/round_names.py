"""What people call a round."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournaments.core.planning import RoundName

NAMES: Mapping[str, object] = {
    "final": _("Final"),
    "third_place": _("Third place"),
    "semi_finals": _("Semi-finals"),
    "quarter_finals": _("Quarter-finals"),
    "round_of": _("Round of %(entrants)d"),
    "round": _("Round %(number)d"),
    "tick": _("Pairings %(number)d"),
    "heats": _("Heats, round %(number)d"),
    "winners_round": _("Winners’ round %(number)d"),
    "winners_final": _("Winners’ final"),
    "losers_round": _("Losers’ round %(number)d"),
    "losers_final": _("Losers’ final"),
    "grand_final": _("Grand final"),
    "grand_final_reset": _("Grand final, second match"),
}


def round_name(name: RoundName) -> str:
    """The name in the reader's language."""
    return str(NAMES[name.code]) % dict(name.params)
