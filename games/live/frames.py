"""Frames that clients send on sockets, read strictly before anything acts on them."""

import json
from typing import Any

from engine.errors import Kind, Refusal

FRAME_BYTES = 16 * 1024


class MalformedFrame(Refusal):
    code = "malformed_frame"
    kind = Kind.MALFORMED
    template = (
        "A frame is a JSON object of at most 16 KiB with a type, and without lone surrogates."
    )


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
    # Only an escape can have made half a pair. One in a token makes it a bad token, and no more.
    if "\\u" in text and not _is_whole({**frame, "token": None}):
        raise MalformedFrame()
    return frame


def _is_whole(frame: dict[str, Any]) -> bool:
    try:
        json.dumps(frame, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
