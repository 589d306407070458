"""The commands on a match: every change of every match goes through `_run`.

Load, decide, append with the read models in one transaction, then tell: the sockets, the bots'
queue, and whoever follows finished matches. A writer that loses the race reads and decides again.
"""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from engine.codec import to_fact
from engine.errors import Refusal
from engine.events import Event
from engine.match import (
    NEW,
    CreateMatch,
    MakeCut,
    MatchState,
    PlayMove,
    Resign,
    RunOutClock,
    TakeSeat,
    decide,
    evolve,
)
from engine.match import Command as MatchCommand
from engine.moves import Move, move_to_json
from games import broadcast, eventstore
from games.clocks import GRACE, ClockRules
from games.eventstore import Command, StaleStream
from games.hints import URGENT, hurry
from games.match_log import match_log
from games.models import Match, Player
from games.projections import project
from games.refusals import Busy, NotSeated, Stale, UnknownMatch
from games.signals import match_finished

log = logging.getLogger(__name__)
ATTEMPTS = 8
CUT_BYTES = 16
SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Accepted:
    """The answer to a command: the version of the match that holds it."""

    version: int


def create_match(
    match_id: UUID,
    *,
    ruleset: str,
    overrides: Mapping[str, Any],
    players: Sequence[Player],
    clock: ClockRules,
    now: datetime,
) -> None:
    """Opens a match with its seats taken in order; bots cut at once, people have to come.

    Idempotent by id: a match that exists is left as it is. Refuses what the engine refuses.
    """
    if Match.objects.filter(id=match_id).exists():
        return
    create = CreateMatch(
        match=match_id.hex,
        ruleset=ruleset,
        overrides=overrides,
        seats=len(players),
        seed=secrets.token_bytes(SEED_BYTES),
        timeouts=clock.timeouts(),
        clock=clock.clock(),
    )
    commands: list[MatchCommand] = [create]
    for seat, player in enumerate(players):
        commands.append(TakeSeat(seat, player.id.hex, player.bot or None))
    for seat, player in enumerate(players):
        if player.kind == Player.Kind.BOT:
            commands.append(MakeCut(seat, secrets.token_bytes(CUT_BYTES), "bot"))
    events, after = _decided(NEW, commands)
    try:
        _commit(match_id, NEW, after, events, actor="system", now=now, command=None)
    except StaleStream:
        return  # another worker created it first


def play(
    match_id: UUID, player: Player, move: Move, *, answers: int, command_id: str, now: datetime
) -> Accepted:
    """Plays `move` for the player's seat, which saw the match at version `answers`.

    Refuses `unknown_match`, `not_seated`, `stale`, and whatever the engine refuses.
    """
    run_out_clock(match_id, now)  # where no sweep came by, a late move still finds its turn gone
    seat = seat_of(match_id, player)
    content = {"play": move_to_json(move)}

    def command(state: MatchState) -> MatchCommand:
        if state.status == "playing" and not state.turn_since <= answers <= state.version:
            raise Stale(version=state.version)
        return PlayMove(seat, move)

    return _run_for(match_id, player, command, content, command_id, now)


def cut(match_id: UUID, player: Player, cut_bytes: bytes, *, now: datetime) -> Accepted:
    """Makes the cut of the player's seat; the last cut starts the match."""
    seat = seat_of(match_id, player)
    return _run(
        match_id,
        lambda state: MakeCut(seat, cut_bytes, "player"),
        actor=f"player:{player.id.hex}",
        now=now,
    )


def resign(match_id: UUID, player: Player, *, command_id: str, now: datetime) -> Accepted:
    seat = seat_of(match_id, player)
    return _run_for(match_id, player, lambda state: Resign(seat), {"resign": seat}, command_id, now)


def run_out_clock(match_id: UUID, now: datetime) -> None:
    """Does what the clock rules say of a match whose deadline has passed; nothing if it has not."""
    for _ in range(ATTEMPTS):
        row = Match.objects.filter(id=match_id).first()
        if row is None or row.deadline_at is None or now < row.deadline_at + GRACE:
            return
        state = match_log.load(match_id)
        if state.version != row.version:
            continue  # read between another writer's commit and ours
        try:
            _apply(match_id, state, _overdue(state), actor="clock", now=now)
        except StaleStream:
            continue
        return
    log.warning("match %s changed too fast, or its row is not its log's", match_id.hex)


