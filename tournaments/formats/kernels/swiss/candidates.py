"""Which pairs of a Swiss field are worth considering, and the best matching among them."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.formats.kernels.matching import Pair, cheapest_matching
from tournaments.formats.kernels.swiss.field import Field

# Up to so many entrants every pair is a candidate; beyond, those near in order or naturally.
COMPLETE = 200
WIDTH = 8
MOST = 2_000_000


def matched(field: Field, ranks: Sequence[int], bye: bool) -> tuple[Pair, ...] | None:
    """The best pairs of these ranks (ascending) and, if told so, the bye; None if none cover all.

    Beyond `COMPLETE` it is the best of the candidates, which are more and more until they suffice.
    """
    nodes = (*ranks, field.bye) if bye else tuple(ranks)
    at = {rank: node for node, rank in enumerate(nodes)}
    found: tuple[Pair, ...] | None = None
    for width in widths(len(ranks), field.strict):
        pairs = candidates(field, ranks, bye, width)
        inner = [(at[one], at[other]) for one, other in pairs]
        best = cheapest_matching(len(nodes), inner, field.costs(pairs))
        if best is None:
            continue
        found = tuple((nodes[one], nodes[other]) for one, other in best)
        if not bye or bye_is_low(field, ranks, found):
            break
    return found


def widths(entrants: int, strict: bool) -> Iterator[int]:
    """How many candidates to give each, ever more; the number of all is everybody."""
    width = WIDTH if strict else 8 * WIDTH
    while entrants > COMPLETE and width < entrants and width * entrants < MOST:
        yield width
        width *= 2
    if entrants**2 < 2 * MOST:
        yield entrants


def bye_is_low(field: Field, ranks: Sequence[int], pairs: Sequence[Pair]) -> bool:
    """Whether the bye is in the lowest score group of all who may take it."""
    low = field.lowest_for_bye(ranks)
    taker = next(one for one, other in pairs if other == field.bye)
    return low is not None and field.group[low] == field.group[taker]


def candidates(field: Field, ranks: Sequence[int], bye: bool, width: int) -> list[Pair]:
    """Pairs that may meet: of everybody with the `width` next in order and with as many around
    the natural partner; the bye with as many of the lowest.
    """
    barred = field.barred
    if width >= len(ranks):
        pairs = [pair for pair in combinations(ranks, 2) if pair[1] not in barred[pair[0]]]
    else:
        pairs = sorted(set(near(field, ranks, width)))
    if bye:
        takers = [rank for rank in reversed(ranks) if rank in field.takers]
        pairs += [(rank, field.bye) for rank in takers[:width]]
    return pairs


def near(field: Field, ranks: Sequence[int], width: int) -> Iterator[Pair]:
    for at, rank in enumerate(ranks):
        barred = field.barred[rank]
        for other in first_legal(ranks, range(at + 1, len(ranks)), barred, width):
            yield rank, other
        natural = field.natural[rank]
        if natural > rank:
            centre = bisect_left(ranks, natural)
            below = first_legal(ranks, range(centre, len(ranks)), barred, width // 2 + 1)
            above = first_legal(ranks, range(centre - 1, at, -1), barred, width // 2)
            for other in (*below, *above):
                yield rank, other


def first_legal(
    ranks: Sequence[int], places: Sequence[int], barred: set[int], most: int
) -> list[int]:
    found: list[int] = []
    for place in places:
        if ranks[place] not in barred:
            found.append(ranks[place])
            if len(found) == most:
                break
    return found
