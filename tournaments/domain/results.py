"""Results of matches come in, and what has become final is closed."""

from datetime import timedelta

from tournaments.core.refusals import (
    ResultNotDue,
)
from tournaments.core.scores import match_outcomes
from tournaments.core.stages import Pairing, Status
from tournaments.domain import commands
from tournaments.domain.decision import Decision, settle, text
from tournaments.domain.entrant_facts import EntrantPaused
from tournaments.domain.registration import leave
from tournaments.domain.round_facts import ResultRecorded
from tournaments.domain.state import EntrantStatus, State


def record(decision: Decision, command: commands.RecordResults) -> None:
    if not command.results:
        return
    current = decision.need_stage()
    awaited = {
        pairing.match: pairing
        for round_ in current.open_rounds
        for pairing in round_.pairings.values()
        if pairing.match is not None and not pairing.decided
    }
    seconds = int(decision.state.settings.policies["dispute_seconds"])
    final_at = text(command.now + timedelta(seconds=seconds)) if seconds else None
    for result in command.results:
        pairing = awaited.pop(result.match, None)
        if pairing is None:
            raise ResultNotDue(match=result.match)
        decision.add(_recorded(decision.state, pairing, result, final_at))
        _absentees(decision, pairing, result)
        settle(decision, command.now)


def _recorded(
    state: State, pairing: Pairing, result: commands.ReportedResult, final_at: str | None
) -> ResultRecorded:
    outcomes = match_outcomes(result.places, result.points, result.came, state.settings.scale)
    return ResultRecorded(
        stage=len(state.stages),
        round=pairing.round,
        pairing=pairing.number,
        match=result.match,
        outcomes=outcomes,
        reason=result.reason,
        anchor=result.anchor,
        deals=result.deals,
        final_at=final_at,
    )


def _absentees(decision: Decision, pairing: Pairing, result: commands.ReportedResult) -> None:
    """Who did not come to the table is paused, or out, as the event has it."""
    policy = decision.state.settings.policies["no_show"]
    outcomes = match_outcomes(result.places, result.points, result.came, ())
    for side, outcome in zip(pairing.sides, outcomes, strict=True):
        if outcome.status is not Status.NO_SHOW or policy == "keep":
            continue
        for one in side:
            entrant = decision.state.entrants[one]
            if entrant.standing is not EntrantStatus.ACTIVE:
                continue
            if policy == "withdraw":
                leave(decision, entrant, None, "no_show")
            else:
                decision.add(EntrantPaused(one, None, "no_show"))


def settle_due(decision: Decision, command: commands.Settle) -> None:
    settle(decision, command.now)
