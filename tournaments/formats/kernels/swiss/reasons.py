"""Why a Swiss pairing is what it is, and why not the natural one."""

from types import MappingProxyType

from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import PairingReason
from tournaments.formats.kernels.matching import Pair
from tournaments.formats.kernels.swiss.field import Field
from tournaments.formats.protocol import Words

REASONS: Words = MappingProxyType(
    {
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
        "kept_apart": _(
            "%(entrant)s would have met %(instead_of)s, but the two never are to meet."
        ),
        "separated": _(
            "%(entrant)s would have met %(instead_of)s, but both are of %(club)s and need not meet."
        ),
        "same_club": _(
            "%(entrant)s would have met %(instead_of)s, but both are of one club and need not meet."
        ),
        "avoids_float": _(
            "%(entrant)s would have met %(instead_of)s, but one of them has just met another score."
        ),
        "displaced": _("The partner in order of %(entrant)s was needed at another table."),
    }
)


def reasons(field: Field, pair: Pair) -> tuple[PairingReason, ...]:
    """What the pair is, and for each of the two what spoke against the natural partner.

    First one of `slide`, `fold`, `random` (score, entrants in the group), `float` (who, levels,
    both scores), `bye_lowest_group`, `bye_lowest_eligible` (everybody below had one already) and
    `bye_completes` (with the bye any lower not everybody could play). Then `rematch_forced`,
    `bye_again`; then, by entrant, `avoids_rematch`, `kept_apart`, `same_club` (`separated` with the
    club in stages of earlier versions), `avoids_float`, or `displaced` where the natural partner
    was needed elsewhere.
    """
    one, other = pair
    if other == field.bye:
        return _bye(field, one)
    found = [_meeting(field, one, other)]
    rounds = field.past[one].met.get(field.entrants[other])
    if rounds:
        found.append(PairingReason("rematch_forced", {"round": max(rounds)}))
    if field.natural[one] != other:
        found += [_not_natural(field, rank) for rank in pair if field.natural[rank] >= 0]
    return tuple(found)


def _bye(field: Field, rank: int) -> tuple[PairingReason, ...]:
    if field.group[rank] == field.group[-1]:
        code = "bye_lowest_group"
    elif field.bye_taker is not None and field.group[rank] == field.group[field.bye_taker]:
        code = "bye_lowest_eligible"
    else:
        code = "bye_completes"
    found = (PairingReason(code, {"score": field.scores[rank]}),)
    byes = field.past[rank].byes
    return (*found, PairingReason("bye_again", {"byes": byes})) if byes else found


def _meeting(field: Field, one: int, other: int) -> PairingReason:
    group = field.group[one]
    levels = field.group[other] - group
    if not levels:
        entrants = len(field.groups[group])
        return PairingReason(field.order, {"score": field.scores[one], "entrants": entrants})
    return PairingReason(
        "float",
        {
            "entrant": field.entrants[one],
            "levels": levels,
            "score": field.scores[one],
            "to": field.scores[other],
        },
    )


def _not_natural(field: Field, rank: int) -> PairingReason:
    """What spoke against the natural partner of `rank`."""
    natural = field.natural[rank]
    params: dict[str, int | str] = {"entrant": field.entrants[rank]}
    if natural == field.bye:
        return PairingReason("displaced", params)
    params["instead_of"] = field.entrants[natural]
    rounds = field.past[rank].met.get(field.entrants[natural])
    if rounds:
        return PairingReason("avoids_rematch", {**params, "round": max(rounds)})
    if natural in field.forbidden[rank]:
        return PairingReason("kept_apart", params)
    upper, lower = sorted((rank, natural))
    club = field.clubs[rank]
    if club is not None and club == field.clubs[natural]:
        if field.names_clubs:
            return PairingReason("separated", {**params, "club": club})
        return PairingReason("same_club", params)
    apart = field.group[upper] != field.group[lower]
    if apart and field.down[upper] + field.up[lower]:
        return PairingReason("avoids_float", params)
    return PairingReason("displaced", params)
