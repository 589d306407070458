"""What a seat may ask for, read from JSON and done: one service for REST and for sockets."""

from datetime import datetime
from typing import Any
from uuid import UUID

from games.match import commands, fields
from games.match.commands import Accepted
from games.models import Player


def move(match_id: UUID, player: Player, content: dict[str, Any], now: datetime) -> Accepted:
    return commands.play(
        match_id,
        player,
        fields.move_in(content),
        seen_version=fields.version_in(content),
        command_id=fields.command_id_in(content),
        now=now,
    )


def cut(match_id: UUID, player: Player, content: dict[str, Any], now: datetime) -> Accepted:
    return commands.cut(match_id, player, fields.cut_in(content), now=now)


def resign(match_id: UUID, player: Player, content: dict[str, Any], now: datetime) -> Accepted:
    return commands.resign(match_id, player, command_id=fields.command_id_in(content), now=now)


COMMANDS = {"move": move, "cut": cut, "resign": resign}
