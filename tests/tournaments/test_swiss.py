"""Swiss events, played out whole: who meets whom, who has the bye, and when it is over."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.format_play import (
    at_random,
    entrants,
    favourites,
    made,
    opening,
    play_out,
    step,
)
from tournaments.domain.course import with_outcomes, with_pairings, without_pairing
from tournaments.domain.late import late_score, missed_rounds
from tournaments.domain.planning import Planned, PlannedRound
from tournaments.domain.refusals import BadField, TooFewEntrants
from tournaments.domain.stages import POINT, Outcome, Pairing, Stage, Status
from tournaments.formats import swiss_search
from tournaments.formats.matching import cheapest_matching
from tournaments.formats.swiss import SWISS
from tournaments.formats.swiss_candidates import candidates
from tournaments.formats.swiss_draw import Draw
from tournaments.formats.swiss_history import history_of

FORFEITED = (Outcome(1, 0, POINT, Status.FORFEIT_WIN), Outcome(2, 0, 0, Status.NO_SHOW))


def the_round(stage: Stage) -> PlannedRound:
    (planned,) = SWISS.due(stage)
    return planned


def meetings(planned: PlannedRound) -> set[frozenset[str]]:
    return {frozenset(a + b) for a, b in (one.sides for one in planned.pairings if two(one))}


def two(one: Planned | Pairing) -> bool:
    return len(one.sides) == 2


def with_status(planned: PlannedRound, status: Status) -> dict[str, int]:
    """The entrants without an opponent for this reason, with what they score."""
    return {
        one.sides[0][0]: one.outcomes[0].score
        for one in planned.pairings
        if one.outcomes and one.outcomes[0].status is status
    }


def codes(one: Planned) -> list[str]:
    return [why.code for why in one.why]


def after_each_round(stage: Stage, seed: int) -> Iterator[tuple[Stage, PlannedRound]]:
    """The stage before each round of a whole event, and the round."""
    rule = at_random(seed)
    while not SWISS.complete(stage):
        yield stage, the_round(stage)
        stage = step(SWISS, stage, rule)


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


def test_a_round_waits_for_the_results_of_the_one_before() -> None:
    stage = opening(SWISS, 4)
    stage = made(stage, the_round(stage))
    assert SWISS.due(stage) == ()
    assert not SWISS.complete(stage)


def test_the_rest_of_a_round_half_made_is_what_it_would_have_been() -> None:
    for before, planned in after_each_round(opening(SWISS, 17, rounds=5), 6):
        for kept in (1, 4, 8):
            part = replace(planned, pairings=planned.pairings[::2][:kept])
            (rest,) = SWISS.due(made(before, part))
            assert rest.expected == planned.expected
            pairings = sorted((*part.pairings, *rest.pairings), key=lambda one: one.number)
            assert pairings == list(planned.pairings)


def test_after_an_override_only_the_others_are_paired_again() -> None:
    stage = opening(SWISS, 8)
    stage = made(stage, the_round(stage))
    stage = without_pairing(without_pairing(stage, 1, 1), 1, 2)
    mine = Pairing(1, 1, (("e00001",), ("e00002",)))
    stage = with_pairings(stage, 1, 4, [mine])
    rest = the_round(stage)
    assert meetings(rest) == {frozenset({"e00005", "e00006"})}
    assert [one.number for one in rest.pairings] == [2]


def test_the_withdrawn_are_never_paired_and_the_paused_have_an_absence() -> None:
    stage = step(SWISS, opening(SWISS, 12, rounds=4), at_random(1))
    stage = replace(
        stage,
        absent=frozenset({"e00003", "e00004"}),
        left=stage.left.insert("e00003", 1),
    )
    planned = the_round(stage)
    seen = {entrant for one in planned.pairings for side in one.sides for entrant in side}
    assert seen == set(stage.seeds) - {"e00003"}
    assert with_status(planned, Status.ABSENT) == {"e00004": 0}
    assert len(with_status(planned, Status.BYE_ALLOCATED)) == 0
    back = replace(step(SWISS, stage, at_random(2)), absent=frozenset({"e00003"}))
    assert len(with_status(the_round(back), Status.BYE_ALLOCATED)) == 1
    assert not with_status(the_round(back), Status.ABSENT)


def test_a_requested_bye_scores_what_it_was_granted() -> None:
    stage = replace(opening(SWISS, 7), byes={"e00001": 30, "e00002": 0})
    planned = the_round(stage)
    assert with_status(planned, Status.BYE_REQUESTED) == {"e00001": 30, "e00002": 0}
    assert with_status(planned, Status.BYE_ALLOCATED) == {"e00007": 60}
    stage = replace(step(SWISS, stage, at_random(1)), byes={})
    assert history_of(stage, 2)["e00001"].byes == 0
    assert "e00001" in {one for pair in meetings(the_round(stage)) for one in pair}


@pytest.mark.parametrize("score", [30, 60])
def test_the_bye_scores_what_the_organiser_set(score: int) -> None:
    planned = the_round(opening(SWISS, 5, bye_score=score))
    assert with_status(planned, Status.BYE_ALLOCATED) == {"e00005": score}


def test_a_forfeited_match_is_no_meeting_but_its_winner_has_no_bye() -> None:
    stage = opening(SWISS, 3, rounds=2)
    stage = made(stage, the_round(stage))
    row = next(one for one in stage.rounds[0].in_order if not one.unopposed)
    stage = with_outcomes(stage, 1, row.number, FORFEITED)
    planned = the_round(stage)
    winner, absentee = row.entrants
    assert with_status(planned, Status.BYE_ALLOCATED).keys() == {absentee}
    assert history_of(stage, 2)[winner].met == {}


def test_a_late_entrant_has_half_a_point_for_the_first_missed_round_only() -> None:
    stage = step(SWISS, opening(SWISS, 8), at_random(1))
    stage = step(SWISS, stage, at_random(1))
    late = replace(stage, seeds=(*stage.seeds, "late"), joined=stage.joined.insert("late", 3))
    assert missed_rounds(late, "late") == 2
    assert [late_score(late, one) for one in ("late", "e00001")] == [30, 0]
    assert history_of(late, 3)["late"].score == 30
    assert SWISS.planned_rounds(late.options, 8) == 3
    over = play_out(SWISS, late, at_random(1))
    assert len(over.rounds) == 3
    assert "late" in {entrant for one in over.rounds[2].in_order for entrant in one.entrants}


def test_somebody_who_joins_a_later_round_is_not_paired_before() -> None:
    stage = opening(SWISS, 5)
    stage = replace(stage, joined=stage.joined.insert("e00005", 2))
    assert with_status(the_round(stage), Status.BYE_ALLOCATED) == {}
    assert the_round(stage).expected == 2


def test_forbidden_pairs_never_meet_and_clubs_only_if_they_must() -> None:
    seeds = entrants(8)
    apart = frozenset({frozenset({"e00001", "e00005"})})
    club = dict.fromkeys(("e00002", "e00006"), "north")
    planned = the_round(replace(opening(SWISS, 8), forbidden=apart, clubs=club))
    assert not meetings(planned) & {*apart, frozenset({"e00002", "e00006"})}
    whys = {why.code for one in planned.pairings for why in one.why}
    assert {"kept_apart", "separated"} <= whys
    same = the_round(replace(opening(SWISS, 8), clubs=dict.fromkeys(seeds, "north")))
    assert len(meetings(same)) == 4


def test_a_stage_ends_when_nobody_is_left_to_meet() -> None:
    stage = opening(SWISS, 4, rounds=9, rematches="end")
    over = play_out(SWISS, stage, at_random(1))
    assert len(over.rounds) == 3
    assert SWISS.due(over) == ()


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


def test_an_event_that_everybody_left_is_over() -> None:
    stage = step(SWISS, opening(SWISS, 6), at_random(1))
    gone = stage
    for entrant in stage.seeds[1:]:
        gone = replace(gone, left=gone.left.insert(entrant, 1))
    assert SWISS.complete(gone)
    assert SWISS.due(gone) == ()
    paused = replace(stage, absent=frozenset(stage.seeds))
    assert SWISS.complete(paused)


def test_who_leaves_while_a_round_is_half_made_does_not_hold_it_up() -> None:
    stage = opening(SWISS, 6)
    planned = the_round(stage)
    stage = made(stage, replace(planned, pairings=planned.pairings[:2]))
    for entrant in planned.pairings[2].sides[0] + planned.pairings[2].sides[1]:
        stage = replace(stage, left=stage.left.insert(entrant, 0))
    assert the_round(stage) == PlannedRound(1, 2, ())


def test_what_an_override_left_over_gets_byes_where_nothing_else_is_allowed() -> None:
    stage = replace(opening(SWISS, 4), forbidden=frozenset({frozenset({"e00003", "e00004"})}))
    stage = with_pairings(stage, 1, 2, [Pairing(1, 1, (("e00001",), ("e00002",)))])
    planned = the_round(stage)
    assert with_status(planned, Status.BYE_ALLOCATED).keys() == {"e00003", "e00004"}


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


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 24), st.integers(0, 2**32), st.sampled_from(["end", "allow"]), st.data())
def test_an_event_ends_whoever_comes_and_goes(
    count: int, seed: int, rematches: str, data: st.DataObject
) -> None:
    stage = opening(SWISS, count, rounds=7, rematches=rematches)
    rule = at_random(seed)
    some = st.frozensets(st.sampled_from(stage.seeds), max_size=3)
    for _ in range(8):
        if SWISS.complete(stage):
            break
        active = [one for one in stage.seeds if one not in stage.left]
        planned = the_round(stage)
        seen = [entrant for one in planned.pairings for side in one.sides for entrant in side]
        assert sorted(seen) == sorted(active)
        paired = {one for pair in meetings(planned) for one in pair}
        assert not paired & (stage.absent | set(stage.byes))
        stage = step(SWISS, stage, rule)
        for entrant in data.draw(some):
            stage = replace(stage, left=stage.left.insert(entrant, len(stage.rounds)))
        stage = replace(
            stage,
            absent=data.draw(some) | frozenset(stage.left),
            byes=dict.fromkeys(data.draw(some), 30),
        )
    assert SWISS.complete(stage)
    assert SWISS.due(stage) == ()
    given_out = sum(one.score for row in stage.pairings() for one in row.outcomes or ())
    matches = sum(two(row) for row in stage.pairings())
    byes = sum(row.outcomes[0].score for row in stage.pairings() if row.unopposed and row.outcomes)
    assert given_out == POINT * matches + byes
    assert sum(line.score for line in SWISS.standings(stage)) == given_out


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


def test_absences_never_earn_the_bye_back() -> None:
    stage = opening(SWISS, 5, rounds=3)
    (taker,) = with_status(the_round(stage), Status.BYE_ALLOCATED)
    stage = replace(step(SWISS, stage, at_random(1)), absent=frozenset({taker}))
    back = replace(step(SWISS, stage, at_random(1)), absent=frozenset())
    assert taker not in with_status(the_round(back), Status.BYE_ALLOCATED)
