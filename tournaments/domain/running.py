"""How a tournament goes on: it starts, stages start, rounds are paired, results come in."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from engine.shuffle import commitment
from tournaments.domain import commands as asked
from tournaments.domain.decision import Decision, complete_tournament, format_of, settle, text
from tournaments.domain.events import (
    EntrantPaused,
    Reason,
    ResultRecorded,
    RoundFailed,
    RoundPaired,
    RoundPublished,
    SettingsChanged,
    StageStarted,
    Table,
    TournamentCancelled,
    TournamentCreated,
    TournamentStarted,
)
from tournaments.domain.planning import Planned, PlannedRound
from tournaments.domain.refusals import (
    BadField,
    ResultNotDue,
    RoundNotDue,
    TooFewEntrants,
    WrongState,
)
from tournaments.domain.registration import enter, leave
from tournaments.domain.scores import forfeited, match_outcomes
from tournaments.domain.seeds import seeds_of
from tournaments.domain.settings import complete, moment
from tournaments.domain.stages import Pairing, Stage, Status
from tournaments.domain.state import LEAST_ENTRANTS, Phase, StageState, Standing, State
from tournaments.formats import FORMATS, INCREMENTAL

ALGORITHM = 1


def create(decision: Decision, command: asked.CreateTournament) -> None:
    if decision.state.version != 0:
        raise WrongState(state=decision.state.phase.value, needs="new")
    settings = complete(command.settings)
    _need_future(settings.starts_at, command.now)
    decision.add(
        TournamentCreated(
            tournament=command.tournament,
            slug=command.slug,
            organiser=command.organiser,
            settings=settings,
            commitment=commitment(command.seed),
            seed=command.seed,
        )
    )


def _need_future(starts_at: str | None, now: datetime) -> None:
    at = moment(starts_at)
    if at is not None and at <= now:
        raise BadField(field="starts_at", problem="it is in the past")


def change_settings(decision: Decision, command: asked.ChangeSettings) -> None:
    decision.need_director(command.by)
    decision.need_phase(Phase.DRAFT, Phase.REGISTRATION)
    state, settings = decision.state, complete(command.settings)
    if settings.starts_at != state.settings.starts_at:
        _need_future(settings.starts_at, command.now)
    if settings.team != state.settings.team and state.taken:
        raise BadField(field="team", problem="entrants are in already")
    if settings.capacity < state.taken:
        raise BadField(field="capacity", problem=f"{state.taken} entrants are in already")
    decision.add(SettingsChanged(settings, command.by))


def check_start(state: State, by: str | None) -> None:
    """Refuses what would be refused of a start whoever fills the free places."""
    decision = Decision(state)
    decision.need_director(by)
    decision.need_phase(Phase.REGISTRATION, Phase.CHECK_IN)


def start(decision: Decision, command: asked.Start) -> None:
    check_start(decision.state, command.by)
    state = decision.state
    if state.phase is Phase.CHECK_IN and state.settings.policies["not_checked_in"] == "drop":
        for entrant in state.present:
            if entrant.standing is Standing.REGISTERED and not entrant.is_bot:
                leave(decision, entrant, None, "not_checked_in")
    enter(decision, command.fill, command.by)
    taken = decision.state.taken
    if taken < LEAST_ENTRANTS:
        raise TooFewEntrants(least=LEAST_ENTRANTS, entrants=taken)
    first = state.settings.stages[0]
    FORMATS[first.format].check(first.options, taken)
    decision.add(TournamentStarted(command.by))


def stage_due(state: State) -> bool:
    """Whether the next stage is to be started."""
    if state.phase is not Phase.RUNNING:
        return False
    return state.current is None or (
        state.current.completed and len(state.stages) < len(state.settings.stages)
    )


def start_stage(decision: Decision, command: asked.StartStage) -> None:
    state = decision.state
    if not stage_due(state):
        raise WrongState(state=state.phase.value, needs="running")
    number = len(state.stages) + 1
    settings = state.settings.stages[number - 1]
    seeds = seeds_of(state, settings, command.lot, command.rated)
    format_ = FORMATS[settings.format]
    if len(seeds) < LEAST_ENTRANTS:
        _without_players(decision)
        return
    minutes = settings.options.get("minutes") if settings.format == "arena" else None
    ends_at = command.now + timedelta(minutes=int(minutes)) if minutes else None
    decision.add(
        StageStarted(
            stage=number,
            format=settings.format,
            options=settings.options,
            seeds=seeds,
            rated=command.rated,
            lot=command.lot,
            rounds=format_.planned_rounds(settings.options, len(seeds)),
            ends_at=None if ends_at is None else text(ends_at),
        )
    )


def _without_players(decision: Decision) -> None:
    """All but one at most have left before a stage could start."""
    if decision.state.stages:
        complete_tournament(decision)
    else:
        decision.add(TournamentCancelled(None, "too_few_entrants"))


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
    return state.settings.starts == "ready" and current.stage.format in INCREMENTAL


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


def pair(decision: Decision, command: asked.PairRound) -> None:
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
        why=tuple(Reason(why.code, dict(why.params)) for why in planned.why),
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


def fail(decision: Decision, command: asked.FailRound) -> None:
    current = decision.need_stage()
    number = len(current.stage.rounds) + 1
    decision.add(RoundFailed(len(decision.state.stages), number, command.problem))


def record(decision: Decision, command: asked.RecordResults) -> None:
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
    state: State, pairing: Pairing, result: asked.MatchResult, final_at: str | None
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


def _absentees(decision: Decision, pairing: Pairing, result: asked.MatchResult) -> None:
    """Who did not come to the table is paused, or out, as the event has it."""
    policy = decision.state.settings.policies["no_show"]
    outcomes = match_outcomes(result.places, result.points, result.came, ())
    for side, outcome in zip(pairing.sides, outcomes, strict=True):
        if outcome.status is not Status.NO_SHOW or policy == "keep":
            continue
        for one in side:
            entrant = decision.state.entrants[one]
            if entrant.standing is not Standing.ACTIVE:
                continue
            if policy == "withdraw":
                leave(decision, entrant, None, "no_show")
            else:
                decision.add(EntrantPaused(one, None, "no_show"))


def settle_due(decision: Decision, command: asked.Settle) -> None:
    settle(decision, command.now)
