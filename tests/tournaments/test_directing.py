"""What directors correct and exchange, and that the event goes on after it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.noon import NOON
from tests.tournaments.plays import (
    LOT,
    after,
    bots,
    completed,
    favourite,
    of_format,
    paired,
    played,
    record,
    refusal_of,
    registering,
    result,
    started,
    waiting,
    with_settings,
)
from tournaments.domain import commands
from tournaments.domain.entrant_commands import DisqualifyEntrant, WithdrawEntrant
from tournaments.domain.round_commands import CorrectResult, OverridePairings
from tournaments.domain.schedule import next_due
from tournaments.domain.settings import StageSettings
from tournaments.domain.state import State

CORRECT = CorrectResult("olga", 1, 1, 1, (2, 1), (13, 21), "misread", True, NOON)


def to_the_end(state: State) -> State:
    while state.running:
        due = next_due(state, NOON)
        before = state.version
        if due is not None:
            state = paired(after(state, commands.Settle(NOON)))
        if state.running and list(waiting(state)):
            state = played(state, favourite)
        assert state.version > before, "it stands still"
    return state


@pytest.mark.parametrize("starts", ["ready", "rounds"])
@pytest.mark.parametrize("key", ["single_elimination", "double_elimination"])
def test_a_corrected_bracket_pairs_anew_what_rested_on_the_result(key: str, starts: str) -> None:
    state = paired(played(paired(started(8, of_format(key, starts=starts))), favourite))

    assert refusal_of(state, replace(CORRECT, reset=False)) == "dependent_matches"
    state = paired(after(state, CORRECT))

    assert state.current is not None
    second = state.current.stage.round(2)
    assert second is not None
    assert second.pairings[1].entrants == ("e8", "e4")
    assert to_the_end(state).phase == "completed"


@pytest.mark.parametrize("table", range(1, 8))
def test_a_heat_corrected_two_rounds_later_is_played_again_from_there(table: int) -> None:
    state = started(27, of_format("heats"))
    for _ in range(2):
        state = played(paired(state), favourite)
    state = paired(state)
    assert state.current is not None
    assert [len(one.pairings) for one in state.current.stage.rounds] == [7, 4, 2]
    sides = len(state.current.stage.rounds[0].pairings[table].sides)
    places = tuple(range(sides, 0, -1))

    points = tuple(24 - 3 * place for place in places)
    correct = replace(CORRECT, pairing=table, places=places, points=points)
    state = after(state, correct)

    assert to_the_end(state).phase == "completed"


def test_tables_that_were_exchanged_are_taken_back_together() -> None:
    state = paired(played(paired(started(16)), favourite))
    sides = ((1, (("e1",), ("e4",))), (2, (("e8",), ("e5",))))
    override = OverridePairings("olga", 1, 2, sides, "neighbours", ("x", "y"))

    state = paired(after(state, override, CORRECT))

    assert state.current is not None
    second = state.current.stage.round(2)
    assert second is not None
    assert second.pairings[1].entrants == ("e16", "e8")
    assert second.pairings[2].entrants == ("e4", "e5")
    assert to_the_end(state).phase == "completed"


def test_a_bye_on_which_a_match_rests_already_is_not_exchanged() -> None:
    """The one it was taken from would be in both halves of the bracket."""
    state = paired(started(6, with_settings(starts="ready")))
    byes = ((1, (("e2",),)), (3, (("e1",),)))
    exchange = OverridePairings("olga", 1, 1, byes, "as they wish", ())
    assert after(state, exchange).version == state.version + 1
    one, _ = waiting(state)
    state = paired(after(state, record(result(one))))

    assert refusal_of(state, exchange) == "round_begun"


@pytest.mark.parametrize(
    "leave",
    [
        lambda entrant: WithdrawEntrant("olga", entrant, "ill"),
        lambda entrant: DisqualifyEntrant("olga", entrant, "cards up the sleeve"),
    ],
)
@pytest.mark.parametrize("starts", ["ready", "rounds"])
def test_a_round_closes_when_its_last_table_is_forfeited_by_leaving(
    starts: str, leave: Callable[[str], commands.TournamentCommand]
) -> None:
    state = paired(started(4, with_settings(starts=starts)))
    first, _ = waiting(state)
    state = after(state, record(result(first)), leave("e3"))

    assert next_due(state, NOON) == NOON
    state = after(state, commands.Settle(NOON))
    assert [one.entrants for one in waiting(paired(state))] == [("e1", "e2")]


def test_an_event_that_everybody_left_is_over() -> None:
    state = paired(started(4, of_format("swiss")))
    for number in range(1, 5):
        state = after(state, WithdrawEntrant("olga", f"e{number}", "rain"))

    assert sorted(to_the_end(state).places) == ["e1", "e2", "e3", "e4"]


def test_who_left_before_the_start_does_not_come_in_by_a_disqualification() -> None:
    state = after(registering(), bots(1, 5), WithdrawEntrant("olga", "e5"))
    state = paired(after(state, commands.Start("olga"), commands.StartStage(LOT, (), NOON)))

    state = after(state, DisqualifyEntrant("olga", "e5", "cards up the sleeve"))

    assert state.current is not None
    assert state.current.stage.seeds == ("e1", "e2", "e3", "e4")
    assert to_the_end(state).champion == "e1"


def test_a_stage_that_nobody_is_left_for_ends_the_event() -> None:
    state = after(registering(), bots(1, 2), commands.Start("olga"))
    state = after(state, WithdrawEntrant("olga", "e2"))

    assert after(state, commands.StartStage(LOT, (), NOON)).phase == "cancelled"


def test_who_remains_when_too_few_are_left_for_the_next_stage_is_the_champion() -> None:
    """The first of the groups has gone home: not a champion who is not there."""
    stages = (StageSettings("swiss", {"rounds": 2}, advance=2), StageSettings("single_elimination"))
    state = paired(played(paired(started(4, with_settings(stages=stages))), favourite))
    for gone in ("e1", "e2", "e4"):
        state = after(state, WithdrawEntrant("olga", gone, "the last train"))

    state = to_the_end(state)

    assert (state.phase, state.champion) == ("completed", "e3")
    assert sorted(state.places) == ["e1", "e2", "e3", "e4"]


def test_a_result_of_an_event_that_is_over_is_not_corrected() -> None:
    assert refusal_of(completed(4, favourite), CORRECT) == "wrong_state"
