"""The read models of a match: written with its facts, in one transaction, or anew from them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from engine.match.decide import MatchState
from engine.match.events import Event
from engine.match.state import Seat as SeatState
from games.match.clocks import due
from games.models import Match, Seat
from games.store import statements
from games.store.aggregate import Change
from games.store.eventstore import StaleStream


def project(changes: Sequence[Change[MatchState, Event]]) -> None:
    """Writes what the states after the changes say over the rows that the states before wrote; the
    rows of many matches in one statement, where the same columns are to be set.

    Raises `StaleStream` where a row is not of the state before: the log was put back meanwhile.
    """
    alike: dict[statements.Names, list[tuple[object, ...]]] = {}
    for change in changes:
        if not change.before.version:
            _create(change.id, change.after, change.at, change.at)
            continue
        columns = _changed_columns(change)
        row = (*columns.values(), change.id, change.before.version)
        alike.setdefault(tuple(columns), []).append(row)
    for names, rows in alike.items():
        if statements.update(Match, ("id", "version"), names, rows) != len(rows):
            raise StaleStream("matches")
    for change in changes:
        if change.before.version:
            _write_seats(change)


def _changed_columns(change: Change[MatchState, Event]) -> dict[str, object]:
    before, state, now = change.before, change.after, change.at
    columns = _columns(state)
    if turn_opened(before, state):
        times = due(state, now)
        columns |= {"deadline_at": times.deadline_at, "bot_due_at": times.bot_due_at}
    elif state.given_ms > before.given_ms:
        given = timedelta(milliseconds=state.given_ms - before.given_ms)
        row = Match.objects.filter(id=change.id)
        deadline = row.values_list("deadline_at", flat=True).get()
        columns |= {"deadline_at": deadline and deadline + given}
    if state.status == "finished":
        columns |= {"finished_at": now}
    return columns


def _write_seats(change: Change[MatchState, Event]) -> None:
    pairs = zip(change.after.seats, change.before.seats, strict=True)
    for number, (seat, was) in enumerate(pairs):
        if _seat_columns(seat) != _seat_columns(was):
            row = Seat.objects.filter(match_id=change.id, number=number)
            row.update(**_seat_columns(seat))


def project_anew(match_id: UUID, history: Sequence[tuple[MatchState, datetime]]) -> None:
    """Writes the rows of a match that has none from its states and when each came to be."""
    created_at = opened_at = history[0][1]
    finished_at, before = None, history[0][0]
    for state, at in history:
        if turn_opened(before, state):
            opened_at = at
        if state.status == "finished" != before.status:
            finished_at = at
        before = state
    _create(match_id, before, created_at, opened_at, finished_at)


def turn_opened(before: MatchState, state: MatchState) -> bool:
    """Whether the time to act began anew: another turn, another status, another hand on the seat,
    or cuts that are to be shown now.
    """
    return (
        state.status != before.status
        or state.awaits_reveals != before.awaits_reveals
        or state.turn_since != before.turn_since
        or (state.bot_on_turn != before.bot_on_turn and state.status == "playing")
    )


def _create(
    match_id: UUID,
    state: MatchState,
    created_at: datetime,
    opened_at: datetime,
    finished_at: datetime | None = None,
) -> None:
    times = due(state, opened_at)
    Match.objects.create(
        id=match_id,
        ruleset=state.ruleset.key,
        turn_seconds=state.clock.turn_seconds,
        bot_pace_ms=state.clock.bot_pace_ms,
        board=state.board or "",
        created_at=created_at,
        finished_at=finished_at,
        deadline_at=times.deadline_at,
        bot_due_at=times.bot_due_at,
        **_columns(state),
    )
    Seat.objects.bulk_create(
        Seat(match_id=match_id, number=number, player_id=UUID(seat.player), **_seat_columns(seat))
        for number, seat in enumerate(state.seats)
    )


def _columns(state: MatchState) -> dict[str, object]:
    return {
        "status": state.status,
        "version": state.version,
        "turn": state.turn,
        "scores": list(state.scores),
        "winner": state.result.winner if state.result else None,
        "reason": state.result.reason if state.result else "",
    }


def _seat_columns(seat: SeatState) -> dict[str, Any]:
    return {"left_reason": seat.left or "", "came": seat.came}
