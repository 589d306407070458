"""Results of matches come in, and what has become final is closed."""

from collections.abc import Sequence
from datetime import timedelta

from tournaments.core.chance import Chance
from tournaments.core.refusals import ResultNotDue
from tournaments.core.scores import abandoned, match_outcomes
from tournaments.core.stages import Outcome, Pairing, Status
from tournaments.domain import commands
from tournaments.domain.decision import Decision, settle, text
from tournaments.domain.entrant_facts import EntrantPaused
from tournaments.domain.participation import leave
from tournaments.domain.policies import BOTH_AWAY, BOTH_LOSE, DRAWN, policy
from tournaments.domain.round_commands import RecordResults, ReportedResult
from tournaments.domain.round_facts import ResultRecorded
from tournaments.domain.state import EntrantStatus, State
from tournaments.formats import FORMATS

# Of a match that both sides have lost, as `games.match.results` has it.
ABANDONED = "abandoned"


def record(decision: Decision, command: RecordResults) -> None:
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
        recorded = _recorded(decision.state, pairing, result, final_at)
        decision.add(recorded)
        _absentees(decision, pairing, recorded.outcomes)
        settle(decision, command.now)


def _recorded(
    state: State, pairing: Pairing, result: ReportedResult, final_at: str | None
) -> ResultRecorded:
    return ResultRecorded(
        stage=len(state.stages),
        round=pairing.round,
        pairing=pairing.number,
        match=result.match,
        outcomes=_outcomes(state, pairing, result),
        reason=result.reason,
        anchor=result.anchor,
        deals=result.deals,
        final_at=final_at,
    )


def _outcomes(state: State, pairing: Pairing, result: ReportedResult) -> tuple[Outcome, ...]:
    if result.reason == ABANDONED:
        return abandoned(result.came, _goes_on(state, pairing))
    return match_outcomes(result.places, result.points, result.came, state.settings.scale)


def _goes_on(state: State, pairing: Pairing) -> int | None:
    """The side that goes on from a match that both stayed away from; None where both lose."""
    stage, how = state.stages[-1].stage, policy(state.settings.policies, BOTH_AWAY)
    if how == BOTH_LOSE or not FORMATS[stage.format].needs_winners:
        return None
    if how == DRAWN:
        return Chance(stage.lot, BOTH_AWAY, pairing.round, pairing.number).below(2)
    best = [min(map(stage.seeds.index, side)) for side in pairing.sides]
    return best.index(min(best))


def _absentees(decision: Decision, pairing: Pairing, outcomes: Sequence[Outcome]) -> None:
    """Who did not come to the table is paused, or out, as the event has it."""
    becomes = decision.state.settings.policies["no_show"]
    for side, outcome in zip(pairing.sides, outcomes, strict=True):
        if outcome.status is not Status.NO_SHOW or becomes == "keep":
            continue
        for one in side:
            entrant = decision.state.entrants[one]
            if entrant.standing is not EntrantStatus.ACTIVE:
                continue
            if becomes == "withdraw":
                leave(decision, entrant, None, "no_show")
            else:
                decision.add(EntrantPaused(one, None, "no_show"))


def settle_due(decision: Decision, command: commands.Settle) -> None:
    settle(decision, command.now)
