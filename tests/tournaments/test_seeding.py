"""Seeding: the order of the bracket, the snake, the draw, and who is kept apart."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.format_play import entrants
from tournaments.formats.kernels.seeding import (
    bracket_order,
    bracket_size,
    bracket_tiers,
    shuffled,
    snake,
)
from tournaments.formats.kernels.separation import separated_in_bracket, separated_in_groups

LOTS = st.binary(min_size=32, max_size=32)


@pytest.mark.parametrize(
    ("size", "order"),
    [
        (2, (1, 2)),
        (4, (1, 4, 2, 3)),
        (8, (1, 8, 4, 5, 2, 7, 3, 6)),
        (16, (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)),
    ],
)
def test_the_seeds_stand_in_the_order_of_the_bracket(size: int, order: tuple[int, ...]) -> None:
    assert bracket_order(size) == order


@pytest.mark.parametrize("size", [2, 4, 8, 64, 1024, 16384])
def test_the_best_two_to_the_k_seeds_stand_in_different_parts_of_the_bracket(size: int) -> None:
    order = bracket_order(size)

    parts = 1
    while parts <= size:
        width = size // parts
        best = {min(order[start : start + width]) for start in range(0, size, width)}
        assert best == set(range(1, parts + 1))
        parts *= 2


@given(st.integers(1, 200), st.integers(1, 30))
def test_the_snake_deals_everybody_out_once_and_evenly(count: int, groups: int) -> None:
    groups = min(groups, count)
    dealt = snake(entrants(count), groups)

    assert sorted(entrant for group in dealt for entrant in group) == sorted(entrants(count))
    assert max(map(len, dealt)) - min(map(len, dealt)) <= 1
    assert [group[0] for group in dealt] == list(entrants(groups))


@given(st.integers(1, 30), st.integers(1, 20))
def test_equal_groups_of_the_snake_are_equally_strong(groups: int, rows: int) -> None:
    dealt = snake(entrants(groups * rows), groups)

    sums = [sum(int(entrant[1:]) for entrant in group) for group in dealt]
    assert max(sums) - min(sums) == (groups - 1 if rows % 2 else 0)


@given(st.integers(0, 300), LOTS, st.randoms(use_true_random=False))
def test_a_draw_depends_on_its_lot_alone(count: int, lot: bytes, chance: Random) -> None:
    given_order = list(entrants(count))
    drawn = shuffled(given_order, lot)
    chance.shuffle(given_order)

    assert shuffled(given_order, lot) == drawn
    assert sorted(drawn) == sorted(given_order)


def test_a_draw_gives_every_place_to_everybody_about_equally_often() -> None:
    first = Counter(shuffled(entrants(8), bytes([lot % 256, lot // 256]))[0] for lot in range(4000))

    assert set(first) == set(entrants(8))
    assert all(400 < times < 600 for times in first.values()), "500 ± 4.8 standard deviations"


def slots_of(seeds: tuple[str, ...]) -> dict[str, int]:
    order = bracket_order(bracket_size(len(seeds)))
    return {seeds[seed - 1]: slot for slot, seed in enumerate(order) if seed <= len(seeds)}


def out_of_groups(groups: int, each: int, chance: Random) -> tuple[tuple[str, ...], dict[str, int]]:
    """Winners of the groups in any order, then seconds in any order, …, with the group of each."""
    seeds, group_of = [], {}
    for place in range(each):
        row = list(range(groups))
        chance.shuffle(row)
        for group in row:
            seeds.append(f"g{group}p{place}")
            group_of[seeds[-1]] = group
    return tuple(seeds), group_of


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 33), st.integers(2, 4), st.randoms(use_true_random=False))
def test_group_mates_do_not_share_a_part_of_the_bracket(
    groups: int, each: int, chance: Random
) -> None:
    seeds, group_of = out_of_groups(groups, each, chance)
    tiers = [place // groups for place in range(len(seeds))]

    apart = separated_in_bracket(seeds, tiers=tiers, groups=group_of)

    slot_of = slots_of(apart)
    parts = bracket_size(each)
    part = bracket_size(len(seeds)) // parts
    sharing = [
        (one, other)
        for one, other in combinations(seeds, 2)
        if group_of[one] == group_of[other] and slot_of[one] // part == slot_of[other] // part
    ]
    assert sharing == []
    for tier in range(each):
        row = slice(tier * groups, (tier + 1) * groups)
        assert set(apart[row]) == set(seeds[row]), "nobody leaves the tier"


@settings(deadline=None, max_examples=30)
@given(st.sampled_from([16, 32, 64, 128]), st.data(), st.randoms(use_true_random=False))
def test_past_opponents_do_not_meet_in_their_first_match(
    size: int, data: st.DataObject, chance: Random
) -> None:
    seeds = entrants(size - data.draw(st.integers(0, size // 4), label="byes"))
    past = {frozenset(chance.sample(seeds, 2)) for _ in range(size // 8)}

    apart = separated_in_bracket(seeds, past=past)

    assert first_matches(apart) & past == frozenset()


def first_matches(seeds: tuple[str, ...]) -> frozenset[frozenset[str]]:
    at = {slot: seed for seed, slot in slots_of(seeds).items()}
    return frozenset(
        frozenset((at[slot], at[slot + 1]))
        for slot in range(0, 2 * len(seeds), 2)
        if slot in at and slot + 1 in at
    )


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 200), st.integers(2, 12), st.randoms(use_true_random=False))
def test_club_mates_meet_no_earlier_than_without_separation(
    count: int, clubs: int, chance: Random
) -> None:
    seeds = entrants(count)
    club_of = {seed: f"club {chance.randrange(clubs)}" for seed in seeds}

    apart = separated_in_bracket(seeds, clubs=club_of)

    assert expected_meetings(apart, club_of) <= expected_meetings(seeds, club_of)
    tiers = list(zip(bracket_tiers(count), seeds, strict=True))
    byes = bracket_size(count) - count
    assert set(apart[:byes]) == set(seeds[:byes]), "the byes stay where they are"
    for tier in range(max(bracket_tiers(count)) + 1):
        places = [place for place, (of, _) in enumerate(tiers) if of == tier]
        assert {apart[place] for place in places} == {seeds[place] for place in places}


def expected_meetings(seeds: tuple[str, ...], club_of: dict[str, str]) -> float:
    """Of club mates, where every match is a toss of a coin."""
    slot_of = slots_of(seeds)
    return sum(
        4.0 ** -((slot_of[one] ^ slot_of[other]).bit_length() - 1)
        for one, other in combinations(seeds, 2)
        if club_of[one] == club_of[other]
    )


def test_club_mates_of_a_small_club_stand_in_different_quarters() -> None:
    seeds = entrants(64)
    club_of = dict.fromkeys(seeds[20:24], "north")

    slot_of = slots_of(separated_in_bracket(seeds, clubs=club_of))

    assert sorted(slot_of[mate] // 16 for mate in club_of) == [0, 1, 2, 3]


def test_a_forbidden_pair_stands_in_different_halves() -> None:
    seeds = entrants(16)
    slot_of = slots_of(seeds)
    pair = next(
        frozenset((one, other))
        for one, other in combinations(seeds[8:], 2)
        if slot_of[one] // 8 == slot_of[other] // 8
    )

    slot_of = slots_of(separated_in_bracket(seeds, forbidden=[pair]))

    assert {slot_of[one] // 8 for one in pair} == {0, 1}


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 12), st.integers(2, 10), st.randoms(use_true_random=False))
def test_club_mates_are_spread_over_the_groups(groups: int, rows: int, chance: Random) -> None:
    seeds = entrants(groups * rows)
    club_of = {seed: f"club {chance.randrange(groups)}" for seed in seeds}

    apart = separated_in_groups(seeds, groups, clubs=club_of)

    for row in range(rows):
        places = slice(row * groups, (row + 1) * groups)
        assert set(apart[places]) == set(seeds[places]), "nobody leaves the row"
    assert mates_in_groups(apart, groups, club_of) <= mates_in_groups(seeds, groups, club_of)


def mates_in_groups(seeds: tuple[str, ...], groups: int, club_of: dict[str, str]) -> int:
    return sum(
        club_of[one] == club_of[other]
        for group in snake(seeds, groups)
        for one, other in combinations(group, 2)
    )


@given(st.integers(2, 10), st.integers(2, 8), st.randoms(use_true_random=False))
def test_a_forbidden_pair_is_not_in_one_group(groups: int, rows: int, chance: Random) -> None:
    seeds = entrants(groups * rows)
    pair = frozenset(chance.sample(seeds, 2))

    apart = separated_in_groups(seeds, groups, forbidden=[pair])

    assert not any(pair <= set(group) for group in snake(apart, groups))


def test_separation_does_not_depend_on_the_order_of_what_it_is_told() -> None:
    seeds = entrants(40)
    chance = Random(5)
    club_of = {seed: f"club {chance.randrange(7)}" for seed in seeds}
    pairs = [frozenset(chance.sample(seeds, 2)) for _ in range(12)]
    told_backwards = dict(reversed(club_of.items()))

    assert separated_in_bracket(
        seeds, clubs=club_of, past=pairs, forbidden=pairs[:2]
    ) == separated_in_bracket(seeds, clubs=told_backwards, past=pairs[::-1], forbidden=pairs[1::-1])
