"""The facts of matches as frames, encoded once an audience, and the groups that they go to."""

from typing import Any
from uuid import UUID

from engine.match.decide import MatchState
from engine.match.events import Event
from engine.wire.observation import observe_event
from games.envelopes import encoded, envelope
from games.live.announce import announce
from games.store.aggregate import Change


def group_of(match_id: UUID, viewer: int | None) -> str:
    """The channel-layer group of a seat, or of the spectators (None)."""
    audience = "spectators" if viewer is None else f"seat.{viewer}"
    return f"match.{match_id.hex}.{audience}"


def announce_match(sender: object, change: Change[MatchState, Event], **kwargs: Any) -> None:
    """Announces what a match's change brought about to each audience. Called after its commit.

    A match on a board has no spectators as long as anything happens in it.
    """
    state, first = change.after, change.before.version + 1
    # A seat that a bot took has nobody to tell; one that was handed over still has its person.
    audiences: list[int | None] = [
        number for number, seat in enumerate(state.seats) if seat.cut_by != "bot"
    ]
    if state.board is None:
        audiences.append(None)
    for viewer in audiences:
        frames = [
            encoded(envelope(version, event.type, observe_event(event, viewer), change.at))
            for version, event in enumerate(change.events, first)
        ]
        announce(group_of(change.id, viewer), frames, first, state.version)
