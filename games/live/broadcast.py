"""Facts as frames, encoded once an audience, and the groups that they go to."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from engine.match.decide import MatchState
from engine.match.events import Event
from engine.wire.observation import observe_event
from games.live.announce import announce


def group_of(match_id: UUID, viewer: int | None) -> str:
    """The channel-layer group of a seat, or of the spectators (None)."""
    audience = "spectators" if viewer is None else f"seat.{viewer}"
    return f"match.{match_id.hex}.{audience}"


def envelope(version: int, type_: str, data: dict[str, Any], at: datetime) -> dict[str, Any]:
    return {"version": version, "type": type_, "data": data, "at": timestamp(at)}


def timestamp(moment: datetime) -> str:
    """RFC 3339 in UTC to the millisecond."""
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def encoded(frame: dict[str, Any]) -> str:
    return json.dumps(frame, separators=(",", ":"), ensure_ascii=False)


def publish(
    match_id: UUID, after_version: int, events: list[Event], state: MatchState, now: datetime
) -> None:
    """Announces the events that follow `after_version` to each audience once they are committed.

    A match on a board has no spectators as long as anything happens in it.
    """
    # A seat that a bot took has nobody to tell; one that was handed over still has its person.
    audiences: list[int | None] = [
        number for number, seat in enumerate(state.seats) if seat.cut_by != "bot"
    ]
    if state.board is None:
        audiences.append(None)
    for viewer in audiences:
        frames = [
            encoded(envelope(version, event.type, observe_event(event, viewer), now))
            for version, event in enumerate(events, after_version + 1)
        ]
        announce(group_of(match_id, viewer), frames, after_version + 1, after_version + len(events))
