"""Tournaments as their streams: how they are decided, folded, and written as facts and rows."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from engine.errors import Refusal
from games.store import eventstore
from games.store.aggregate import Aggregate, Change
from games.store.eventstore import Command, Recorded
from games.store.stream_log import CommandOutcome, Intent, StreamLog
from tournaments.core.refusals import Busy, UnknownTournament
from tournaments.domain import decide as domain
from tournaments.domain.codec import from_fact, to_fact
from tournaments.domain.commands import TournamentCommand
from tournaments.domain.entrant_commands import CallUp
from tournaments.domain.events import TournamentEvent
from tournaments.domain.evolve import evolve
from tournaments.domain.registration import call_up_due
from tournaments.domain.state import NEW, Phase, State
from tournaments.store import projections, row_sets, standings_snapshots
from tournaments.store.ranking_pages import publish_ranking
from tournaments.store.recorded_commands import command_of

MOST_KEPT = 128
OVER = (Phase.PROVISIONAL, Phase.COMPLETED)

Plan = Callable[[State], TournamentCommand | None]


class DecisionFailed(Exception):
    """Deciding broke off by a fault of the house, which is the cause; nothing was written."""


def event_of(fact: Recorded) -> TournamentEvent:
    return from_fact(fact.type, fact.data, fact.secret)


def _decide(state: State, command: TournamentCommand) -> list[TournamentEvent]:
    try:
        return domain.decide(state, command)
    except Refusal:
        raise
    except Exception as fault:
        raise DecisionFailed from fault


def _write_rows(changes: Sequence[Change[State, TournamentEvent]]) -> None:
    for change in changes:
        _write_rows_of(change)


def _write_rows_of(change: Change[State, TournamentEvent]) -> None:
    projections.project(change.before, change.after, change.events, change.at)
    after = change.after
    if after.phase is Phase.COMPLETED and change.before.phase is not Phase.COMPLETED:
        # Nobody may see that it is over, and not how it ended.
        standings_snapshots.publish_editions(change.id, after)
    if after.phase in OVER and after.phase is not change.before.phase:
        publish_ranking(change.id, after)


TOURNAMENTS: Aggregate[State, TournamentEvent, TournamentCommand] = Aggregate(
    kind="tournament",
    new=NEW,
    unknown=UnknownTournament,
    busy=Busy,
    event_of=event_of,
    fact_of=to_fact,
    decide=_decide,
    evolve=evolve,
    write_rows=_write_rows,
    command_of=command_of,
    lock=row_sets.lock,
    rows=row_sets.rows,
    remove_rows=row_sets.remove_rows,
    write_rows_anew=row_sets.write_rows_anew,
    at_once=lambda state: CallUp() if call_up_due(state) else None,
)

tournament_log = StreamLog(TOURNAMENTS, most=MOST_KEPT)


def run(
    tournament_id: UUID,
    plan: Plan,
    *,
    actor: str,
    now: datetime,
    command: Command | None = None,
) -> CommandOutcome[State, TournamentEvent]:
    """Does what `plan` makes of the newest state, which may be nothing, at the moment `now`.

    `plan` is asked again whenever somebody else was first. Refuses what it and the tournament
    refuse, `command_id_reused`, and `busy` after too many lost races.
    """
    return tournament_log.run(
        tournament_id, Intent(lambda head: at(plan(head.state), now), actor, now, command)
    )


def at(command: TournamentCommand | None, now: datetime) -> TournamentCommand | None:
    """The command at the moment that its facts will bear, so that a replay decides the same."""
    if command is None or not any(field.name == "now" for field in fields(command)):
        return command
    return cast(TournamentCommand, replace(cast(Any, command), now=now))


def state_at(tournament_id: UUID, version: int) -> State:
    """The tournament as it was at a version; at its head, if it has not come so far."""
    state = NEW
    for fact in eventstore.read(tournament_log.stream_of(tournament_id), limit=version):
        state = evolve(state, event_of(fact))
    return state
