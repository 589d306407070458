"""Table sizes: everybody seated, byes as few as can be, tables as near to the usual size."""

from collections import Counter

import pytest

from tournaments.core.chance import Chance
from tournaments.core.refusals import BadField
from tournaments.formats.kernels.sizing import picked, sizes_in, sizing

SETS = [(2,), (4, 3), (4,), (3,), (4, 6), (4, 3, 6), (4, 2, 3), (4, 2, 3, 6)]


def splits(most: int, allowed: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    """By total: (squared differences, tables) of every multiset of tables with that total."""
    ways = [(0, 0, 0)]
    for size in allowed:
        ways = [
            (total + count * size, cost + count * (size - allowed[0]) ** 2, tables + count)
            for total, cost, tables in ways
            for count in range((most - total) // size + 1)
        ]
    found: list[list[tuple[int, int]]] = [[] for _ in range(most + 1)]
    for total, cost, tables in ways:
        found[total].append((cost, tables))
    return found


@pytest.mark.parametrize("allowed", SETS, ids=str)
def test_no_split_is_better_by_byes_then_sizes_then_tables(allowed: tuple[int, ...]) -> None:
    most = 120
    best = [min(ways, default=None) for ways in splits(most, allowed)]
    for entrants in range(most + 1):
        found = sizing(entrants, allowed)
        assert sum(found.tables) + found.byes == entrants
        assert set(found.tables) <= set(allowed)
        byes = next(byes for byes in range(entrants + 1) if best[entrants - byes] is not None)
        assert found.byes == byes
        cost = sum((size - allowed[0]) ** 2 for size in found.tables)
        assert (cost, len(found.tables)) == best[entrants - byes]


@pytest.mark.parametrize(
    ("allowed", "byes"),
    [
        ((2,), lambda n: n % 2),
        ((4, 3), lambda n: {5: 1, 2: 2, 1: 1}.get(n, 0)),
        ((4,), lambda n: n % 4),
        ((3,), lambda n: n % 3),
        ((4, 6), lambda n: {2: 2, 3: 3}.get(n, n % 2)),
        ((4, 3, 6), lambda n: {5: 1, 2: 2, 1: 1}.get(n, 0)),
        ((4, 3, 2), lambda n: {1: 1}.get(n, 0)),
        ((4, 3, 2, 6), lambda n: {1: 1}.get(n, 0)),
    ],
    ids=lambda value: str(value) if isinstance(value, tuple) else "",
)
def test_byes_are_as_the_table_of_sizes_says(allowed: tuple[int, ...], byes) -> None:
    for entrants in range(1, 5001):
        assert sizing(entrants, allowed).byes == byes(entrants), entrants


@pytest.mark.parametrize(
    ("entrants", "allowed", "tables"),
    [
        (6, (4, 3), (3, 3)),
        (7, (4, 3), (4, 3)),
        (9, (4, 3), (3, 3, 3)),
        (10, (4, 3), (4, 3, 3)),
        (10, (4, 2, 3, 6), (4, 3, 3)),
        (10, (4, 6), (6, 4)),
        (11, (3, 4), (4, 4, 3)),
        (5, (4, 2, 3), (3, 2)),
    ],
)
def test_tables_of_small_fields(
    entrants: int, allowed: tuple[int, ...], tables: tuple[int, ...]
) -> None:
    assert sizing(entrants, allowed).tables == tables


@pytest.mark.parametrize(
    ("sizes", "preferred", "field"),
    [
        ([], None, "sizes"),
        ([5], None, "sizes"),
        ([4, 4], None, "sizes"),
        (["4"], None, "sizes"),
        ([True], None, "sizes"),
        (4, None, "sizes"),
        ([4, 3], 2, "preferred"),
    ],
)
def test_sizes_that_nobody_can_play_are_refused(
    sizes: object, preferred: int | None, field: str
) -> None:
    with pytest.raises(BadField) as refused:
        sizes_in({"sizes": sizes, "preferred": preferred})
    assert refused.value.params["field"] == field


def test_the_preferred_size_comes_first() -> None:
    assert sizes_in({"sizes": [4, 3, 2], "preferred": 3}) == (3, 4, 2)


@pytest.mark.parametrize(
    ("policy", "taken"), [("lowest", [3, 5, 6]), ("highest", [0, 1, 3]), ("random", None)]
)
def test_nobody_is_picked_twice_before_the_others(policy: str, taken: list[int] | None) -> None:
    chance = Chance(bytes(32), "test")
    found = picked(range(7), 3, policy, {2: 1, 4: 1}, chance)
    if taken is not None:
        assert found == taken
    assert found == sorted(found)
    assert not {2, 4} & set(found)


def test_chance_is_the_same_for_the_same_lot_and_other_for_others() -> None:
    assert Chance(bytes(32), "a").shuffled(range(50)) == Chance(bytes(32), "a").shuffled(range(50))
    orders = {
        tuple(Chance(lot, *labels).shuffled(range(50)))
        for lot in (bytes(32), bytes([1]) * 32)
        for labels in (("a",), ("b",), ("a", 1))
    }
    assert len(orders) == 6


def test_chance_favours_nobody() -> None:
    chance = Chance(bytes(32), "fair")
    seen = Counter(chance.below(6) for _ in range(6000))
    assert set(seen) == set(range(6))
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 20.5  # 99.9 % of chi-square
