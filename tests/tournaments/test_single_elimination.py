"""Single elimination: every number of entrants plays down to one, whoever does not come."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Refusal
from tests.tournaments.bracket_play import (
    all_made,
    everybody_has_a_place,
    first_wins,
    losses_of,
    matches_of,
    nobody_comes,
    play_in_any_order,
    play_round_by_round,
    results_of,
    second_wins,
    taken_back,
    with_no_shows,
)
from tests.tournaments.format_play import (
    at_random,
    entrants,
    favourites,
    made,
    opening,
    options_of,
    play_out,
)
from tournaments.core.planning import PlannedRound, RoundName
from tournaments.core.stages import Pairing, Stage, Status
from tournaments.domain.stage_updates import with_outcomes
from tournaments.formats.single_elimination import SINGLE_ELIMINATION as FORMAT

SIZES = st.integers(2, 300)
SEEDS = st.integers(0, 2**32)


def rounds_of(count: int) -> int:
    return math.ceil(math.log2(count))


def open_round(stage: Stage, number: int) -> dict[int, Pairing]:
    round_ = stage.round(number)
    return dict(round_.pairings) if round_ else {}


@pytest.mark.parametrize(
    ("count", "third_place"),
    [*((count, False) for count in range(2, 140)), *((count, True) for count in range(2, 40))],
)
def test_every_number_of_entrants_plays_down_to_one(count: int, third_place: bool) -> None:
    stage = opening(FORMAT, count, third_place=third_place)
    plays_for_third = third_place and count >= 4

    after = play_out(FORMAT, stage, at_random(count))

    assert matches_of(after) == count - 1 + plays_for_third
    assert len(after.rounds) == rounds_of(count) + plays_for_third
    assert len(after.rounds) == FORMAT.planned_rounds(stage.options, count)
    lines = FORMAT.standings(after)
    losses = losses_of(after)
    assert losses[lines[0].entrant] == 0
    assert [line.rank for line in lines[:2]] == [1, 2]
    assert {losses[line.entrant] for line in lines[1:]} <= ({1, 2} if plays_for_third else {1})
    assert everybody_has_a_place(FORMAT, after)


@settings(deadline=None, max_examples=40)
@given(SIZES)
def test_the_top_seeds_have_the_byes_and_only_in_round_one(count: int) -> None:
    stage = play_out(FORMAT, opening(FORMAT, count), favourites(entrants(count)))

    byes = [pairing for pairing in stage.pairings() if pairing.unopposed]
    assert {pairing.round for pairing in byes} <= {1}
    rested = sorted(pairing.entrants[0] for pairing in byes)
    assert rested == list(entrants(2 ** rounds_of(count) - count))
    for pairing in byes:
        assert pairing.outcomes is not None
        assert pairing.outcomes[0].status is Status.BYE_ALLOCATED


@settings(deadline=None, max_examples=40)
@given(SIZES)
def test_when_favourites_win_the_top_seeds_are_left(count: int) -> None:
    stage = play_out(FORMAT, opening(FORMAT, count), favourites(entrants(count)))

    for round_ in stage.rounds:
        winners = sorted(entrant for one in round_.in_order for entrant in one.winner or ())
        left = min(count, 2 ** (rounds_of(count) - round_.number))
        assert winners == list(entrants(left))


def test_losers_of_a_round_share_their_places() -> None:
    stage = play_out(FORMAT, opening(FORMAT, 16), favourites(entrants(16)))

    lines = FORMAT.standings(stage)

    assert [line.rank for line in lines] == [1, 2, 3, 3, *[5] * 4, *[9] * 8]
    assert [line.entrant for line in lines] == list(entrants(16))
    champion, runner_up, third, *_ = lines
    assert (champion.wins, champion.losses, champion.out_in) == (4, 0, None)
    assert (runner_up.wins, runner_up.losses, runner_up.out_in) == (3, 1, 4)
    assert (third.wins, third.losses, third.out_in) == (2, 1, 3)
    assert sum(line.points_for - line.points_against for line in lines) == 0


def test_whoever_is_still_in_shares_the_first_rank() -> None:
    stage = opening(FORMAT, 6)
    for planned in FORMAT.due(stage):
        stage = made(stage, planned)
    for number in (2, 4):
        stage = with_outcomes(stage, 1, number, first_wins(open_round(stage, 1)[number]))

    lines = FORMAT.standings(stage)

    assert [line.rank for line in lines] == [1, 1, 1, 1, 5, 5]
    assert [line.wins for line in lines] == [0, 0, 1, 1, 0, 0], "a bye is no win"


def test_the_losers_of_the_semi_finals_play_for_the_third_place_before_the_final() -> None:
    stage = play_out(FORMAT, opening(FORMAT, 8, third_place=True), favourites(entrants(8)), most=4)

    assert [FORMAT.round_name(stage, number).code for number in range(1, 5)] == [
        "quarter_finals",
        "semi_finals",
        "third_place",
        "final",
    ]
    assert set(open_round(stage, 3)[1].entrants) == {"e00003", "e00004"}
    assert set(open_round(stage, 4)[1].entrants) == {"e00001", "e00002"}
    lines = FORMAT.standings(stage)
    assert [line.rank for line in lines] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert [line.out_in for line in lines[:5]] == [None, 4, 2, 2, 1]


def test_three_entrants_play_no_match_for_the_third_place() -> None:
    stage = play_out(FORMAT, opening(FORMAT, 3, third_place=True), at_random(1))

    assert [FORMAT.round_name(stage, one.number).code for one in stage.rounds] == [
        "semi_finals",
        "final",
    ]


def test_a_pairing_is_due_as_soon_as_both_its_sides_are_known() -> None:
    stage = all_made(FORMAT, opening(FORMAT, 8))
    stage = with_outcomes(stage, 1, 1, first_wins(open_round(stage, 1)[1]))
    assert FORMAT.due(stage) == ()

    stage = with_outcomes(stage, 1, 2, second_wins(open_round(stage, 1)[2]))

    (planned,) = FORMAT.due(stage)
    assert (planned.number, planned.expected) == (2, 2)
    assert [one.sides for one in planned.pairings] == [(("e00001",), ("e00005",))]
    assert FORMAT.due(made(stage, planned)) == ()


def test_nobody_coming_gives_the_next_opponent_a_walkover() -> None:
    stage = all_made(FORMAT, opening(FORMAT, 4))
    stage = with_outcomes(stage, 1, 1, nobody_comes(open_round(stage, 1)[1]))
    assert FORMAT.due(stage) == ()
    stage = with_outcomes(stage, 1, 2, first_wins(open_round(stage, 1)[2]))

    (planned,) = FORMAT.due(stage)

    (walkover,) = planned.pairings
    assert walkover.sides == (("e00002",),)
    assert walkover.outcomes is not None
    assert walkover.outcomes[0].status is Status.FORFEIT_WIN
    stage = made(stage, planned)
    assert FORMAT.complete(stage)
    lines = FORMAT.standings(stage)
    assert [(line.entrant, line.rank) for line in lines] == [
        ("e00002", 1),
        ("e00001", 3),
        ("e00003", 3),
        ("e00004", 3),
    ]


def test_a_pairing_that_nobody_can_come_to_is_not_expected() -> None:
    stage = all_made(FORMAT, opening(FORMAT, 16))
    for number in (1, 2):
        stage = with_outcomes(stage, 1, number, nobody_comes(open_round(stage, 1)[number]))
    for number in (3, 4, 5, 6):
        stage = with_outcomes(stage, 1, number, first_wins(open_round(stage, 1)[number]))

    (planned,) = FORMAT.due(stage)

    assert (planned.number, planned.expected) == (2, 3)
    assert [one.number for one in planned.pairings] == [2, 3]


def test_a_round_expects_less_once_nobody_can_come_to_one_of_its_pairings() -> None:
    stage = all_made(FORMAT, opening(FORMAT, 8))
    for number in (3, 4):
        stage = with_outcomes(stage, 1, number, first_wins(open_round(stage, 1)[number]))
    stage = all_made(FORMAT, stage)
    for number in (1, 2):
        stage = with_outcomes(stage, 1, number, nobody_comes(open_round(stage, 1)[number]))

    assert FORMAT.due(stage) == (PlannedRound(2, 1, ()),)
    stage = all_made(FORMAT, stage)
    semi_finals = stage.round(2)
    assert semi_finals is not None
    assert not semi_finals.decided
    stage = with_outcomes(stage, 2, 2, first_wins(open_round(stage, 2)[2]))
    semi_finals = stage.round(2)
    assert semi_finals is not None
    assert semi_finals.decided


@pytest.mark.parametrize("third_place", [False, True])
def test_a_bracket_that_nobody_comes_to_ends_without_a_champion(third_place: bool) -> None:
    stage = play_out(FORMAT, opening(FORMAT, 8, third_place=third_place), nobody_comes)

    assert [round_.number for round_ in stage.rounds] == [1]
    assert [line.rank for line in FORMAT.standings(stage)] == [5] * 8


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 70), st.booleans(), SEEDS)
def test_a_bracket_always_ends_in_any_order_with_any_no_shows(
    count: int, third_place: bool, seed: int
) -> None:
    stage = opening(FORMAT, count, third_place=third_place)

    apart = play_in_any_order(FORMAT, stage, with_no_shows(seed), seed)
    together = play_round_by_round(FORMAT, stage, with_no_shows(seed))

    for after in (apart, together):
        assert FORMAT.due(after) == ()
        assert all(round_.decided for round_ in after.rounds)
        assert everybody_has_a_place(FORMAT, after)


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 40), SEEDS, st.data())
def test_a_corrected_result_takes_back_what_came_out_of_it_and_nothing_else(
    count: int, seed: int, data: st.DataObject
) -> None:
    stage = play_out(FORMAT, opening(FORMAT, count, third_place=True), with_no_shows(seed))
    matches = [pairing for pairing in stage.pairings() if not pairing.unopposed]
    wrong = data.draw(st.sampled_from(matches))
    right = with_no_shows(seed + 1)(wrong)

    left = taken_back(FORMAT, stage, wrong.round, wrong.number)
    left = with_outcomes(left, wrong.round, wrong.number, right)
    after = play_out(FORMAT, left, at_random(seed))

    assert all(round_.decided for round_ in after.rounds)
    kept = {
        one for one in left.pairings() if (one.round, one.number) != (wrong.round, wrong.number)
    }
    assert kept <= set(after.pairings())
    again = play_out(FORMAT, opening(FORMAT, count, third_place=True), results_of(after))
    assert list(again.pairings()) == list(after.pairings()), "as if it had been right at once"


def test_names_of_rounds() -> None:
    stage = opening(FORMAT, 100)

    assert [FORMAT.round_name(stage, number) for number in range(1, 8)] == [
        RoundName("round_of", {"entrants": 128}),
        RoundName("round_of", {"entrants": 64}),
        RoundName("round_of", {"entrants": 32}),
        RoundName("round_of", {"entrants": 16}),
        RoundName("quarter_finals"),
        RoundName("semi_finals"),
        RoundName("final"),
    ]


@pytest.mark.parametrize(
    ("count", "code"),
    [
        (0, "too_few_entrants"),
        (1, "too_few_entrants"),
        (16_385, "too_many_entrants"),
        (100_001, "too_many_entrants"),
    ],
)
def test_too_few_and_too_many_entrants_are_refused(count: int, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        FORMAT.check(options_of(FORMAT), count)

    assert refused.value.code == code
