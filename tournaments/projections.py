"""The read models of a tournament, written in the transaction that appends its facts."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from tournaments.domain.events import (
    EntrantRegistered,
    EntrantWithdrawn,
    ResultRecorded,
    RoundPaired,
    TournamentCompleted,
    TournamentCreated,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.domain.state import State
from tournaments.models import Entrant, Pairing, Tournament


def project(state: State, events: Sequence[TournamentEvent], now: datetime) -> None:
    """Writes what `events` changed, up to `state`, which they led to."""
    tournament_id = UUID(state.id)
    for kind, same in groupby(events, key=type):
        write = _WRITERS.get(kind)
        if write is not None:
            write(tournament_id, list(same), now)
    Tournament.objects.filter(id=tournament_id).update(**_columns(state))


def _columns(state: State) -> dict[str, Any]:
    return {
        "state": state.phase,
        "version": state.version,
        "entered": len(state.entrants),
        "size": state.size,
        "round": len(state.rounds),
        "due": state.start_due or state.round_due is not None,
    }


def _create(tournament_id: UUID, events: list[TournamentCreated], now: datetime) -> None:
    for event in events:
        Tournament.objects.create(
            id=tournament_id,
            slug=event.slug,
            name=event.name,
            version=0,
            organiser_id=UUID(event.organiser),
            format=event.format,
            ruleset=event.ruleset,
            overrides=dict(event.overrides),
            capacity=event.capacity,
            turn_seconds=event.turn_seconds,
            bot_pace_ms=event.bot_pace_ms,
            autostart=event.autostart,
            fill_with_bots=event.fill_with_bots or "",
            created_at=now,
        )


def _register(tournament_id: UUID, events: list[EntrantRegistered], now: datetime) -> None:
    Entrant.objects.bulk_create(
        Entrant(
            id=UUID(event.entrant),
            tournament_id=tournament_id,
            player_id=UUID(event.player),
            bot=event.bot or "",
            number=event.number,
        )
        for event in events
    )


def _withdraw(tournament_id: UUID, events: list[EntrantWithdrawn], now: datetime) -> None:
    gone = [UUID(event.entrant) for event in events]
    Entrant.objects.filter(id__in=gone).update(state=Entrant.State.WITHDRAWN)


def _start(tournament_id: UUID, events: list[TournamentStarted], now: datetime) -> None:
    for event in events:
        rows = [
            Entrant(id=UUID(entrant), seed=seed, state=Entrant.State.ACTIVE)
            for seed, entrant in enumerate(event.seeds, 1)
        ]
        Entrant.objects.bulk_update(rows, ["seed", "state"], batch_size=200)
        Tournament.objects.filter(id=tournament_id).update(started_at=now)


def _pair(tournament_id: UUID, events: list[RoundPaired], now: datetime) -> None:
    Pairing.objects.bulk_create(
        Pairing(
            tournament_id=tournament_id,
            round=event.round,
            number=paired.pairing,
            first_id=_id(paired.entrants[0]),
            second_id=_id(paired.entrants[1]),
            match_id=_id(paired.match),
            # A bye is decided as soon as it is paired.
            winner_id=_id(paired.entrants[0]) if paired.entrants[1] is None else None,
        )
        for event in events
        for paired in event.pairings
    )


def _record(tournament_id: UUID, events: list[ResultRecorded], now: datetime) -> None:
    keys = {(event.round, event.pairing): event for event in events}
    pairings = list(
        Pairing.objects.filter(
            tournament_id=tournament_id, match_id__in=[UUID(event.match) for event in events]
        )
    )
    losers = []
    for row in pairings:
        event = keys[row.round, row.number]
        row.winner_id = UUID(event.winner)
        row.scores = list(event.scores)
        row.reason = event.reason
        losers.append(row.second_id if row.winner_id == row.first_id else row.first_id)
    Pairing.objects.bulk_update(pairings, ["winner", "scores", "reason"], batch_size=100)
    Entrant.objects.filter(id__in=losers).update(state=Entrant.State.ELIMINATED)


def _complete(tournament_id: UUID, events: list[TournamentCompleted], now: datetime) -> None:
    for event in events:
        champion = UUID(event.champion)
        Entrant.objects.filter(id=champion).update(state=Entrant.State.CHAMPION)
        Tournament.objects.filter(id=tournament_id).update(champion_id=champion, completed_at=now)


def _id(text: str | None) -> UUID | None:
    return None if text is None else UUID(text)


_WRITERS: Mapping[type, Callable[[UUID, list[Any], datetime], None]] = {
    TournamentCreated: _create,
    EntrantRegistered: _register,
    EntrantWithdrawn: _withdraw,
    TournamentStarted: _start,
    RoundPaired: _pair,
    ResultRecorded: _record,
    TournamentCompleted: _complete,
}
