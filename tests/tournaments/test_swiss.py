"""Swiss events, played out whole: who meets whom, who has the bye, and why."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.format_play import (
    at_random,
    entrants,
    favourites,
    opening,
    play_out,
    step,
)
from tests.tournaments.swiss_events import (
    after_each_round,
    codes,
    meetings,
    the_round,
    with_status,
)
from tournaments.core.refusals import BadField, TooFewEntrants
from tournaments.core.stages import POINT, Status
from tournaments.formats.kernels.swiss.draw import Draw
from tournaments.formats.kernels.swiss.history import history_of
from tournaments.formats.swiss import SWISS


@pytest.mark.parametrize("count", range(2, 27))
def test_everybody_has_one_row_a_round_and_nobody_meets_twice(count: int) -> None:
    rounds, met, byes = (count + 1) // 2, set(), Counter()
    played = 0
    for stage, planned in after_each_round(opening(SWISS, count, rounds=rounds), count):
        sides = [entrant for one in planned.pairings for side in one.sides for entrant in side]
        assert sorted(sides) == list(stage.seeds)
        assert [one.number for one in planned.pairings] == list(range(1, planned.expected + 1))
        assert not met & meetings(planned)
        met |= meetings(planned)
        byes.update(list(with_status(planned, Status.BYE_ALLOCATED)))
        played += 1
    assert played == rounds
    assert byes.total() == (count % 2) * rounds
    assert set(byes.values()) <= {1}


@pytest.mark.parametrize("count", [3, 5, 9, 15, 21])
def test_the_bye_goes_to_the_lowest_group_that_lets_all_others_play(count: int) -> None:
    stage = opening(SWISS, count, rounds=(count + 1) // 2)
    for before, planned in after_each_round(stage, count):
        past = history_of(before, planned.number)
        (taker,) = with_status(planned, Status.BYE_ALLOCATED)
        assert not past[taker].byes
        lower = {
            entrant
            for entrant in before.seeds
            if past[entrant].score < past[taker].score and not past[entrant].byes
        }
        for entrant in lower:
            others = [one for one in before.seeds if one != entrant]
            assert Draw(replace(before, seeds=tuple(others)), planned.number).pairs is None


@pytest.mark.parametrize(
    ("order", "first"), [("slide", ("e00001", "e00005")), ("fold", ("e00001", "e00008"))]
)
def test_round_one_slides_or_folds(order: str, first: tuple[str, str]) -> None:
    planned = the_round(opening(SWISS, 8, first_round=order))
    assert set(first) in meetings(planned)
    assert codes(planned.pairings[0]) == [order]


def test_a_random_first_round_derives_from_the_lot() -> None:
    stage = opening(SWISS, 40, first_round="random")
    other = replace(stage, lot=bytes(range(32)))
    assert meetings(the_round(stage)) == meetings(the_round(stage))
    assert meetings(the_round(stage)) != meetings(the_round(other))
    assert meetings(the_round(stage)) != meetings(the_round(opening(SWISS, 40)))


def test_the_first_table_has_the_leaders() -> None:
    stage = step(SWISS, opening(SWISS, 16), favourites(entrants(16)))
    tables = [one.sides for one in the_round(stage).pairings]
    assert {side[0] for side in tables[0]} == {"e00001", "e00005"}
    past = history_of(stage, 2)
    scores = [max(past[side[0]].score for side in sides) for sides in tables]
    assert scores == sorted(scores, reverse=True)


def test_nobody_sits_first_much_more_often_than_second() -> None:
    stage = play_out(SWISS, opening(SWISS, 64, rounds=9), at_random(4))
    assert all(abs(one.firsts) <= 3 for one in history_of(stage, 99).values())


@pytest.mark.parametrize("score", [30, 60])
def test_the_bye_scores_what_the_organiser_set(score: int) -> None:
    planned = the_round(opening(SWISS, 5, bye_score=score))
    assert with_status(planned, Status.BYE_ALLOCATED) == {"e00005": score}


def test_forbidden_pairs_never_meet_and_clubs_only_if_they_must() -> None:
    seeds = entrants(8)
    apart = frozenset({frozenset({"e00001", "e00005"})})
    club = dict.fromkeys(("e00002", "e00006"), "north")
    planned = the_round(replace(opening(SWISS, 8), forbidden=apart, clubs=club))
    assert not meetings(planned) & {*apart, frozenset({"e00002", "e00006"})}
    whys = {why.code for one in planned.pairings for why in one.why}
    assert {"kept_apart", "same_club"} <= whys
    same = the_round(replace(opening(SWISS, 8), clubs=dict.fromkeys(seeds, "north")))
    assert len(meetings(same)) == 4


def test_a_stage_that_allows_it_repeats_the_oldest_meetings() -> None:
    stage = opening(SWISS, 4, rounds=5, rematches="allow")
    over = play_out(SWISS, stage, at_random(1))
    pairs = [{frozenset(one.entrants) for one in round_.in_order} for round_ in over.rounds]
    assert pairs[3:] == pairs[:2]
    (fourth,) = SWISS.due(replace(over, rounds=over.rounds[:3]))
    assert all("rematch_forced" in codes(one) for one in fourth.pairings)


def test_byes_are_repeated_only_after_everybody_had_one() -> None:
    stage = opening(SWISS, 3, rounds=5, rematches="allow")
    over = play_out(SWISS, stage, at_random(1))
    taken = Counter(one.entrants[0] for one in over.pairings() if one.unopposed)
    assert sorted(taken.values()) == [1, 2, 2]


def test_reasons_say_who_floats_and_whom_nobody_meets_again() -> None:
    found = Counter()
    for _, planned in after_each_round(opening(SWISS, 14, rounds=7), 1):
        past = history_of(_, planned.number)
        for one in planned.pairings:
            found.update(codes(one))
            for why in one.why:
                if why.code == "float":
                    assert past[str(why.params["entrant"])].score == why.params["score"]
                    assert int(why.params["score"]) > int(why.params["to"])
                if why.code == "avoids_rematch":
                    entrant, other = str(why.params["entrant"]), str(why.params["instead_of"])
                    assert why.params["round"] in past[entrant].met[other]
    assert {"slide", "float", "avoids_rematch", "displaced"} <= found.keys()


def test_rounds_default_to_what_leaves_one_with_only_wins() -> None:
    default = opening(SWISS, 2).options
    rounds = [SWISS.planned_rounds(default, count) for count in (2, 3, 4, 5, 8, 9, 1000)]
    assert rounds == [1, 2, 2, 3, 3, 4, 10]
    over = play_out(SWISS, opening(SWISS, 32), favourites(entrants(32)))
    assert sum(one.score == 5 * POINT for one in history_of(over, 99).values()) == 1


def test_more_rounds_than_opponents_are_refused() -> None:
    options = dict(opening(SWISS, 2).options)
    SWISS.check({**options, "rounds": 4}, 8)
    SWISS.check({**options, "rounds": 9, "rematches": "allow"}, 8)
    with pytest.raises(BadField) as refused:
        SWISS.check({**options, "rounds": 5}, 8)
    assert refused.value.params["field"] == "rounds"
    with pytest.raises(BadField):
        SWISS.check({**options, "bye_score": 45}, 8)
    for count in (0, 1):
        with pytest.raises(TooFewEntrants):
            SWISS.check(options, count)
