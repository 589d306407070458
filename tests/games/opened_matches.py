"""Matches that a test opens by themselves, outside of any event."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.identity import new_id
from games.match import commands
from games.match.clocks import ClockRules
from games.match.opening import NewMatch, open_matches
from games.models import Player


def create_match(match_id: UUID, *, now: datetime, **wanted: Any) -> None:
    """Opens a match with this id; `wanted` are the other fields of `NewMatch`."""
    open_matches([NewMatch(match_id, **wanted)], now)


def begun_match(people: Sequence[Player]) -> UUID:
    """A match of these people which all have cut for, so that it is being played."""
    match_id, now = new_id(), timezone.now()
    create_match(
        match_id, ruleset="classic", overrides={}, players=people, clock=ClockRules(), now=now
    )
    for player in people:
        commands.cut(match_id, player, bytes(16), now=now)
    return match_id
