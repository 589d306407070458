"""What people call a round."""

from django.utils.translation import gettext as _


def round_name(pairings: int) -> str:
    """The name of the round that has so many pairings, byes counted."""
    match pairings:
        case 1:
            return _("Final")
        case 2:
            return _("Semi-finals")
        case 4:
            return _("Quarter-finals")
    return _("Round of %(entrants)d") % {"entrants": 2 * pairings}
