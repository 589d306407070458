"""Double elimination: two losses for everybody else, byes and no-shows, few early rematches."""

from collections.abc import Iterator
from itertools import pairwise

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
from tests.tournaments.format_play import Rule, at_random, favourites, opening, options_of, play_out
from tournaments.core.stages import Stage, Status
from tournaments.domain.stage_updates import with_outcomes
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION as FORMAT
from tournaments.formats.double_elimination import number_of, place_of
from tournaments.formats.kernels.bracket.bracket import Part

SEEDS = st.integers(0, 2**32)
GRAND_FINALS = st.sampled_from(["reset", "single", "none"])


def winners_rounds(count: int) -> int:
    return (count - 1).bit_length()


def reset_played(stage: Stage) -> bool:
    return stage.round(number_of(Part.FINALS, 2, winners_rounds(len(stage.seeds)))) is not None


@pytest.mark.parametrize("count", range(2, 140))
def test_everybody_but_the_champion_loses_twice(count: int) -> None:
    for seed in (count, 1000 + count):
        check_losses(play_out(FORMAT, opening(FORMAT, count), at_random(seed)))


def check_losses(stage: Stage) -> None:
    count = len(stage.seeds)
    reset = reset_played(stage)
    assert matches_of(stage) == 2 * count - 2 + reset
    lines = FORMAT.standings(stage)
    losses = losses_of(stage)
    assert losses.pop(lines[0].entrant) == reset
    assert set(losses.values()) == {2}
    assert everybody_has_a_place(FORMAT, stage)
    assert [line.rank for line in lines[:4]] == [1, 2, 3, 4][:count]
    parts = [place_of(round_.number, winners_rounds(count)) for round_ in stage.rounds]
    assert sum(part is Part.LOSERS for part, _ in parts) == 2 * (winners_rounds(count) - 1)
    assert all(round_.decided for round_ in stage.rounds)


@pytest.mark.parametrize("winners", range(1, 15))
def test_rounds_of_both_brackets_are_numbered_in_one_series(winners: int) -> None:
    rounds = [
        *((Part.WINNERS, number) for number in range(1, winners + 1)),
        *((Part.LOSERS, number) for number in range(1, 2 * winners - 1)),
        *((Part.FINALS, number) for number in (1, 2)),
    ]

    numbers = [number_of(part, number, winners) for part, number in rounds]

    assert sorted(numbers) == list(range(1, 3 * winners + 1))
    assert [place_of(number, winners) for number in numbers] == rounds


def test_rounds_of_eight_entrants_have_these_names_in_the_order_of_play() -> None:
    stage = opening(FORMAT, 8)

    names = [FORMAT.round_name(stage, number) for number in range(1, 10)]

    assert [(name.code, *name.params.values()) for name in names] == [
        ("winners_round", 1),
        ("winners_round", 2),
        ("losers_round", 1),
        ("losers_round", 2),
        ("winners_final",),
        ("losers_round", 3),
        ("losers_final",),
        ("grand_final",),
        ("grand_final_reset",),
    ]


def test_losers_of_a_losers_round_share_their_places() -> None:
    stage = play_out(FORMAT, opening(FORMAT, 16), favourites(opening(FORMAT, 16).seeds))

    lines = FORMAT.standings(stage)

    assert [line.rank for line in lines] == [1, 2, 3, 4, 5, 5, 7, 7, *[9] * 4, *[13] * 4]
    assert [line.entrant for line in lines[:4]] == ["e00001", "e00002", "e00003", "e00004"]
    assert [line.out_in for line in lines[:5]] == [None, 11, 10, 9, 7]
    assert not reset_played(stage)


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 80), SEEDS)
def test_a_rank_is_the_number_of_better_entrants_and_one(count: int, seed: int) -> None:
    stage = play_out(FORMAT, opening(FORMAT, count), at_random(seed))

    ranks = [line.rank for line in FORMAT.standings(stage)]

    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]


def test_two_entrants_meet_again_in_the_grand_final() -> None:
    stage = play_out(FORMAT, opening(FORMAT, 2), first_wins)

    assert [one.sides for one in stage.pairings()] == [(("e00001",), ("e00002",))] * 2
    assert [line.rank for line in FORMAT.standings(stage)] == [1, 2]


