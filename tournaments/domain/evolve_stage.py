"""The fold of what happens in a stage: rounds, pairings, results."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.copying import replace
from tournaments.core.stages import Outcome, Pairing, Stage
from tournaments.domain import events as facts
from tournaments.domain import stage_updates
from tournaments.domain.fact_parts import (
    Table,
)
from tournaments.domain.round_facts import (
    DisputeResolved,
    MatchForfeited,
    PairingOverridden,
    PairingVoided,
    ResultCorrected,
    ResultDisputed,
    ResultRecorded,
    RoundClosed,
    RoundDiscarded,
    RoundFailed,
    RoundPaired,
    RoundPublished,
    RoundRetried,
    ScoreAdjusted,
    TableCalled,
    TableLookedAt,
)
from tournaments.domain.state import GONE, EntrantStatus, StageState, State

Fold = Callable[[State, Any], State]


def stage_of_start(state: State, event: facts.StageStarted) -> State:
    if event.names_clubs:
        words = {one: state.entrants[one].club for one in event.seeds}
        clubs = {one: club for one, club in words.items() if club}
    else:
        clubs = clubs_of(state, event.seeds)
    stage = Stage(
        number=event.stage,
        format=event.format,
        options=event.options,
        seeds=event.seeds,
        lot=event.lot,
        forbidden=state.forbidden,
        clubs=clubs,
        names_clubs=event.names_clubs,
    )
    state = replace(
        state, stages=(*state.stages, StageState(stage, event.rounds, ends_at=event.ends_at))
    )
    return with_entrants(state, event.seeds)


def clubs_of(state: State, entrants: Iterable[str]) -> dict[str, str]:
    """A number for each of these that are of a club: equal for those of the same one. What they are
    called may be taken away, and is therefore nothing that a pairing is made from.
    """
    numbers: dict[str, str] = {}
    for entrant in sorted(state.entrants.values(), key=lambda one: one.number):
        if entrant.club:
            numbers.setdefault(entrant.club, str(len(numbers) + 1))
    told = {one: state.entrants[one].club for one in entrants}
    return {one: numbers[club] for one, club in told.items() if club}


def with_entrants(state: State, changed: Iterable[str], enter: bool = False) -> State:
    """The stage being played learns how these entrants stand; with `enter`, that they came late."""
    current = state.current
    if current is None or current.completed or not state.running:
        return state
    stage = current.stage
    absent, left, joined, seeds = set(stage.absent), stage.left, stage.joined, stage.seeds
    known = set(seeds) | set(joined)
    for id_ in changed:
        entrant = state.entrants[id_]
        if id_ not in known:
            if not enter:
                continue
            seeds, joined = (*seeds, id_), joined.insert(id_, entrant.joins)
        absent.discard(id_)
        left = left.discard(id_)
        if entrant.standing is EntrantStatus.PAUSED or entrant.standing in GONE:
            absent.add(id_)
        if entrant.standing in GONE:
            left = left.insert(id_, current.rounds_closed)
    stage = replace(stage, absent=frozenset(absent), left=left, joined=joined, seeds=seeds)
    return _with(state, len(state.stages), replace(current, stage=stage))


def _paired(state: State, event: RoundPaired) -> State:
    current = state.stages[event.stage - 1]
    published = event.round in current.starts_at
    stage = stage_updates.with_pairings(
        current.stage,
        event.round,
        event.expected,
        [pairing_of(event.round, table) for table in event.tables],
        published=published,
    )
    current = replace(current, stage=stage, failed=None)
    if event.round in current.reopened:
        again = {(event.round, table.number) for table in event.tables}
        current = replace(current, own_cards=current.own_cards | again)
    return _with(state, event.stage, current)


def pairing_of(round_number: int, table: Table) -> Pairing:
    return Pairing(
        round_number, table.number, table.sides, table.group, table.match, table.outcomes
    )


def _published(state: State, event: RoundPublished) -> State:
    current = state.stages[event.stage - 1]
    round_ = current.stage.round(event.round)
    assert round_ is not None
    stage = stage_updates.with_round(current.stage, replace(round_, published=True))
    starts_at = current.starts_at.insert(event.round, event.starts_at)
    return _with(state, event.stage, replace(current, stage=stage, starts_at=starts_at))


def _discarded(state: State, event: RoundDiscarded) -> State:
    current = state.stages[event.stage - 1]
    rounds = tuple(one for one in current.stage.rounds if one.number != event.round)
    known = current.disputed | current.overridden | current.own_cards
    gone = {key for key in known if key[0] == event.round}
    current = replace(
        _without(current, gone),
        stage=replace(current.stage, rounds=rounds),
        starts_at=current.starts_at.discard(event.round),
    )
    return _with(state, event.stage, current)


def _without(current: StageState, gone: Iterable[tuple[int, int]]) -> StageState:
    """Nothing is remembered of pairings that are no more."""
    gone = frozenset(gone)
    return replace(
        current,
        disputed=current.disputed - gone,
        overridden=current.overridden - gone,
        own_cards=current.own_cards - gone,
    )


def _overridden(state: State, event: PairingOverridden) -> State:
    current = state.stages[event.stage - 1]
    stage = current.stage
    round_ = stage.round(event.round)
    assert round_ is not None
    for table in event.tables:
        if table.number in round_.pairings:
            stage = stage_updates.without_pairing(stage, event.round, table.number)
    pairings = [pairing_of(event.round, table) for table in event.tables]
    stage = stage_updates.with_pairings(stage, event.round, round_.expected, pairings)
    keys = frozenset((event.round, table.number) for table in event.tables)
    # Who now sits here may have seen the cards of the round at a table that was taken back.
    own = keys if event.round in current.reopened else frozenset()
    current = _without(current, keys)
    current = replace(
        current,
        stage=stage,
        overridden=current.overridden | keys,
        own_cards=current.own_cards | own,
    )
    return _with(state, event.stage, current)


def _failed(state: State, event: RoundFailed) -> State:
    current = state.stages[event.stage - 1]
    failed = (event.round, event.problem)
    return _with(state, event.stage, replace(current, failed=failed))


def _retried(state: State, event: RoundRetried) -> State:
    current = state.stages[event.stage - 1]
    return _with(state, event.stage, replace(current, failed=None))


def _recorded(state: State, event: ResultRecorded) -> State:
    current = state.stages[event.stage - 1]
    stage = stage_updates.with_outcomes(current.stage, event.round, event.pairing, event.outcomes)
    if event.deals:
        stage = replace(stage, deals=stage.deals.insert((event.round, event.pairing), event.deals))
    final_at = current.final_at
    if event.final_at is not None:
        latest = max(event.final_at, final_at.get(event.round) or "")
        final_at = final_at.insert(event.round, latest)
    return _with(state, event.stage, replace(current, stage=stage, final_at=final_at))


def _decided(state: State, event: MatchForfeited | ResultCorrected) -> State:
    current = state.stages[event.stage - 1]
    outcomes: tuple[Outcome, ...] = event.outcomes
    stage = stage_updates.with_outcomes(current.stage, event.round, event.pairing, outcomes)
    disputed = current.disputed - {(event.round, event.pairing)}
    return _with(state, event.stage, replace(current, stage=stage, disputed=disputed))


def _voided(state: State, event: PairingVoided) -> State:
    current = state.stages[event.stage - 1]
    stage = stage_updates.without_pairing(current.stage, event.round, event.pairing)
    key = (event.round, event.pairing)
    stage = replace(stage, deals=stage.deals.discard(key))
    reopened = current.reopened | {event.round}
    current = replace(_without(current, [key]), stage=stage, reopened=reopened)
    return _with(state, event.stage, current)


def _disputed(state: State, event: ResultDisputed) -> State:
    current = state.stages[event.stage - 1]
    disputed = current.disputed | {(event.round, event.pairing)}
    return _with(state, event.stage, replace(current, disputed=disputed))


def _resolved(state: State, event: DisputeResolved) -> State:
    current = state.stages[event.stage - 1]
    disputed = current.disputed - {(event.round, event.pairing)}
    return _with(state, event.stage, replace(current, disputed=disputed))


def _looked(state: State, event: TableLookedAt) -> State:
    return replace(state, looked=state.looked | {(event.match, event.by)})


def _closed(state: State, event: RoundClosed) -> State:
    current = state.stages[event.stage - 1]
    round_ = current.stage.round(event.round)
    assert round_ is not None
    stage = stage_updates.with_round(current.stage, replace(round_, closed=True))
    return _with(state, event.stage, replace(current, stage=stage, next_at=event.next_at))


def _adjusted(state: State, event: ScoreAdjusted) -> State:
    current = state.stages[event.stage - 1]
    sum_ = (current.stage.adjusted.get(event.entrant) or 0) + event.score
    stage = replace(current.stage, adjusted=current.stage.adjusted.insert(event.entrant, sum_))
    return _with(state, event.stage, replace(current, stage=stage))


def _ended_early(state: State, event: facts.StageEndedEarly) -> State:
    current = state.stages[event.stage - 1]
    return _with(state, event.stage, replace(current, ended_early=True, failed=None))


def _with(state: State, number: int, stage: StageState) -> State:
    stages = (*state.stages[: number - 1], stage, *state.stages[number:])
    return replace(state, stages=stages)


STAGE_FOLDS: Mapping[type[facts.TournamentEvent], Fold] = {
    RoundPaired: _paired,
    RoundPublished: _published,
    RoundDiscarded: _discarded,
    PairingOverridden: _overridden,
    RoundFailed: _failed,
    RoundRetried: _retried,
    TableCalled: lambda state, _: state,
    ResultRecorded: _recorded,
    MatchForfeited: _decided,
    ResultCorrected: _decided,
    PairingVoided: _voided,
    ResultDisputed: _disputed,
    DisputeResolved: _resolved,
    TableLookedAt: _looked,
    RoundClosed: _closed,
    ScoreAdjusted: _adjusted,
    facts.StageEndedEarly: _ended_early,
}
