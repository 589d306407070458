"""What a seat may ask for, read from JSON and done: one service for REST and for sockets."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from engine.match.decide import MatchState
from engine.match.events import Event
from engine.rules import moves
from games.match import commands, fields
from games.match.commands import Accepted
from games.models import Player
from games.refusals import MalformedField
from games.store.stream_log import Prepared


class Move(TypedDict):
    """What a move is asked for with."""

    move: moves.Move
    seen_version: int
    command_id: str


def move(
    match_id: UUID, player: Player, content: dict[str, Any], now: datetime, lag_ms: int = 0
) -> Accepted:
    return commands.play(match_id, player, **_move_in(content), now=now, lag_ms=lag_ms)


def prepared_move(
    match_id: UUID, player: Player, content: dict[str, Any], now: datetime, lag_ms: int = 0
) -> Prepared[MatchState, Event] | None:
    """As `commands.prepared_play`."""
    return commands.prepared_play(match_id, player, **_move_in(content), now=now, lag_ms=lag_ms)


def _move_in(content: dict[str, Any]) -> Move:
    return {
        "move": fields.move_in(content),
        "seen_version": fields.version_in(content),
        "command_id": fields.command_id_in(content),
    }


def cut(match_id: UUID, player: Player, content: dict[str, Any], now: datetime) -> Accepted:
    """By what it says: shows a cut, commits to one by its digest, or takes the server's."""
    said = [field for field in ("digest", "spare") if field in content]
    if len(said) > 1 or (said and "cut" in content):
        raise MalformedField(field=said[-1])
    if "digest" in content:
        return commands.commit_cut(match_id, player, fields.digest_in(content), now=now)
    if "spare" in content:
        if content["spare"] is not True:
            raise MalformedField(field="spare")
        return commands.waive_cut(match_id, player, now=now)
    return commands.cut(match_id, player, fields.cut_in(content), now=now)


def resign(match_id: UUID, player: Player, content: dict[str, Any], now: datetime) -> Accepted:
    return commands.resign(match_id, player, command_id=fields.command_id_in(content), now=now)


def take_back(match_id: UUID, player: Player, content: dict[str, Any], now: datetime) -> Accepted:
    command_id = fields.command_id_in(content)
    return commands.take_back(match_id, player, command_id=command_id, now=now)


Doing = Callable[[UUID, Player, dict[str, Any], datetime], Accepted]
COMMANDS: dict[str, Doing] = {
    "move": move,
    "cut": cut,
    "resign": resign,
    "take_back": take_back,
}