def test_the_champions_meet_a_third_time_if_it_was_the_first_loss_of_one() -> None:
    stage = all_made(FORMAT, opening(FORMAT, 2))
    stage = all_made(FORMAT, with_outcomes(stage, 1, 1, first_wins(next(stage.pairings()))))
    grand_final = stage.round(2)
    assert grand_final is not None
    stage = with_outcomes(stage, 2, 1, second_wins(grand_final.pairings[1]))
    assert not FORMAT.complete(stage)
    assert [line.rank for line in FORMAT.standings(stage)] == [1, 1]

    stage = play_out(FORMAT, stage, second_wins)

    reset = stage.round(3)
    assert reset is not None
    assert reset.pairings[1].sides == (("e00002",), ("e00001",))
    assert [(line.entrant, line.rank) for line in FORMAT.standings(stage)] == [
        ("e00001", 1),
        ("e00002", 2),
    ]


def test_a_single_grand_final_is_the_end() -> None:
    stage = play_out(FORMAT, opening(FORMAT, 8, grand_final="single"), second_wins)

    assert len(stage.rounds) == 8 == FORMAT.planned_rounds(stage.options, 8)
    assert FORMAT.planned_rounds(options_of(FORMAT), 8) is None
    assert [line.losses for line in FORMAT.standings(stage)[:2]] == [1, 1]


def test_without_a_grand_final_the_champion_of_the_losers_bracket_is_second() -> None:
    stage = play_out(FORMAT, opening(FORMAT, 8, grand_final="none"), favourites_of(8))

    assert matches_of(stage) == 2 * 8 - 3
    assert [line.rank for line in FORMAT.standings(stage)] == [1, 2, 3, 4, 5, 5, 7, 7]
    assert [line.entrant for line in FORMAT.standings(stage)[:2]] == ["e00001", "e00002"]


def test_two_entrants_without_a_grand_final_play_one_match() -> None:
    stage = play_out(FORMAT, opening(FORMAT, 2, grand_final="none"), second_wins)

    assert matches_of(stage) == 1
    assert [(line.entrant, line.rank) for line in FORMAT.standings(stage)] == [
        ("e00002", 1),
        ("e00001", 2),
    ]


@pytest.mark.parametrize("count", range(2, 66))
def test_byes_live_on_in_the_losers_bracket(count: int) -> None:
    stage = play_out(FORMAT, opening(FORMAT, count), favourites_of(count))

    byes = [one for one in stage.pairings() if one.unopposed]

    size = 1 << winners_rounds(count)
    in_winners = [one for one in byes if one.round == 1]
    assert sorted(one.entrants[0] for one in in_winners) == list(stage.seeds[: size - count])
    for pairing in byes:
        assert pairing.outcomes is not None
        assert pairing.outcomes[0].status is Status.BYE_ALLOCATED
        part, number = place_of(pairing.round, winners_rounds(count))
        assert (part is Part.WINNERS and number == 1) or (part is Part.LOSERS and number <= 2)


def favourites_of(count: int) -> Rule:
    return favourites(opening(FORMAT, count).seeds)


# Rematches. Of a full bracket: the pairing of each round that a winner and a loser go on to.


class Paths:
    def __init__(self, size: int) -> None:
        self.size = size
        self.last = winners_rounds(size)
        self._stage = opening(FORMAT, size)
        self._dropped: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def pairings(self) -> Iterator[tuple[int, int]]:
        """Of the winners' bracket, by round in it and number."""
        for number in range(1, self.last + 1):
            for pairing in range(1, (self.size >> number) + 1):
                yield number, pairing

    def dropped(self, round_number: int, pairing: int) -> list[tuple[int, int]]:
        """Where the loser of that pairing plays in the losers' bracket for as long as it wins."""
        path = self._dropped.setdefault((round_number, pairing), [])
        slot = path[-1] if path else (number_of(Part.WINNERS, round_number, self.last), pairing)
        while True:
            fed = [
                one
                for one in FORMAT.feeds(self._stage, *slot)
                if place_of(one[0], self.last)[0] is Part.LOSERS
            ]
            if not fed:
                return path
            (slot,) = fed
            path.append(slot)

    def rematches(self) -> float:
        """How many matches of the losers' bracket are rematches, expected with tosses of a coin."""
        expected = 0.0
        for first, pairing in self.pairings():
            beaten = self.dropped(first, pairing)
            for then in range(first + 1, self.last + 1):
                fallen = self.dropped(then, (pairing - 1 >> then - first) + 1)
                meeting = next((slot for slot in beaten if slot in fallen), None)
                if meeting is not None:
                    won = beaten.index(meeting) + fallen.index(meeting)
                    expected += 0.5 ** (then - first + won)
        return expected


