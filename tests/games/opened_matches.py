"""Matches that a test opens by themselves, outside of any event."""

from datetime import datetime
from typing import Any
from uuid import UUID

from games.match.opening import NewMatch, open_matches


def create_match(match_id: UUID, *, now: datetime, **wanted: Any) -> None:
    """Opens a match with this id; `wanted` are the other fields of `NewMatch`."""
    open_matches([NewMatch(match_id, **wanted)], now)
