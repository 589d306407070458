"""How frames are written on a stream over plain HTTP: a line of JSON each (NDJSON), or as
Server-Sent Events, for pages.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

LINES_TYPE, EVENTS_TYPE = "application/x-ndjson", "text/event-stream"
# After so many milliseconds a page comes back by itself.
RETRY_MS = 2000


class Sent(NamedTuple):
    """A frame as JSON, and the version from which a client may go on after it; None where it is no
    place to go on from.
    """

    text: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """One of the two ways to write."""

    media_type: str
    opening: bytes = b""

    def written(self, frames: Iterable[Sent]) -> bytes:
        if self is LINES:
            return "".join(f"{frame.text}\n" for frame in frames).encode()
        return "".join(map(_event, frames)).encode()

    def alive(self, frame: Sent) -> bytes:
        """What is written while there is nothing to tell; a page does not see it."""
        return self.written([frame]) if self is LINES else b": alive\n\n"


def _event(frame: Sent) -> str:
    # Without a type of their own: a page hears them all by one handler, and `type` says which.
    id_ = "" if frame.version is None else f"id: {frame.version}\n"
    return f"{id_}data: {frame.text}\n\n"


LINES = Form(LINES_TYPE)
EVENTS = Form(EVENTS_TYPE, f"retry: {RETRY_MS}\n\n".encode())
