"""Arena: nobody waits who could play, and nobody plays the same opponent twice in a row."""

import itertools
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.format_play import at_random, made, opening
from tests.tournaments.table_rounds import first_seats
from tournaments.core.refusals import TooFewEntrants
from tournaments.core.stages import POINT, Stage
from tournaments.domain.stage_updates import with_outcomes, without_pairing
from tournaments.formats.arena import ARENA


def tick(stage: Stage) -> Stage:
    for round_ in ARENA.due(stage):
        stage = made(stage, round_)
    return stage


def running(stage: Stage) -> list[tuple[int, int]]:
    return [(one.round, one.number) for one in stage.pairings() if not one.decided]


def finished(stage: Stage, number: tuple[int, int], seed: int = 0) -> Stage:
    round_ = stage.round(number[0])
    assert round_ is not None
    outcomes = at_random(seed)(round_.pairings[number[1]])
    return with_outcomes(stage, *number, outcomes)


def all_finished(stage: Stage, seed: int = 0) -> Stage:
    for at, number in enumerate(running(stage)):
        stage = finished(stage, number, seed + at)
    return stage


def consecutive_rematches(stage: Stage) -> int:
    last: dict[str, str] = {}
    found = 0
    for pairing in stage.pairings():
        (one,), (other,) = pairing.sides
        found += last.get(one) == other or last.get(other) == one
        last[one], last[other] = other, one
    return found


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 30), st.integers(0, 10**6))
def test_nobody_is_in_two_matches_nor_meets_the_same_opponent_twice_in_a_row(
    entrants: int, seed: int
) -> None:
    dice, stage = Random(seed), opening(ARENA, entrants)
    for _ in range(25):
        busy = {one for p in stage.pairings() if not p.decided for one in p.entrants}
        (*due,) = ARENA.due(stage)
        names = [one for r in due for p in r.pairings for side in p.sides for one in side]
        assert len(names) == len(set(names))
        assert not busy.intersection(names)
        stage = tick(stage)
        for number in running(stage):
            if dice.random() < 0.5:
                stage = finished(stage, number, dice.randrange(1000))
    assert consecutive_rematches(stage) == 0


@settings(max_examples=15, deadline=None)
@given(st.integers(4, 40), st.integers(0, 10**6))
def test_all_but_one_at_most_play_when_all_are_free(entrants: int, seed: int) -> None:
    stage = opening(ARENA, entrants)
    for number in range(6):
        (round_,) = ARENA.due(stage)
        assert len(round_.pairings) == entrants // 2
        stage = all_finished(tick(stage), seed + number)


def test_two_alone_play_each_other_again_and_again() -> None:
    stage = opening(ARENA, 3)
    stage = replace(stage, absent=frozenset({"e00003"}))
    for number in range(1, 6):
        (round_,) = ARENA.due(stage)
        assert round_.number == number
        stage = all_finished(tick(stage), number)


def test_of_three_each_waits_in_turn() -> None:
    stage = opening(ARENA, 3)
    waited: Counter[str] = Counter()
    for number in range(9):
        (round_,) = ARENA.due(stage)
        playing = {one for side in round_.pairings[0].sides for one in side}
        waited.update(set(stage.seeds) - playing)
        stage = all_finished(tick(stage), number)
    assert set(waited.values()) == {3}


def test_equals_in_score_meet() -> None:
    stage = opening(ARENA, 64)
    for number in range(5):
        stage = all_finished(tick(stage), 100 * number)
    (round_,) = ARENA.due(stage)
    apart = [one.why[0].params["score_difference"] for one in round_.pairings]
    assert all(isinstance(one, int) and one <= POINT for one in apart)
    assert apart.count(0) >= 26


def test_everybody_sits_first_about_as_often() -> None:
    stage = opening(ARENA, 20)
    for number in range(10):
        stage = all_finished(tick(stage), 100 * number)
    first = first_seats(stage)
    assert max(first.values()) - min(first[one] for one in stage.seeds) <= 3


def test_who_pauses_is_not_paired_and_who_joins_is() -> None:
    stage = all_finished(tick(opening(ARENA, 6)))
    stage = replace(stage, absent=frozenset({"e00002"}), seeds=(*stage.seeds, "late"))
    (round_,) = ARENA.due(stage)
    playing = {one for pairing in round_.pairings for side in pairing.sides for one in side}
    assert playing == set(stage.seeds) - {"e00002"}


def test_it_is_over_when_the_time_is_and_the_last_match_is_decided() -> None:
    stage = tick(opening(ARENA, 4))
    first, second = running(stage)
    stage = finished(stage, first)
    assert not ARENA.complete(all_finished(stage))
    stage = replace(stage, options=stage.options | {"over": True})
    assert ARENA.due(stage) == ()
    assert not ARENA.complete(stage)
    stage = finished(stage, second)
    assert ARENA.complete(stage)
    assert len(ARENA.standings(stage)) == 4


def test_a_pairing_taken_back_leaves_both_free() -> None:
    stage = tick(opening(ARENA, 6))
    part = without_pairing(stage, 1, 2)
    (round_,) = ARENA.due(part)
    assert (round_.number, round_.expected) == (1, 3)
    assert [one.number for one in round_.pairings] == [2]
    gone = replace(part, absent=frozenset(stage.seeds))
    (nothing,) = ARENA.due(gone)
    assert (nothing.expected, nothing.pairings) == (2, ())


def test_one_entrant_is_too_few() -> None:
    options = opening(ARENA, 2).options
    ARENA.check(options, 2)
    with pytest.raises(TooFewEntrants):
        ARENA.check(options, 1)


def test_the_score_per_match_separates_equal_scores() -> None:
    stage = all_finished(tick(opening(ARENA, 4)))
    stage = all_finished(tick(replace(stage, absent=frozenset({"e00001", "e00002"}))), 7)
    lines = ARENA.standings(stage)
    for better, worse in itertools.pairwise(lines):
        if better.score == worse.score:
            assert better.played <= worse.played or not better.score


def test_a_forbidden_pair_never_meets_even_if_nobody_else_is_there() -> None:
    stage = opening(ARENA, 6)
    forbidden = frozenset({frozenset(stage.seeds[:2]), frozenset(stage.seeds[2:4])})
    stage = replace(stage, forbidden=forbidden)
    for _ in range(20):
        stage = all_finished(tick(stage))
    assert stage.rounds
    assert not forbidden & {frozenset(one.entrants) for one in stage.pairings()}
    assert ARENA.due(replace(stage, absent=frozenset(stage.seeds[2:]))) == ()


def test_of_equals_those_of_different_clubs_meet() -> None:
    stage = opening(ARENA, 10)
    clubs = dict.fromkeys(stage.seeds[:5], "north") | dict.fromkeys(stage.seeds[5:8], "south")
    stage = tick(replace(stage, clubs=clubs))
    meetings = [[clubs.get(one) for one in pairing.entrants] for pairing in stage.pairings()]
    assert len(meetings) == 5
    assert not [pair for pair in meetings if pair[0] == pair[1]]
