"""The pairing of a Swiss round is the best there is."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.format_play import (
    at_random,
    entrants,
    opening,
    step,
)
from tests.tournaments.swiss_events import after_each_round
from tournaments.domain.course import with_pairings
from tournaments.formats import swiss_search
from tournaments.formats.matching import cheapest_matching
from tournaments.formats.swiss import SWISS
from tournaments.formats.swiss_candidates import candidates
from tournaments.formats.swiss_draw import Draw


@settings(max_examples=25, deadline=None)
@given(
    st.integers(2, 10),
    st.integers(0, 2**32),
    st.sampled_from(["slide", "fold"]),
    st.booleans(),
    st.data(),
)
def test_small_fields_get_the_best_of_all_pairings(
    count: int, seed: int, order: str, clubs: bool, data: st.DataObject
) -> None:
    stage = opening(SWISS, count, rounds=(count + 1) // 2, order=order)
    if clubs:
        stage = replace(stage, clubs={one: str(hash_of(one, seed) % 3) for one in stage.seeds})
    pairs = st.frozensets(st.sampled_from(stage.seeds), min_size=2, max_size=2)
    stage = replace(stage, forbidden=frozenset(data.draw(st.frozensets(pairs, max_size=2))))
    for before, planned in after_each_round(stage, seed):
        draw = Draw(before, planned.number)
        every = [
            total(draw, pairs) for pairs in all_pairings(draw, tuple(range(count + count % 2)))
        ]
        assert draw.pairs is not None
        assert total(draw, draw.pairs) == min(every)


def hash_of(entrant: str, seed: int) -> int:
    return int(entrant[1:]) * 2654435761 + seed >> 7


def total(draw: Draw, pairs: tuple[tuple[int, int], ...]) -> list[int]:
    return [sum(level) for level in zip(*draw.field.costs(pairs), strict=True)]


def all_pairings(draw: Draw, ranks: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not ranks:
        yield ()
        return
    first, *others = ranks
    for other in others:
        if draw.field.may_meet(first, other):
            rest = tuple(rank for rank in others if rank != other)
            for pairs in all_pairings(draw, rest):
                yield ((first, other), *pairs)


@pytest.mark.parametrize(("count", "order"), [(33, "slide"), (48, "fold"), (61, "slide")])
def test_blocks_and_repairs_find_what_one_matching_of_all_finds(
    count: int, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swiss_search, "COMPLETE", 4)
    stage = opening(SWISS, count, rounds=7, order=order)
    stage = replace(stage, clubs={one: str(int(one[1:]) % 9) for one in stage.seeds[::3]})
    for before, planned in after_each_round(stage, 1):
        draw = Draw(before, planned.number)
        everyone = range(count)
        pairs = candidates(draw.field, everyone, count % 2 == 1, count)
        whole = cheapest_matching(count + count % 2, pairs, draw.field.costs(pairs))
        assert whole is not None
        assert draw.pairs is not None
        assert total(draw, draw.pairs) == total(draw, whole)


def test_in_a_large_field_no_two_pairings_gain_by_exchanging_partners() -> None:
    stage, rule = opening(SWISS, 400, rounds=8), at_random(2)
    for _ in range(5):
        stage = step(SWISS, stage, rule)
    draw = Draw(stage, 6)
    assert draw.pairs is not None
    pairs = sorted(draw.pairs)
    exchanges = [
        (old, new)
        for place, (a, b) in enumerate(pairs)
        for c, d in pairs[place + 1 : place + 60]
        for old, new in (
            (((a, b), (c, d)), (ordered(a, c), ordered(b, d))),
            (((a, b), (c, d)), (ordered(a, d), ordered(b, c))),
        )
        if all(draw.field.may_meet(*pair) for pair in new)
    ]
    before = draw.field.costs([pair for old, _ in exchanges for pair in old])
    after = draw.field.costs([pair for _, new in exchanges for pair in new])
    assert len(exchanges) > 10_000
    assert all(
        added(before[at], before[at + 1]) <= added(after[at], after[at + 1])
        for at in range(0, len(before), 2)
    )


def ordered(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


def added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def test_the_order_of_maps_and_of_results_does_not_matter() -> None:
    clubs = {one: str(int(one[1:]) % 4) for one in entrants(21)}
    apart = [frozenset(pair) for pair in pairwise(entrants(21))]
    stage = replace(opening(SWISS, 21, rounds=6), clubs=clubs, forbidden=frozenset(apart))
    for before, planned in after_each_round(stage, 3):
        turned = replace(
            before, clubs=dict(reversed(clubs.items())), forbidden=frozenset(reversed(apart))
        )
        for round_ in before.rounds:
            rows = reversed(round_.in_order)
            turned = with_pairings(turned, round_.number, round_.expected, rows)
        assert SWISS.due(turned) == (planned,)
