"""What people call the tie-breaks."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS


@dataclass(frozen=True, slots=True)
class Name:
    """`short` heads a column; `help` says what it is in one sentence."""

    name: object
    short: object
    help: object


NAMES: Mapping[str, Name] = {
    "buchholz": Name(_("Buchholz"), _("Buch."), _("The scores of all opponents, added up.")),
    "buchholz_cut_1": Name(
        _("Buchholz Cut-1"), _("BC1"), _("The scores of all opponents but the lowest.")
    ),
    "buchholz_cut_2": Name(
        _("Buchholz Cut-2"), _("BC2"), _("The scores of all opponents but the two lowest.")
    ),
    "median_buchholz": Name(
        _("Median Buchholz"),
        _("Med."),
        _("The scores of all opponents but the lowest and the highest."),
    ),
    "sonneborn_berger": Name(
        _("Sonneborn-Berger"),
        _("SB"),
        _("The score of each opponent, times what was won from it."),
    ),
    "head_to_head": Name(
        _("Head to head"), _("H2H"), _("How many of the tied are placed below, by their matches.")
    ),
    "wins": Name(_("Wins"), _("Won"), _("Matches won, forfeits counted.")),
    "wins_without_forfeits": Name(
        _("Wins at the table"), _("Won"), _("Matches won by playing them.")
    ),
    "fewest_losses": Name(_("Not lost"), _("−Lost"), _("The fewer matches lost, the better.")),
    "score_difference": Name(
        _("Points difference"), _("Diff."), _("Own points less the others’, match by match.")
    ),
    "points_share": Name(
        _("Share of points"), _("Share"), _("Own points as a share of all points of each table.")
    ),
    "score_per_match": Name(_("Score a match"), _("Mean"), _("The mean score of the matches.")),
    "opponents_match_win": Name(
        _("Opponents’ match wins"), _("OMW"), _("The mean share of matches the opponents won.")
    ),
    "koya": Name(
        _("Koya"), _("Koya"), _("What was won from opponents who have half of all points or more.")
    ),
    "progressive": Name(_("Progressive"), _("Prog."), _("The scores after each round, added up.")),
    "rating_average": Name(
        _("Opponents’ ratings"), _("Rtg"), _("The mean rating of the opponents.")
    ),
    "rating_average_cut_1": Name(
        _("Opponents’ ratings Cut-1"),
        _("Rtg C1"),
        _("The mean rating of the opponents, without the lowest."),
    ),
    "duplicate": Name(
        _("Luck-adjusted points"),
        _("Luck-adj."),
        _("Own points less the average of all who held the same cards."),
    ),
    "lot": Name(_("Lot"), _("Lot"), _("Drawn when the stage began.")),
}


def tie_break_name(key: str) -> Name:
    """Of a tie-break there is for all, or of what a format alone ranks by."""
    if key in NAMES:
        return NAMES[key]
    for one in FORMATS.values():
        if key in one.tie_break_names:
            found = one.tie_break_names[key]
            return Name(gettext(found.name), gettext(found.short), gettext(found.help))
    raise KeyError(key)
