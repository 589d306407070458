"""The natural pairs of a block, repaired where they cannot stay; and whether nothing beats that.

The best pairing differs from the natural one in alternating cycles. A cycle through natural pairs
that may all stay only costs, so each leads through a *conflict*: a natural pair that may not meet,
floats again or is of one club. On its way it moves from natural pair to natural pair by pairings
off their natural place, and a cycle that gets r away and back is off by 2r in sum, so by 2r in the
sum of squares at least. What was found within r places of the conflicts is therefore best of all
if it costs less than a cycle that gets beyond.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import isqrt

from tournaments.formats.kernels.matching import Pair, cheapest_matching
from tournaments.formats.kernels.swiss.field import Field

# Beyond the last radius what was found is taken to be best, as it is of all candidates nearby.
RADIUS, LAST_RADIUS = 1, 8


@dataclass(frozen=True, slots=True)
class Region:
    """The natural pairs within `radius` of conflicts; a natural pair goes by its lower rank."""

    conflicts: frozenset[int]
    radius: int


def repaired(field: Field, ranks: Sequence[int], bye: bool, least: int) -> tuple[Pair, ...] | None:
    """The best pairs of a block of whole score groups, if they are the natural ones but for a few;
    None if that is not sure. `least` is the least sum of squared score differences.
    """
    natural = field.natural
    inside = {*ranks, field.bye} if bye else set(ranks)
    if any(natural[rank] not in inside for rank in inside):
        return None
    pairs = {rank: (rank, natural[rank]) for rank in ranks if rank < natural[rank]}
    costs = dict(zip(pairs, field.costs(list(pairs.values())), strict=True))
    if sum(cost[1] for cost in costs.values()) != least:
        return None
    conflicts = [
        one
        for one, pair in pairs.items()
        if not field.may_meet(*pair) or costs[one][2] or costs[one][3]
    ]
    solved: dict[Region, tuple[Pair, ...]] = {}
    regions = [Region(frozenset([one]), RADIUS) for one in conflicts]
    while True:
        regions = apart(field, regions)
        wider = []
        for region in regions:
            if region in solved:
                continue
            inner = [pairs[one] for one in cover(field, region, 0) if one in pairs]
            found = solution(field, inner, region.radius)
            if found is not None:
                solved[region] = found
            elif region.radius < LAST_RADIUS:
                wider.append(region)
            else:
                return None
        if not wider:
            break
        regions = [
            Region(one.conflicts, 2 * one.radius) if one in wider else one for one in regions
        ]
    for region in regions:
        for one in cover(field, region, 0):
            pairs.pop(one, None)
    return (*pairs.values(), *(pair for region in regions for pair in solved[region]))


def solution(field: Field, natural: Sequence[Pair], radius: int) -> tuple[Pair, ...] | None:
    """The best pairs of those in these natural ones, if reaching further must cost more.

    A pair that is off so far that its square alone costs as much is not considered.
    """
    most = 2 * radius + 1
    reach = isqrt(most) if radius < LAST_RADIUS else LAST_RADIUS
    nodes = sorted(rank for pair in natural for rank in pair)
    at = {rank: node for node, rank in enumerate(nodes)}
    pairs = [
        (rank, other)
        for rank in nodes
        for other in set(field.near(rank, reach))
        if rank < other and other in at and field.may_meet(rank, other)
    ]
    inner = [(at[one], at[other]) for one, other in pairs]
    best = cheapest_matching(len(nodes), inner, field.costs(pairs))
    if best is None:
        return None
    found = tuple((nodes[one], nodes[other]) for one, other in best)
    before = sum(cost[1] for cost in field.costs(natural))
    above, differences, floats, clubs, off, *_ = (
        sum(level) for level in zip(*field.costs(found), strict=True)
    )
    if above or floats or clubs or differences != before:
        return None
    return found if off <= most or radius >= LAST_RADIUS else None


def apart(field: Field, regions: Sequence[Region]) -> list[Region]:
    """The same, with those joined that a single cheap cycle could lead through."""
    while True:
        owner: dict[int, int] = {}
        joined: dict[int, Region] = {}
        for number, region in enumerate(regions):
            halo = cover(field, region, 1)
            touched = {owner[one] for one in halo if one in owner}
            for other in touched:
                old = joined.pop(other)
                radius = max(region.radius, old.radius)
                region = Region(region.conflicts | old.conflicts, radius)
            joined[number] = region
            for one, at in owner.items():
                if at in touched:
                    owner[one] = number
            owner.update(dict.fromkeys(halo, number))
        if len(joined) == len(regions):
            return list(joined.values())
        regions = list(joined.values())


def cover(field: Field, region: Region, more: int) -> frozenset[int]:
    """The natural pairs that the region has, with `more` added to its radius."""
    return frozenset().union(*(ball(field, one, region.radius + more) for one in region.conflicts))


def ball(field: Field, conflict: int, radius: int) -> set[int]:
    """The natural pairs that pairings off by no more than `radius` in sum lead to."""
    reached: set[int] = set()
    ahead = [(0, conflict)]
    while ahead:
        way, one = heappop(ahead)
        if one in reached:
            continue
        reached.add(one)
        for rank in (one, field.natural[one]):
            for other in field.near(rank, radius - way):
                pair = min(other, field.natural[other])
                if pair not in reached:
                    off = field.off(min(rank, other), max(rank, other))
                    heappush(ahead, (way + off, pair))
    return reached