@pytest.mark.parametrize(
    ("size", "most"),
    [
        (8, 0.625),
        (16, 0.75),
        (32, 0.7465),
        (64, 0.7065),
        (128, 0.7235),
        (256, 0.7695),
        (512, 0.8635),
        (1024, 1.055),
    ],
)
def test_few_matches_of_the_losers_bracket_are_rematches(size: int, most: float) -> None:
    assert Paths(size).rematches() <= most


@pytest.mark.parametrize("size", [8, 16, 32, 64, 128, 256])
def test_nobody_meets_at_once_in_the_losers_bracket_whom_they_beat_just_before(size: int) -> None:
    paths = Paths(size)
    for first, pairing in paths.pairings():
        then = first + 1
        if size >> then < 2:
            continue
        entry = paths.dropped(then, (pairing + 1) // 2)[0]
        assert entry not in paths.dropped(first, pairing)


@pytest.mark.parametrize("size", [8, 64])
def test_the_paths_of_losers_are_those_that_are_played(size: int) -> None:
    stage = play_out(FORMAT, opening(FORMAT, size), at_random(size))
    paths = Paths(size)
    made = {(one.round, one.number): one for one in stage.pairings()}
    for number, pairing in paths.pairings():
        slot = (number_of(Part.WINNERS, number, paths.last), pairing)
        (loser,) = (side for side in made[slot].sides if side != made[slot].winner)
        path = paths.dropped(number, pairing)
        assert loser in made[path[0]].sides
        for before, after in pairwise(path):
            assert (loser in made[after].sides) == (made[before].winner == loser)


# No-shows.


def test_nobody_coming_to_a_winners_match_leaves_both_out_and_the_bracket_ends() -> None:
    stage = all_made(FORMAT, opening(FORMAT, 4))
    first = stage.round(1)
    assert first is not None
    stage = with_outcomes(stage, 1, 1, nobody_comes(first.pairings[1]))
    stage = with_outcomes(stage, 1, 2, first_wins(first.pairings[2]))

    stage = play_out(FORMAT, stage, first_wins)

    assert FORMAT.complete(stage)
    lines = FORMAT.standings(stage)
    assert [(line.entrant, line.rank) for line in lines] == [
        ("e00002", 1),
        ("e00003", 2),
        ("e00001", 4),
        ("e00004", 4),
    ]


@pytest.mark.parametrize("grand_final", ["reset", "single", "none"])
def test_a_bracket_that_nobody_comes_to_ends_without_a_champion(grand_final: str) -> None:
    stage = play_out(FORMAT, opening(FORMAT, 8, grand_final=grand_final), nobody_comes)

    assert [round_.number for round_ in stage.rounds] == [1]
    assert [line.rank for line in FORMAT.standings(stage)] == [7] * 8


@settings(deadline=None, max_examples=80)
@given(st.integers(2, 40), GRAND_FINALS, st.integers(1, 100), SEEDS)
def test_a_bracket_always_ends_in_any_order_with_any_no_shows(
    count: int, grand_final: str, percent: int, seed: int
) -> None:
    stage = opening(FORMAT, count, grand_final=grand_final)

    apart = play_in_any_order(FORMAT, stage, with_no_shows(seed, percent), seed)
    together = play_round_by_round(FORMAT, stage, with_no_shows(seed, percent))

    for after in (apart, together):
        assert FORMAT.due(after) == ()
        assert all(round_.decided for round_ in after.rounds)
        assert max(losses_of(after).values()) <= 2
        assert everybody_has_a_place(FORMAT, after)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 40), GRAND_FINALS, SEEDS, st.data())
def test_a_corrected_result_takes_back_what_came_out_of_it_and_nothing_else(
    count: int, grand_final: str, seed: int, data: st.DataObject
) -> None:
    start = opening(FORMAT, count, grand_final=grand_final)
    stage = play_out(FORMAT, start, with_no_shows(seed))
    matches = [pairing for pairing in stage.pairings() if not pairing.unopposed]
    wrong = data.draw(st.sampled_from(matches))
    right = with_no_shows(seed + 1)(wrong)

    left = taken_back(FORMAT, stage, wrong.round, wrong.number)
    left = with_outcomes(left, wrong.round, wrong.number, right)
    after = play_out(FORMAT, left, with_no_shows(seed + 2))

    assert FORMAT.due(after) == ()
    assert all(round_.decided for round_ in after.rounds)
    again = play_out(FORMAT, start, results_of(after))
    assert list(again.pairings()) == list(after.pairings()), "as if it had been right at once"


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