def _overdue(state: MatchState) -> list[MatchCommand]:
    if state.status == "waiting":
        return [
            MakeCut(number, secrets.token_bytes(CUT_BYTES), "absent")
            for number, seat in enumerate(state.seats)
            if seat.cut is None
        ]
    assert state.turn is not None
    return [RunOutClock(state.turn)]


def seat_of(match_id: UUID, player: Player) -> int:
    """The player's seat. Refuses `unknown_match` and `not_seated`."""
    match = Match.objects.prefetch_related("seats").filter(id=match_id).first()
    if match is None:
        raise UnknownMatch()
    for seat in match.seats.all():
        if seat.player_id == player.pk:
            return seat.number
    raise NotSeated()


def play_for_bot(match_id: UUID, state: MatchState, move: Move, now: datetime) -> MatchState:
    """Plays a bot's move on exactly this state; raises `StaleStream` where it has moved on."""
    assert state.turn is not None
    seat = state.turn
    return _apply(
        match_id, state, [PlayMove(seat, move)], actor=f"bot:{state.seats[seat].bot}", now=now
    )


def _run_for(
    match_id: UUID,
    player: Player,
    command_for: Callable[[MatchState], MatchCommand],
    content: Any,
    command_id: str,
    now: datetime,
) -> Accepted:
    command = Command(f"{player.id.hex}:{command_id}", eventstore.digest_of(content))
    return _run(match_id, command_for, actor=f"player:{player.id.hex}", now=now, command=command)


def _run(
    match_id: UUID,
    command_for: Callable[[MatchState], MatchCommand],
    *,
    actor: str,
    now: datetime,
    command: Command | None = None,
) -> Accepted:
    stream = match_log.stream_of(match_id)
    for _ in range(ATTEMPTS):
        if command and (version := eventstore.answered(stream, command)) is not None:
            return Accepted(version)
        state = match_log.load(match_id)
        try:
            after = _apply(
                match_id, state, [command_for(state)], actor=actor, now=now, command=command
            )
        except StaleStream:
            continue
        except Refusal:
            # The same command may have been done between our two reads; then it is answered.
            if command and (version := eventstore.answered(stream, command)) is not None:
                return Accepted(version)
            raise
        return Accepted(after.version)
    raise Busy()


def _apply(
    match_id: UUID,
    state: MatchState,
    commands: list[MatchCommand],
    *,
    actor: str,
    now: datetime,
    command: Command | None = None,
) -> MatchState:
    events, after = _decided(state, commands)
    _commit(match_id, state, after, events, actor=actor, now=now, command=command)
    return after


def _decided(state: MatchState, commands: Sequence[MatchCommand]) -> tuple[list[Event], MatchState]:
    events = list[Event]()
    for command in commands:
        for event in decide(state, command):
            state = evolve(state, event)
            events.append(event)
    return events, state


def _commit(
    match_id: UUID,
    before: MatchState,
    after: MatchState,
    events: list[Event],
    *,
    actor: str,
    now: datetime,
    command: Command | None,
) -> None:
    with transaction.atomic():
        eventstore.append(
            match_log.stream_of(match_id),
            before.version,
            [to_fact(event) for event in events],
            actor=actor,
            now=now,
            command=command,
        )
        project(match_id, after, before, now)
        match_log.keep(match_id, after)
        broadcast.publish(match_id, before.version, events, after, now)
        _hand_on(match_id, before, after, actor)


def _hand_on(match_id: UUID, before: MatchState, after: MatchState, actor: str) -> None:
    """Queues what the new state makes due; the sweeps find the same from the row's columns."""
    from games.tasks import play_bot

    if after.status == "finished" and before.status != "finished":
        # A function: of a callback that has no name Django cannot report that it failed.
        transaction.on_commit(
            lambda: match_finished.send(sender=Match, match_id=match_id), robust=True
        )
    elif after.bot_on_turn and not after.clock.bot_pace_ms and not actor.startswith("bot:"):
        hurry(play_bot, match_id.hex, queue=_queue_of(after))


def _queue_of(state: MatchState) -> str | None:
    """A person does not wait behind the bots' own tournaments."""
    return URGENT if any(seat.cut_by != "bot" for seat in state.seats) else None
