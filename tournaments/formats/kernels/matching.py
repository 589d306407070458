"""A perfect matching of least cost, where costs are compared level by level.

The kernel is the blossom algorithm of rustworkx, which takes whole weights below 2^127: the
levels are packed into one number, each unit greater than all that the levels below it can add up
to in any matching.
"""

from collections.abc import Sequence
from itertools import repeat
from operator import add, mul, sub

from rustworkx import PyGraph, max_weight_matching

LIMIT = 1 << 126

Pair = tuple[int, int]
Costs = tuple[int, ...]


def cheapest_matching(
    nodes: int, pairs: Sequence[Pair], costs: Sequence[Costs]
) -> tuple[Pair, ...] | None:
    """The pairs that cover all of 0 … nodes - 1, each once, at the least sum of costs.

    `pairs` are those allowed, lower node first; `costs` go with them, none negative, the levels of
    a pair in descending importance. Sums are compared level by level, like tuples. None if no
    such pairs cover all. Levels that the limit has no room for are left out from the last one up.
    """
    if not nodes:
        return ()
    packed = packed_costs(nodes, pairs, costs)
    highest = max(packed, default=0)
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    weights = map(sub, repeat(highest), packed)
    graph.add_edges_from([(u, v, w) for (u, v), w in zip(pairs, weights, strict=True)])
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < nodes:
        return None
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def packed_costs(nodes: int, pairs: Sequence[Pair], costs: Sequence[Costs]) -> list[int]:
    """One number for each pair, whose sums over matchings compare as the levels do."""
    levels = list(zip(*costs, strict=True))
    bounds = [bound(nodes, pairs, level) for level in levels]
    while total(bounds) >= LIMIT:
        del levels[-1], bounds[-1]
    packed = [0] * len(pairs)
    unit = 1
    for level, most in zip(reversed(levels), reversed(bounds), strict=True):
        if most:
            packed = list(map(add, packed, map(mul, level, repeat(unit))))
            unit *= most + 1
    assert unit < LIMIT
    return packed


def bound(nodes: int, pairs: Sequence[Pair], level: Sequence[int]) -> int:
    """What no matching exceeds on this level: half of each node's worst, summed."""
    worst = [0] * nodes
    for (u, v), cost in zip(pairs, level, strict=True):
        if cost > worst[u]:
            worst[u] = cost
        if cost > worst[v]:
            worst[v] = cost
    return sum(worst) // 2


def total(bounds: Sequence[int]) -> int:
    product = 1
    for most in bounds:
        product *= most + 1
    return product
