"""Why a Swiss pairing is what it is, and why not the natural one."""

from tournaments.core.planning import Why
from tournaments.formats.kernels.matching import Pair
from tournaments.formats.kernels.swiss_field import Field


def reasons(field: Field, pair: Pair) -> tuple[Why, ...]:
    """What the pair is, and for each of the two what spoke against the natural partner.

    First one of `slide`, `fold`, `random` (score, entrants in the group), `float` (who, levels,
    both scores), `bye_lowest_group`, `bye_lowest_eligible` (everybody below had one already) and
    `bye_completes` (with the bye any lower not everybody could play). Then `rematch_forced`,
    `bye_again`; then, by entrant, `avoids_rematch`, `kept_apart`, `separated`, `avoids_float`, or
    `displaced` where the natural partner was needed elsewhere.
    """
    one, other = pair
    if other == field.bye:
        return _bye(field, one)
    found = [_meeting(field, one, other)]
    rounds = field.past[one].met.get(field.entrants[other])
    if rounds:
        found.append(Why("rematch_forced", {"round": max(rounds)}))
    if field.natural[one] != other:
        found += [_not_natural(field, rank) for rank in pair if field.natural[rank] >= 0]
    return tuple(found)


def _bye(field: Field, rank: int) -> tuple[Why, ...]:
    if field.group[rank] == field.group[-1]:
        code = "bye_lowest_group"
    elif field.bye_taker is not None and field.group[rank] == field.group[field.bye_taker]:
        code = "bye_lowest_eligible"
    else:
        code = "bye_completes"
    found = (Why(code, {"score": field.scores[rank]}),)
    byes = field.past[rank].byes
    return (*found, Why("bye_again", {"byes": byes})) if byes else found


def _meeting(field: Field, one: int, other: int) -> Why:
    group = field.group[one]
    levels = field.group[other] - group
    if not levels:
        entrants = len(field.groups[group])
        return Why(field.order, {"score": field.scores[one], "entrants": entrants})
    return Why(
        "float",
        {
            "entrant": field.entrants[one],
            "levels": levels,
            "score": field.scores[one],
            "to": field.scores[other],
        },
    )


def _not_natural(field: Field, rank: int) -> Why:
    """What spoke against the natural partner of `rank`."""
    natural = field.natural[rank]
    params: dict[str, int | str] = {"entrant": field.entrants[rank]}
    if natural == field.bye:
        return Why("displaced", params)
    params["instead_of"] = field.entrants[natural]
    rounds = field.past[rank].met.get(field.entrants[natural])
    if rounds:
        return Why("avoids_rematch", {**params, "round": max(rounds)})
    if natural in field.forbidden[rank]:
        return Why("kept_apart", params)
    upper, lower = sorted((rank, natural))
    club = field.clubs[rank]
    if club is not None and club == field.clubs[natural]:
        return Why("separated", {**params, "club": club})
    apart = field.group[upper] != field.group[lower]
    if apart and field.down[upper] + field.up[lower]:
        return Why("avoids_float", params)
    return Why("displaced", params)
