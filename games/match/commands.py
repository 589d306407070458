"""The commands on a match, done by its stream."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.errors import MatchOver, SeatLeft
from engine.match.decide import (
    Annul,
    Forfeit,
    MatchState,
    PlayMove,
    Resign,
    RunOutClock,
    TakeBack,
)
from engine.match.decide import Command as MatchCommand
from engine.match.events import Event
from engine.rules.moves import Move, move_to_json
from games.match import outages
from games.match.clocks import GRACE, charge, due
from games.match.cuts import Accepted, commit_cut, cut, missing_cuts, seat_in, waive_cut
from games.match.match_log import ATTEMPTS, MATCHES, match_log
from games.models import Player
from games.refusals import Busy, MalformedField, Stale
from games.store import eventstore
from games.store.actors import CLOCK_ACTOR, bot_actor, player_actor
from games.store.aggregate import Decision, Head
from games.store.eventstore import Command, StaleStream
from games.store.stream_log import Intent, Prepared

__all__ = [
    "Accepted",
    "annul",
    "commit_cut",
    "cut",
    "forfeit",
    "play",
    "play_for_bots",
    "prepared_play",
    "resign",
    "run_out_clock",
    "seat_in",
    "seat_of",
    "take_back",
    "waive_cut",
]
log = logging.getLogger(__name__)
LONGEST_REASON = 200


class _OutOfTime(Exception):
    """The turn that a command is about is over by the clock, which no sweep has seen yet, or only
    seems to be, since the server was away.
    """


def play(
    match_id: UUID,
    player: Player,
    move: Move,
    *,
    seen_version: int,
    command_id: str,
    now: datetime,
    lag_ms: int = 0,
) -> Accepted:
    """Plays `move` for the player's seat, which saw the match at version `seen_version`; its line
    was measured to cost `lag_ms`.

    Where no sweep came by, a late move still finds its turn gone. Refuses `unknown_match`,
    `not_seated`, `seat_left`, `stale`, and whatever the engine refuses.
    """
    intent = _playing(player, move, seen_version, command_id, now, lag_ms, outages.is_over)
    for _ in range(ATTEMPTS):
        try:
            return Accepted(match_log.run(match_id, intent).version)
        except _OutOfTime:
            if outages.is_over():
                outages.make_good(now)
            else:
                run_out_clock(match_id, now)
    raise Busy()


def prepared_play(
    match_id: UUID,
    player: Player,
    move: Move,
    *,
    seen_version: int,
    command_id: str,
    now: datetime,
    lag_ms: int = 0,
) -> Prepared[MatchState, Event] | None:
    """What `play` would write, decided without the database; None where only `play` can say."""
    try:
        # Of a late play only the database can say whether the server was away meanwhile.
        intent = _playing(player, move, seen_version, command_id, now, lag_ms, lambda: True)
        return match_log.prepare(match_id, intent)
    except _OutOfTime:
        return None


def _playing(
    player: Player,
    move: Move,
    seen_version: int,
    command_id: str,
    now: datetime,
    lag_ms: int,
    was_away: Callable[[], bool],
) -> Intent[MatchState, MatchCommand]:
    def plan(head: Head[MatchState]) -> MatchCommand | list[MatchCommand]:
        state = head.state
        seat = seat_in(state, player)
        if _is_overdue(head, now):
            raise _OutOfTime
        if state.status == "playing" and state.seats[seat].left is not None:
            raise SeatLeft(seat=seat)
        if state.status == "playing" and not state.turn_since <= seen_version <= state.version:
            raise Stale(version=state.version)
        late = charge(state, head.since, lag_ms, now) if state.turn == seat else None
        if late is not None and was_away():
            raise _OutOfTime
        return PlayMove(seat, move) if late is None else [late, PlayMove(seat, move)]

    command = _command(player, command_id, {"play": move_to_json(move)})
    return Intent(plan, player_actor(player.pk), now, command, seen_version)


def resign(match_id: UUID, player: Player, *, command_id: str, now: datetime) -> Accepted:
    """Gives the player's part in the match up."""
    seat = seat_of(match_id, player)
    command = _command(player, command_id, {"resign": seat})
    actor = player_actor(player.pk)
    done = match_log.run(match_id, Intent(lambda head: Resign(seat), actor, now, command))
    return Accepted(done.version)


