"""The search for a split is right, and small on any table."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ALL_CARDS
from engine.rules.split import counts_of, one_item, reduced, search, splits, total
from tests.engine.literal_rules import split_exists


def packed(values: list[int]) -> int:
    return sum(one_item(value) for value in values)


@given(st.lists(st.integers(1, 9), max_size=9), st.integers(1, 14))
def test_a_split_is_found_exactly_when_there_is_one(values: list[int], target: int) -> None:
    assert splits(packed(values), target) == split_exists(values, target)


@given(st.integers(2, 14), st.data())
def test_cards_made_of_sets_always_split(target: int, data: st.DataObject) -> None:
    values: list[int] = []
    for _ in range(data.draw(st.integers(1, 6))):
        left = target
        while left:
            value = data.draw(st.integers(1, left))
            if values.count(value) == 9:
                return
            values.append(value)
            left -= value
    assert splits(packed(values), target)


def test_ranks_are_counted_in_their_nibbles() -> None:
    assert counts_of(ALL_CARDS) == 0x4444444444444
    assert counts_of(0) == 0
    assert total(counts_of(ALL_CARDS)) == 4 * sum(range(1, 14))


def stuck_counts(target: int) -> list[int]:
    """Tables with nothing left to set aside: of two values that complete each other, one."""
    smalls = range(1, (target + 1) // 2)
    halves = (0, one_item(target // 2)) if target % 2 == 0 else (0,)
    counts = []
    for chosen in product((-4, -3, -1, 0, 1, 3, 4), repeat=len(smalls)):
        worth = 0
        for small, few in zip(smalls, chosen, strict=True):
            worth += few * one_item(small) if few > 0 else -few * one_item(target - small)
        counts += [worth + half for half in halves]
    return counts


@pytest.mark.parametrize("target", [5, 8, 9, 10, 11, 12, 13])
def test_the_search_stays_small_on_the_worst_tables(target: int) -> None:
    most = 0
    for counts in stuck_counts(target)[:: 1 if target < 13 else 7]:
        if total(counts) % target == 0 and counts < one_item(target):
            assert reduced(counts, target) == counts
            failed: set[int] = set()
            search(counts, target, failed)
            most = max(most, len(failed))
    # Each failure costs at most the partitions of 13, about a hundred steps.
    assert most <= 60


def test_a_table_of_forty_cards_needs_no_search_at_all() -> None:
    counts = 0x4444444444
    assert reduced(counts, 10) == 0
    assert splits(counts, 10)
