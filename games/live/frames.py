"""What a client may say on a match's socket, read strictly before anything acts on it."""

import json
import re
from typing import Any

from engine.errors import Kind, Refusal
from engine.rules.moves import Move, move_from_json, parse_move
from games.refusals import MalformedField

FRAME_BYTES = 16 * 1024
COMMAND_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
CUT = re.compile(r"[0-9a-f]{32}")
LARGEST_VERSION = 2**31 - 1


class MalformedFrame(Refusal):
    code = "malformed_frame"
    kind = Kind.MALFORMED
    template = "A frame is a JSON object with a type, of at most 16 KiB."


class UnknownFrame(Refusal):
    code = "unknown_frame"
    kind = Kind.MALFORMED
    template = "There is no frame of this type."


class NotJoined(Refusal):
    code = "not_joined"
    kind = Kind.CONFLICT
    template = "Join first."


def frame_from(text: str | None) -> dict[str, Any]:
    """The frame that a client sent. Refuses `malformed_frame`."""
    if text is None or len(text.encode(errors="replace")) > FRAME_BYTES:
        raise MalformedFrame()
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MalformedFrame() from error
    if not isinstance(frame, dict) or not isinstance(frame.get("type"), str):
        raise MalformedFrame()
    return frame


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


def move_in(content: dict[str, Any]) -> Move:
    """The move, as an object or in the text notation. Refuses `malformed_move` and the like."""
    move = content.get("move")
    return parse_move(move) if isinstance(move, str) else move_from_json(move)
