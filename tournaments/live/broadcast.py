"""The facts of tournaments as frames, and the group of everybody who follows one."""

from typing import Any
from uuid import UUID

from games.envelopes import encoded
from games.live.announce import announce
from games.store.aggregate import Change
from tournaments.domain.events import TournamentEvent
from tournaments.domain.state import State
from tournaments.read.frames import frame_of


def group_of(tournament_id: UUID) -> str:
    """The channel-layer group of everybody who watches the tournament."""
    return f"tournament.{tournament_id.hex}"


def announce_tournament(
    sender: object, change: Change[State, TournamentEvent], **kwargs: Any
) -> None:
    """Announces what a tournament's change brought about. Called after its commit."""
    frames = [encoded(frame_of(fact)) for fact in change.recorded]
    announce(group_of(change.id), frames, change.before.version + 1, change.after.version)
