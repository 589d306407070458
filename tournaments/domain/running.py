"""How a tournament goes on: what is due to be paired, and the pairing of it."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from tournaments.core.planning import Planned, PlannedRound
from tournaments.core.refusals import (
    RoundNotDue,
)
from tournaments.core.scores import forfeited
from tournaments.core.stages import Stage
from tournaments.domain.decision import Decision, format_of, settle, text
from tournaments.domain.fact_parts import Table
from tournaments.domain.round_commands import FailRound, PairRound
from tournaments.domain.round_facts import RoundFailed, RoundPaired, RoundPublished
from tournaments.domain.state import Phase, StageState, State

ALGORITHM = 1


def round_due(state: State, now: datetime | None = None) -> bool:
    """Whether something may be paired; `now` None leaves the clock out of account."""
    current = state.current
    if state.phase is not Phase.RUNNING or current is None or current.completed:
        return False
    if current.failed is not None:
        return False
    if current.open_rounds and not _as_ready(state, current) and not _gaps(current):
        return False
    if now is not None and now < _opens(current, now):
        return False
    if current.ends_at is not None:
        return now is None or now < datetime.fromisoformat(current.ends_at)
    return not format_of(current).complete(current.stage)


def _gaps(current: StageState) -> set[int]:
    """The open rounds of which tables were taken back."""
    return {
        round_.number
        for round_ in current.open_rounds
        if round_.published and len(round_.pairings) < round_.expected
    }


def _opens(current: StageState, now: datetime) -> datetime:
    """From when on a round may be paired."""
    return now if current.next_at is None else datetime.fromisoformat(current.next_at)


def _as_ready(state: State, current: StageState) -> bool:
    return state.settings.starts == "ready" and format_of(current).incremental


def plans(state: State) -> list[PlannedRound]:
    """What can be paired now, as the event wants its rounds to start."""
    current = state.current
    assert current is not None
    stage = _with_byes(state, current.stage)
    due = format_of(current).due(stage)
    if _as_ready(state, current):
        return list(_free(stage, due))
    gaps = _gaps(current)
    for planned in due:
        if current.open_rounds and planned.number not in gaps:
            continue
        made = stage.round(planned.number)
        if len(planned.pairings) + (len(made.pairings) if made else 0) == planned.expected:
            return [planned]
    return []


def _with_byes(state: State, stage: Stage) -> Stage:
    coming = len(stage.rounds) + 1
    byes = {
        entrant: score
        for (number, round_number, entrant), score in state.requested.items()
        if number == stage.number and round_number == coming and entrant not in stage.absent
    }
    return replace(stage, byes=byes)


def _free(stage: Stage, due: tuple[PlannedRound, ...]) -> Iterator[PlannedRound]:
    """Those of the tables whose entrants sit at no other one."""
    busy = {
        entrant
        for round_ in stage.rounds
        if round_.undecided
        for pairing in round_.pairings.values()
        if not pairing.decided
        for entrant in pairing.entrants
    }
    for planned in due:
        free = []
        for one in planned.pairings:
            entrants = {entrant for side in one.sides for entrant in side}
            if one.outcomes is not None:
                free.append(one)
            elif not entrants & busy:
                busy |= entrants
                free.append(one)
        # A plan without tables only says that the round has fewer of them than was thought.
        if free or not planned.pairings:
            yield replace(planned, pairings=tuple(free))


def pair(decision: Decision, command: PairRound) -> None:
    state = decision.state
    if not round_due(state, command.now):
        raise RoundNotDue(round=len(state.current.stage.rounds) + 1 if state.current else 1)
    number = len(state.stages)
    ids = iter(command.matches)
    inputs = _inputs(state)
    found = plans(state)
    if not found and not decision.state.stages[-1].open_rounds:
        problem = "no_pairing"
        decision.add(RoundFailed(number, len(state.stages[-1].stage.rounds) + 1, problem))
        return
    # One round a command: a replay knows the ids of one fact only.
    for planned in found[:1]:
        tables = tuple(_table(state, one, ids) for one in planned.pairings)
        key = state.stages[-1].stage.format
        made = state.stages[-1].stage.round(planned.number)
        draft = state.settings.publish == "manual" and not (made and made.published)
        engine = f"{key}/{ALGORITHM}"
        decision.add(
            RoundPaired(number, planned.number, planned.expected, tables, engine, inputs, draft)
        )
        round_ = decision.state.stages[-1].stage.round(planned.number)
        if not draft and round_ and not round_.published:
            decision.add(RoundPublished(number, planned.number, text(command.now), (), None))
    settle(decision, command.now)


def _table(state: State, planned: Planned, ids: Iterator[str]) -> Table:
    left = state.stages[-1].stage.left
    outcomes = planned.outcomes
    if outcomes is None and len(planned.sides) == 2:
        losers = [n for n, side in enumerate(planned.sides) if any(one in left for one in side)]
        outcomes = forfeited(2, losers) if losers else None
    return Table(
        number=planned.number,
        sides=planned.sides,
        match=next(ids) if outcomes is None else None,
        group=planned.group,
        outcomes=outcomes,
        why=planned.why,
    )


def _inputs(state: State) -> str:
    """SHA-256 over what the pairing is made from: options, field and results."""
    current = state.stages[-1]
    stage = _with_byes(state, current.stage)
    digest = hashlib.sha256(repr((sorted(stage.options.items()), stage.seeds)).encode())
    digest.update(repr((sorted(stage.absent), sorted(stage.byes.items()), stage.lot)).encode())
    digest.update(repr(sorted(sorted(pair) for pair in stage.forbidden)).encode())
    digest.update(repr(sorted(stage.clubs.items())).encode())
    for pairing in stage.pairings():
        digest.update(repr((pairing.number, pairing.sides, pairing.outcomes)).encode())
    return digest.hexdigest()


def fail(decision: Decision, command: FailRound) -> None:
    current = decision.need_stage()
    number = len(current.stage.rounds) + 1
    decision.add(RoundFailed(len(decision.state.stages), number, command.problem))
