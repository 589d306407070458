"""Why two meet, in a sentence."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.text.amounts import amount_text

SENTENCES: Mapping[str, object] = {
    "overridden": _("Set by a director."),
    # brackets
    "bye": _("A bye: the bracket has more places than there are entrants."),
    "walkover": _("A walkover: nobody came to the place opposite."),
    # round robin
    "odd_group": _("Sits out: the number of entrants is odd, and everybody does so once."),
    # Swiss
    "slide": _("Both have %(score)s; the upper half of the %(entrants)s meets the lower half."),
    "fold": _("Both have %(score)s; of the %(entrants)s the first meets the last."),
    "random": _("Both have %(score)s; drawn by lot among the %(entrants)s."),
    "float": _("%(entrant)s has %(score)s and is paired with %(to)s: nobody equal was left."),
    "bye_lowest_group": _("The number is odd; the bye goes to the lowest score, %(score)s."),
    "bye_lowest_eligible": _("The bye goes to %(score)s: everybody below had one already."),
    "bye_completes": _(
        "The bye goes to %(score)s: given any lower, not everybody could be paired."
    ),
    "bye_again": _("Has had %(byes)s before: there was no other way."),
    "bye_requested": _("Asked for a bye in this round."),
    "absent": _("Was not there when the round was paired."),
    "rematch_forced": _("They met in round %(round)s already: nobody else was left."),
    "avoids_rematch": _(
        "%(entrant)s would have met %(instead_of)s, but they met in round %(round)s."
    ),
    "kept_apart": _("%(entrant)s would have met %(instead_of)s, but the two never are to meet."),
    "separated": _(
        "%(entrant)s would have met %(instead_of)s, but both are of %(club)s and need not meet."
    ),
    "avoids_float": _(
        "%(entrant)s would have met %(instead_of)s, but one of them has just met another score."
    ),
    "displaced": _("The partner in order of %(entrant)s was needed at another table."),
    # tables
    "power_pod": _("By score: this table has from %(lowest)s to %(highest)s."),
    "short_table": _("A table of %(size)s, since the number of entrants asks for one."),
    "bye_allocated": _("Sits out: the tables do not take everybody."),
    "swapped_to_avoid_repeat": _("%(entrant)s was moved so that nobody meets again."),
    "swapped_to_keep_apart": _("%(entrant)s was moved to keep apart those who should not meet."),
    "swapped_to_share_short_tables": _(
        "%(entrant)s was moved so that the short tables are shared out."
    ),
    "swapped_to_make_room": _("%(entrant)s was moved to make room for another."),
    "repeat_forced": _(
        "%(one)s and %(other)s have met before (%(times)s): it could not be helped."
    ),
    # rotating partners
    "whist_design": _(
        "By a plan in which everybody partners everybody once, and meets them twice."
    ),
    "searched": _("The best found by search: new partners first, then new opponents."),
    "partners_again": _("%(one)s and %(other)s have been partners before (%(times)s)."),
    "sits_out": _("Sits out: only tables of four are played."),
    # heats
    "heat": _("A heat: the first %(advance)s of the table go on."),
    "final": _("The final: nobody else is left."),
    "bye_best_standing": _("Goes on without a heat, as one of the best placed."),
    "wildcard": _("%(entrant)s goes on as a wild card, as one of the best of the others."),
    "tie_at_cut": _("%(entrant)s goes on rather than %(over)s, by %(by)s."),
    # arena
    "nearest_free": _("The nearest in score who was free, %(score_difference)s apart."),
}

_BY = {
    "points_share": _("share of the points at the table"),
    "seed": _("seed"),
    "earlier_standing": _("standing before the round"),
}
_AMOUNTS = {"score", "to", "highest", "lowest", "score_difference"}
_ENTRANTS = {"entrant", "instead_of", "one", "other", "over"}


def sentence(why: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The sentence of a code with its params; `names` of entrants by id."""
    return str(SENTENCES[why["code"]]) % {
        name: _text(name, value, names) for name, value in why["params"].items()
    }


def _text(name: str, value: Any, names: Mapping[str, str]) -> str:
    if name in _AMOUNTS:
        return amount_text(value)
    if name in _ENTRANTS:
        return names.get(value, "?")
    return str(_BY.get(value, value))
