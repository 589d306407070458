"""Players who listen to what concerns them (`games.live.player_streams`): on one event loop.

What awaits a player is derived from rows, one read for all who are to look at the same time. A hint
says that somebody should look; a sweep finds what no hint told of.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from django.utils import timezone

from games.casual import challenges
from games.live.database import in_database
from games.live.reading import Reader, Wanted
from games.models import BotAccount, Match, Seat

# The kind of a hint that a player should look.
PLAYER = "player"
# The type of what a player follows by itself, as `games.live.player_streams` has it.
MATCH = "match"
NOTED_SECONDS = 30.0


class Item(NamedTuple):
    """Something that awaits a player; it is told when it comes, and whenever its data changes."""

    key: str
    type: str
    data: dict[str, Any]


# Of these players what awaits each. Queries the database.
Part = Callable[[Collection[UUID]], Mapping[UUID, Sequence[Item]]]
_parts: list[Part] = []


def register_part(part: Part) -> None:
    """What another app has for players."""
    _parts.append(part)


class Listener(Protocol):
    """A stream of a player's."""

    def look_again(self) -> None:
        """Something may be new."""

    def hear(self, type_: str, data: dict[str, Any]) -> None:
        """Is told what no row says."""


class Players:
    """Who listens on one event loop."""

    def __init__(self) -> None:
        self._listeners: dict[UUID, set[Listener]] = {}
        self._reader: Reader[Item] = Reader(_read, 0)
        self._noted_at = float("-inf")

    def come(self, player_id: UUID, listener: Listener) -> None:
        self._listeners.setdefault(player_id, set()).add(listener)

    def go(self, player_id: UUID, listener: Listener) -> None:
        listeners = self._listeners.get(player_id, set())
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(player_id, None)

    async def items(self, player_id: UUID) -> Sequence[Item]:
        """What awaits the player now."""
        return await self._reader.read(player_id, 0)

    def changed(self, player_id: UUID) -> None:
        for listener in tuple(self._listeners.get(player_id, ())):
            listener.look_again()

    def hear(self, player_id: UUID, type_: str, data: dict[str, Any]) -> None:
        for listener in tuple(self._listeners.get(player_id, ())):
            listener.hear(type_, data)

    async def sweep(self, now: float) -> None:
        """Has everybody look again, and notes now and then that they listen."""
        for player_id in tuple(self._listeners):
            self.changed(player_id)
        if self._listeners and now - self._noted_at > NOTED_SECONDS:
            self._noted_at = now
            await in_database(note, tuple(self._listeners))


def awaiting(ids: Collection[UUID]) -> Mapping[UUID, Sequence[Item]]:
    """What awaits each of these players now."""
    found: dict[UUID, list[Item]] = {player_id: [] for player_id in ids}
    for part in (_matches, _challenges, *_parts):
        for player_id, items in part(ids).items():
            found[player_id] += items
    return found


def _read(wanted: Sequence[Wanted], limit: int) -> Sequence[Sequence[Item]]:
    ids = [player_id for player_id, _ in wanted]
    found = awaiting(ids)
    return [found[player_id] for player_id in ids]


def _matches(ids: Collection[UUID]) -> Mapping[UUID, Sequence[Item]]:
    """The matches that are not over, at which they sit."""
    rows = Seat.objects.filter(player__in=ids, left_reason="")
    rows = rows.exclude(match__status=Match.Status.FINISHED).order_by("match")
    found: dict[UUID, list[Item]] = {}
    for player_id, match_id in rows.values_list("player_id", "match_id"):
        data = {"match": match_id.hex}
        found.setdefault(player_id, []).append(Item(f"{MATCH}:{match_id.hex}", MATCH, data))
    return found


def _challenges(ids: Collection[UUID]) -> Mapping[UUID, Sequence[Item]]:
    found = challenges.news_of(ids, timezone.now())
    return {player: [Item(*one) for one in items] for player, items in found.items()}


def note(ids: Collection[UUID]) -> None:
    """Writes down which bots listen, so that others know that they are there."""
    BotAccount.objects.filter(player__in=ids).update(seen_at=timezone.now())
