"""The kernel of the Swiss: the cheapest perfect matching, level by level."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import networkx
import pytest

from tournaments.formats.kernels.matching import LIMIT, Costs, Pair, cheapest_matching, packed_costs

LEVELS = (3, 1, 40, 1000)


def random_graph(dice: Random, nodes: int, density: float) -> dict[Pair, Costs]:
    return {
        pair: tuple(dice.randint(0, most) for most in LEVELS)
        for pair in combinations(range(nodes), 2)
        if dice.random() < density
    }


def summed(graph: dict[Pair, Costs], pairs: tuple[Pair, ...]) -> Costs:
    return tuple(map(sum, zip(*(graph[pair] for pair in pairs), strict=True)))


def perfect_matchings(
    nodes: tuple[int, ...], pairs: dict[Pair, Costs]
) -> Iterator[tuple[Pair, ...]]:
    if not nodes:
        yield ()
        return
    first, *others = nodes
    for other in others:
        if (first, other) in pairs:
            rest = tuple(node for node in others if node != other)
            for matching in perfect_matchings(rest, pairs):
                yield ((first, other), *matching)


@pytest.mark.parametrize("seed", range(200))
def test_the_matching_costs_what_networkx_finds(seed: int) -> None:
    dice = Random(seed)
    nodes = 2 * dice.randint(1, 14)
    graph = random_graph(dice, nodes, dice.choice([0.2, 0.5, 1]))
    packed = dict(zip(graph, packed_costs(nodes, list(graph), list(graph.values())), strict=True))
    oracle = networkx.Graph()
    oracle.add_nodes_from(range(nodes))
    oracle.add_weighted_edges_from((u, v, -cost) for (u, v), cost in packed.items())
    expected = networkx.max_weight_matching(oracle, maxcardinality=True)
    found = cheapest_matching(nodes, list(graph), list(graph.values()))
    if 2 * len(expected) < nodes:
        assert found is None
    else:
        assert found is not None
        assert sorted(node for pair in found for node in pair) == list(range(nodes))
        best = sum(packed[min(pair), max(pair)] for pair in expected)
        assert sum(packed[pair] for pair in found) == best


@pytest.mark.parametrize("seed", range(60))
def test_up_to_ten_nodes_no_matching_at_all_is_cheaper(seed: int) -> None:
    dice = Random(seed)
    nodes = dice.choice([2, 4, 6, 8, 10])
    graph = random_graph(dice, nodes, dice.choice([0.4, 0.8, 1]))
    found = cheapest_matching(nodes, list(graph), list(graph.values()))
    every = list(perfect_matchings(tuple(range(nodes)), graph))
    if not every:
        assert found is None
    else:
        assert found is not None
        assert summed(graph, found) == min(summed(graph, one) for one in every)


def test_the_order_of_the_pairs_does_not_matter() -> None:
    dice = Random(5)
    graph = random_graph(dice, 30, 0.6)
    shuffled = list(graph)
    dice.shuffle(shuffled)
    plain = cheapest_matching(30, list(graph), list(graph.values()))
    assert cheapest_matching(30, shuffled, [graph[pair] for pair in shuffled]) == plain


def test_a_level_outweighs_all_that_the_levels_below_can_add_up_to() -> None:
    pairs = [(0, 1), (2, 3), (0, 2), (1, 3)]
    costs = [(0, 500), (0, 500), (0, 0), (1, 0)]
    assert cheapest_matching(4, pairs, costs) == ((0, 1), (2, 3))


def test_levels_without_room_are_left_out_from_the_last_up() -> None:
    pairs = [(0, 1), (2, 3), (0, 2), (1, 3)]
    huge = 1 << 70
    costs = [(0, huge, 5), (0, 0, huge), (1, 0, 0), (0, huge, 0)]
    packed = packed_costs(4, pairs, costs)
    assert max(packed) < LIMIT
    assert cheapest_matching(4, pairs, costs) == ((0, 1), (2, 3))


def test_no_nodes_have_a_matching_and_a_lonely_node_has_none() -> None:
    assert cheapest_matching(0, [], []) == ()
    assert cheapest_matching(2, [], []) is None
    assert cheapest_matching(3, [(0, 1), (1, 2)], [(0,), (0,)]) is None
