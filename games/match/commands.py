"""The commands on a match; `games.store.writing` carries them out."""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.errors import MatchOver, SeatLeft
from engine.match.decide import (
    NEW,
    Annul,
    CreateMatch,
    Forfeit,
    MakeCut,
    MatchState,
    PlayMove,
    Resign,
    RunOutClock,
    TakeSeat,
)
from engine.match.decide import Command as MatchCommand
from engine.match.events import Event
from engine.rules.moves import Move, move_to_json
from engine.rules.rulesets import ruleset as ruleset_of
from engine.rules.rulesets import sides_of
from games.match.clocks import GRACE, STAND_IN, ClockRules
from games.match.match_log import match_log
from games.models import Match, Player
from games.refusals import MalformedField, NotSeated, Stale, UnknownMatch
from games.store import eventstore
from games.store.eventstore import Command, StaleStream
from games.store.writing import ATTEMPTS, Accepted, apply, commit, decided, run

log = logging.getLogger(__name__)
CUT_BYTES = 16
SEED_BYTES = 32
LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Dealing:
    """Decks that other matches are played with too: the id of the board, and the 32 bytes that the
    caller has drawn for it and publishes when the last of these matches has ended.
    """

    board: str
    secret: bytes


def create_match(
    match_id: UUID,
    *,
    ruleset: str,
    overrides: Mapping[str, Any],
    players: Sequence[Player],
    clock: ClockRules,
    now: datetime,
    dealing: Dealing | None = None,
    mirrored: bool = False,
) -> None:
    """Opens a match with its seats taken in order; bots cut at once, people have to come.

    Without `dealing` the match has decks of its own; `mirrored` plays each deck twice. Where more
    than two sides play, a bot plays on for who leaves.

    Idempotent by id: a match that exists is left as it is. Refuses what the engine refuses.
    """
    if Match.objects.filter(id=match_id).exists():
        return
    sides = len(set(sides_of(ruleset_of(ruleset, overrides), len(players), overrides)))
    create = CreateMatch(
        match=match_id.hex,
        ruleset=ruleset,
        overrides=overrides,
        seats=len(players),
        seed=secrets.token_bytes(SEED_BYTES) if dealing is None else dealing.secret,
        timeouts=clock.timeouts(sides),
        clock=clock.clock(),
        stand_in=STAND_IN if sides > 2 else None,
        board=None if dealing is None else dealing.board,
        mirrored=mirrored,
    )
    commands: list[MatchCommand] = [create]
    for seat, player in enumerate(players):
        commands.append(TakeSeat(seat, player.id.hex, player.bot or None))
    for seat, player in enumerate(players):
        if player.kind == Player.Kind.BOT:
            commands.append(MakeCut(seat, secrets.token_bytes(CUT_BYTES), "bot"))
    events, after = decided(NEW, commands)
    try:
        actors = ["system"] * len(events)
        commit(match_id, NEW, after, events, actors=actors, now=now)
    except StaleStream:
        return  # another worker created it first


def play(
    match_id: UUID, player: Player, move: Move, *, answers: int, command_id: str, now: datetime
) -> Accepted:
    """Plays `move` for the player's seat, which saw the match at version `answers`.

    Refuses `unknown_match`, `not_seated`, `seat_left`, `stale`, and whatever the engine refuses.
    """
    run_out_clock(match_id, now)  # where no sweep came by, a late move still finds its turn gone
    seat = seat_of(match_id, player)
    content = {"play": move_to_json(move)}

    def command(state: MatchState) -> MatchCommand:
        if state.status == "playing" and state.seats[seat].left is not None:
            raise SeatLeft(seat=seat)
        if state.status == "playing" and not state.turn_since <= answers <= state.version:
            raise Stale(version=state.version)
        return PlayMove(seat, move)

    return _run_for(match_id, player, command, content, command_id, now)


def cut(match_id: UUID, player: Player, cut_bytes: bytes, *, now: datetime) -> Accepted:
    """Makes the cut of the player's seat; the last cut starts the match."""
    seat = seat_of(match_id, player)
    return run(
        match_id,
        lambda state: MakeCut(seat, cut_bytes, "player"),
        actor=f"player:{player.id.hex}",
        now=now,
    )


def resign(match_id: UUID, player: Player, *, command_id: str, now: datetime) -> Accepted:
    seat = seat_of(match_id, player)
    return _run_for(match_id, player, lambda state: Resign(seat), {"resign": seat}, command_id, now)


def forfeit(match_id: UUID, player: Player, actor: str, now: datetime) -> Accepted:
    """Takes the player's part in the match away, by the director `actor` (as facts name actors).

    Done once, however often it is asked for. Refuses `unknown_match`, `not_seated`, `seat_left` of
    who has left otherwise, and `match_finished`.
    """
    seat = seat_of(match_id, player)
    try:
        return run(match_id, lambda state: Forfeit(seat), actor=actor, now=now)
    except (MatchOver, SeatLeft):
        state = match_log.load(match_id)
        if state.seats[seat].left != "forfeited":
            raise
        return Accepted(state.version)


def annul(match_id: UUID, actor: str, reason: str, now: datetime) -> Accepted:
    """Takes an unfinished match back, by the director `actor`; nobody wins it.

    Done once, however often it is asked for. `reason` is a line of at most 200 characters that
    everybody may read. Refuses `unknown_match`, `malformed_field` and `match_finished`.
    """
    if not (reason.strip() and reason.isprintable() and len(reason) <= LONGEST_REASON):
        raise MalformedField(field="reason")
    try:
        return run(match_id, lambda state: Annul(reason), actor=actor, now=now)
    except MatchOver:
        state = match_log.load(match_id)
        if state.result is None or state.result.winner is not None:
            raise
        return Accepted(state.version)


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
            apply(match_id, state, _overdue(state), actor="clock", now=now)
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


def play_for_bots(
    match_id: UUID,
    state: MatchState,
    choose: Callable[[MatchState], Move],
    most: int,
    clock: Callable[[], datetime],
) -> MatchState:
    """Plays bots' moves on exactly this state, at most `most` and until a person is to act, all in
    one transaction; raises `StaleStream` where the match has moved on.
    """
    events, actors, after = list[Event](), list[str](), state
    for _ in range(most):
        if after.bot_on_turn is None or after.turn is None:
            break
        actor = f"bot:{after.bot_on_turn}"
        more, after = decided(after, [PlayMove(after.turn, choose(after))])
        events += more
        actors += [actor] * len(more)
    if events:
        commit(match_id, state, after, events, actors=actors, now=clock())
    return after


def _run_for(
    match_id: UUID,
    player: Player,
    command_for: Callable[[MatchState], MatchCommand],
    content: Any,
    command_id: str,
    now: datetime,
) -> Accepted:
    command = Command(f"{player.id.hex}:{command_id}", eventstore.digest_of(content))
    return run(match_id, command_for, actor=f"player:{player.id.hex}", now=now, command=command)