def take_back(match_id: UUID, player: Player, *, command_id: str, now: datetime) -> Accepted:
    """Gives the player the seat back that a bot got because the player's time ran out."""
    seat = seat_of(match_id, player)
    command = _command(player, command_id, {"take_back": seat})
    actor = player_actor(player.pk)
    done = match_log.run(match_id, Intent(lambda head: TakeBack(seat), actor, now, command))
    return Accepted(done.version)


def forfeit(match_id: UUID, player: Player, actor: str, now: datetime) -> Accepted:
    """Takes the player's part in the match away, by the director `actor` (as facts name actors).

    Done once, however often it is asked for. Refuses `unknown_match`, `not_seated`, `seat_left` of
    who has left otherwise, and `match_finished`.
    """
    seat = seat_of(match_id, player)
    try:
        done = match_log.run(match_id, Intent(lambda head: Forfeit(seat), actor, now))
    except (MatchOver, SeatLeft):
        state = match_log.load(match_id)
        if state.seats[seat].left != "forfeited":
            raise
        return Accepted(state.version)
    return Accepted(done.version)


def annul(match_id: UUID, actor: str, reason: str, now: datetime) -> Accepted:
    """Takes an unfinished match back, by the director `actor`; nobody wins it.

    Done once, however often it is asked for. `reason` is a line of at most 200 characters that
    everybody may read. Refuses `unknown_match`, `malformed_field` and `match_finished`.
    """
    if not (reason.strip() and reason.isprintable() and len(reason) <= LONGEST_REASON):
        raise MalformedField(field="reason")
    try:
        done = match_log.run(match_id, Intent(lambda head: Annul(reason), actor, now))
    except MatchOver:
        state = match_log.load(match_id)
        if state.result is None or state.result.winner is not None:
            raise
        return Accepted(state.version)
    return Accepted(done.version)


def run_out_clock(match_id: UUID, now: datetime) -> None:
    """Does what the clock rules say of a match whose deadline has passed; nothing if it has not.

    Refuses `unknown_match`.
    """
    for _ in range(ATTEMPTS):
        head = match_log.head(match_id)
        if not _is_overdue(head, now):
            return
        if outages.is_over():  # which nobody has answered for yet
            outages.make_good(now)
            continue
        decision = MATCHES.decided(head.state, _overdue(head.state), CLOCK_ACTOR)
        with suppress(StaleStream):
            match_log.append(match_id, head, decision, now)
            return
    log.warning("match %s changed too fast, or its row is not its log's", match_id.hex)


def _is_overdue(head: Head[MatchState], now: datetime) -> bool:
    deadline = due(head.state, head.since).deadline_at
    return deadline is not None and now >= deadline + GRACE


def _overdue(state: MatchState) -> Sequence[MatchCommand]:
    if state.status == "waiting":
        return missing_cuts(state)
    assert state.turn is not None
    return [RunOutClock(state.turn)]


def seat_of(match_id: UUID, player: Player) -> int:
    """The player's seat. Refuses `unknown_match` and `not_seated`."""
    return seat_in((match_log.kept(match_id) or match_log.head(match_id)).state, player)


def play_for_bots(
    match_id: UUID,
    head: Head[MatchState],
    choose: Callable[[MatchState], Move],
    most: int,
    clock: Callable[[], datetime],
) -> MatchState:
    """Plays bots' moves after exactly this head, at most `most` and until a person is to act, all
    in one transaction; raises `StaleStream` where the match has moved on.
    """
    events, actors, after = list[Event](), list[str](), head.state
    for _ in range(most):
        if after.bot_on_turn is None or after.turn is None:
            break
        play_ = PlayMove(after.turn, choose(after))
        decision = MATCHES.decided(after, [play_], bot_actor(after.bot_on_turn))
        events += decision.events
        actors += decision.actors
        after = decision.after
    if events:
        match_log.append(match_id, head, Decision(events, actors, after), clock())
    return after


def _command(player: Player, command_id: str, content: Any) -> Command:
    return Command(f"{player.pk.hex}:{command_id}", eventstore.digest_of(content))
