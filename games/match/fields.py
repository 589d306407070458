"""What a client may say of a match, field by field, read strictly before anything acts on it."""

import re
from typing import Any

from engine.rules.moves import Move, move_from_json, parse_move
from games.refusals import MalformedField

COMMAND_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
DIGEST = re.compile(r"[0-9a-f]{64}")
CUT = re.compile(r"[0-9a-f]{32}")
LARGEST_VERSION = 2**31 - 1


def version_in(content: dict[str, Any], field: str = "version") -> int:
    version = content.get(field)
    if type(version) is not int or not 0 <= version <= LARGEST_VERSION:
        raise MalformedField(field=field)
    return version


def command_id_in(content: dict[str, Any]) -> str:
    command_id = content.get("command_id")
    if not isinstance(command_id, str) or not COMMAND_ID.fullmatch(command_id):
        raise MalformedField(field="command_id")
    return command_id


def cut_in(content: dict[str, Any]) -> bytes:
    cut = content.get("cut")
    if not isinstance(cut, str) or not CUT.fullmatch(cut):
        raise MalformedField(field="cut")
    return bytes.fromhex(cut)


def digest_in(content: dict[str, Any]) -> bytes:
    digest = content.get("digest")
    if not isinstance(digest, str) or not DIGEST.fullmatch(digest):
        raise MalformedField(field="digest")
    return bytes.fromhex(digest)


def move_in(content: dict[str, Any]) -> Move:
    """The move, as an object or in the text notation. Refuses `malformed_move` and the like."""
    move = content.get("move")
    return parse_move(move) if isinstance(move, str) else move_from_json(move)
