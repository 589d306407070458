"""Swiss events whose entrants come late, rest, leave or are paired by hand."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.format_play import (
    at_random,
    made,
    opening,
    play_out,
    step,
)
from tests.tournaments.swiss_events import after_each_round, meetings, the_round, two, with_status
from tournaments.core.late import late_score, missed_rounds
from tournaments.core.planning import PlannedRound
from tournaments.core.stages import POINT, Outcome, Pairing, Status
from tournaments.domain.stage_updates import with_outcomes, with_pairings, without_pairing
from tournaments.formats.kernels.swiss.history import history_of
from tournaments.formats.swiss import SWISS

FORFEITED = (Outcome(1, 0, POINT, Status.FORFEIT_WIN), Outcome(2, 0, 0, Status.NO_SHOW))


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


def test_a_stage_ends_when_nobody_is_left_to_meet() -> None:
    stage = opening(SWISS, 4, rounds=9, rematches="end")
    over = play_out(SWISS, stage, at_random(1))
    assert len(over.rounds) == 3
    assert SWISS.due(over) == ()


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


def test_absences_never_earn_the_bye_back() -> None:
    stage = opening(SWISS, 5, rounds=3)
    (taker,) = with_status(the_round(stage), Status.BYE_ALLOCATED)
    stage = replace(step(SWISS, stage, at_random(1)), absent=frozenset({taker}))
    back = replace(step(SWISS, stage, at_random(1)), absent=frozenset())
    assert taker not in with_status(the_round(back), Status.BYE_ALLOCATED)
