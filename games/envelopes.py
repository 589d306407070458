"""The envelope in which facts and answers travel: the same on sockets, feeds and exports."""

import json
from datetime import UTC, datetime
from typing import Any, TypedDict

from games.documents import Timestamp


class Envelope(TypedDict):
    """A fact, or whatever else is told of a stream, at a version of it."""

    version: int
    type: str
    data: dict[str, Any]
    at: Timestamp


def envelope(version: int, type_: str, data: dict[str, Any], at: datetime) -> Envelope:
    return {"version": version, "type": type_, "data": data, "at": timestamp(at)}


def timestamp(moment: datetime) -> str:
    """RFC 3339 in UTC to the millisecond."""
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def encoded(frame: Envelope) -> str:
    return json.dumps(frame, separators=(",", ":"), ensure_ascii=False)
