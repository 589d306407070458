"""The bracket: who meets whom, who has a bye, how many rounds. For every size from 2 to 512."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import old_single_elimination as bracket

SIZES = st.integers(2, 512)


def seeds_of(entrants: int) -> list[str]:
    return [f"e{seed}" for seed in range(1, entrants + 1)]


def seed_of(entrant: str) -> int:
    return int(entrant[1:])


@pytest.mark.parametrize(
    ("size", "order"),
    [
        (2, [1, 2]),
        (4, [1, 4, 2, 3]),
        (8, [1, 8, 4, 5, 2, 7, 3, 6]),
        (16, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]),
    ],
)
def test_the_seeds_stand_in_the_order_of_the_bracket(size: int, order: list[int]) -> None:
    assert bracket.bracket_order(size) == order


def test_three_entrants_give_the_first_seed_a_bye() -> None:
    assert bracket.first_round(["ann", "bob", "cid"]) == [("ann", None), ("bob", "cid")]


@pytest.mark.parametrize("entrants", range(2, 513))
def test_every_number_of_entrants_plays_down_to_one(entrants: int) -> None:
    slots = bracket.first_round(seeds_of(entrants))
    size = bracket.bracket_size(entrants)
    rounds, matches = 0, 0
    while True:
        rounds += 1
        matches += sum(second is not None for _, second in slots)
        winners = [first for first, _ in slots]  # the better seed stands first
        if len(winners) == 1:
            break
        slots = bracket.next_round(winners)
        assert all(second is not None for _, second in slots)

    assert rounds == math.ceil(math.log2(entrants)) == bracket.rounds_of(size)
    assert matches == entrants - 1


@given(SIZES)
def test_round_one_seats_everybody_once(entrants: int) -> None:
    slots = bracket.first_round(seeds_of(entrants))

    seated = [entrant for slot in slots for entrant in slot if entrant is not None]
    assert sorted(seated, key=seed_of) == seeds_of(entrants)
    assert len(slots) == bracket.bracket_size(entrants) // 2


@given(SIZES)
def test_byes_go_to_the_top_seeds_and_never_meet(entrants: int) -> None:
    slots = bracket.first_round(seeds_of(entrants))
    byes = bracket.bracket_size(entrants) - entrants

    assert all(first is not None for first, _ in slots)
    rested = sorted(seed_of(first) for first, second in slots if second is None)
    assert rested == list(range(1, byes + 1))


@given(SIZES)
def test_when_favourites_win_the_top_seeds_are_left(entrants: int) -> None:
    size = bracket.bracket_size(entrants)
    slots = bracket.first_round(seeds_of(entrants))
    for round_number in range(1, bracket.rounds_of(size) + 1):
        winners = [
            first if second is None else min(first, second, key=seed_of) for first, second in slots
        ]
        left = min(entrants, size >> round_number)
        assert sorted(map(seed_of, winners)) == list(range(1, left + 1))
        slots = bracket.next_round(winners) if len(winners) > 1 else []
