"""Everything that concerns one player, over plain HTTP: seated at a table, on turn with what the
seat sees and may play, finished, invited (docs/protocol.md, Streams).

Nothing waits in a queue for a reader: what is told is worked out when it can be written.
"""

import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from engine.errors import Refusal
from games.envelopes import encoded, envelope
from games.live.broadcast import MATCH as MATCHES
from games.live.database import in_database
from games.live.delivery import Sent
from games.live.following import Following
from games.live.players import MATCH, Item, note
from games.live.streams import HttpStream, Reader
from games.match import cuts
from games.match.at_seat import AtSeat, look, waits_for_others
from games.models import Match, Player, Seat

# What was said to a player alone, and has not been written yet.
MOST_WORDS = 16
# How many matches that have ended meanwhile are told to who comes back.
MOST_ENDED = 50


class _Table:
    """A match at which the player sits; a follower, as `games.live.following` has it."""

    def __init__(self, match_id: UUID, stream: "PlayerStream") -> None:
        self.id, self._stream = match_id, stream
        self.viewer: int | None = None
        self.following: Following | None = None
        self.turn: int | None = 0

    def catch_up(self) -> None:
        assert self.following is not None
        seat, version = self.viewer, self.following.version
        if seat is None or not waits_for_others(self.id, seat, version):
            self._stream.look_at(self.id)


class PlayerStream(HttpStream):
    """One of a player's. A program that `has_spare_cuts` has the server cut for it, by listening.
    Its versions are moments, in milliseconds, which only grow.
    """

    def __init__(
        self, reader: Reader, player: Player, *, after: int | None, has_spare_cuts: bool
    ) -> None:
        super().__init__(reader)
        self.player, self.after, self.has_spare_cuts = player, after, has_spare_cuts
        self._tables: dict[UUID, _Table] = {}
        self._items: dict[str, Item] = {}
        self._to_look_at: set[UUID] = set()
        self._is_stale = False
        self._words: deque[tuple[str, dict[str, Any]]] = deque(maxlen=MOST_WORDS)

    async def begin(self) -> None:
        # First listen, then read: what comes in between is told once.
        self.house.players.come(self.player.pk, self)
        if self.player.kind == Player.Kind.PROGRAM:
            await in_database(note, [self.player.pk])
        items = await self.house.players.items(self.player.pk)
        told = [{"type": one.type, "data": one.data} for one in items if one.type != MATCH]
        player = self.player
        await self._tell(
            "snapshot",
            {
                "player": {"id": player.pk.hex, "handle": player.handle, "kind": player.kind},
                "matches": [one.data["match"] for one in items if one.type == MATCH],
                "awaits": told,
            },
        )
        for match_id, seat in await in_database(self._ended_since):
            await self._tell_finished(await in_database(self._look, match_id, 0), match_id, seat)
        self._items = {one.key: one for one in items if one.type != MATCH}
        self._follow(items)
        await self._look_at_tables()

    async def tell_news(self) -> None:
        while self._words:
            await self._tell(*self._words.popleft())
        if self._is_stale:
            self._is_stale = False
            await self._take(await self.house.players.items(self.player.pk))
        await self._look_at_tables()

    def leave(self) -> None:
        self.house.players.go(self.player.pk, self)
        for match_id in list(self._tables):
            self._unfollow(match_id)

    # A listener, as `games.live.players` has it.

    def look_again(self) -> None:
        self._is_stale = True
        self.wake()

    def hear(self, type_: str, data: dict[str, Any]) -> None:
        self._words.append((type_, data))
        self.wake()

    def look_at(self, match_id: UUID) -> None:
        self._to_look_at.add(match_id)
        self.wake()

    async def _take(self, items: Sequence[Item]) -> None:
        """Tells what is new among what awaits the player, after how matches ended from which it
        may follow.
        """
        self._to_look_at |= self._tables.keys() - _matches_in(items)
        await self._look_at_tables()
        before, self._items = self._items, {one.key: one for one in items if one.type != MATCH}
        for key, item in self._items.items():
            if before.get(key) != item:
                await self._tell(item.type, item.data)
        self._follow(items)

    def _follow(self, items: Sequence[Item]) -> None:
        for match_id in _matches_in(items) - self._tables.keys():
            table = self._tables[match_id] = _Table(match_id, self)
            table.following = self.house.follow(MATCHES, match_id, table)
            self._to_look_at.add(match_id)

    def _unfollow(self, match_id: UUID) -> None:
        table = self._tables.pop(match_id, None)
        if table is not None and table.following is not None:
            self.house.leave(table.following, table)

    async def _look_at_tables(self) -> None:
        while self._to_look_at and not self.is_ending:
            match_id = self._to_look_at.pop()
            if match_id in self._tables:
                await self._look_at_table(self._tables[match_id])

    async def _look_at_table(self, table: _Table) -> None:
        seen = await in_database(self._look, table.id, table.turn)
        if seen is None or table.following is None:
            self._unfollow(table.id)
            return
        table.following.known(seen.version)
        is_first, table.viewer = table.viewer is None, seen.seat
        told = {"match": table.id.hex, "seat": seen.seat, "version": seen.version}
        if seen.status == "finished":
            await self._tell_finished(seen, table.id, seen.seat)
            self._unfollow(table.id)
            return
        if is_first:
            await self._tell("seated", {**told, "view": seen.view})
        if seen.turn is not None and seen.turn != table.turn and seen.moves is not None:
            moves = seen.moves
            await self._tell(
                "turn",
                {**told, "view": seen.view, "moves": moves["moves"], "complete": moves["complete"]},
            )
        table.turn = seen.turn
        if seen.owes_cut and self.has_spare_cuts:
            with suppress(Refusal):  # it has been made meanwhile
                await in_database(self._waive_cut, table.id)
        elif seen.owes_cut and is_first:
            await self._tell("cut", told)

    async def _tell_finished(self, seen: AtSeat | None, match_id: UUID, seat: int) -> None:
        if seen is None or seen.view is None:
            return
        told = {"match": match_id.hex, "seat": seat, "version": seen.version}
        told |= {"result": seen.view["result"], "tournament": seen.view["tournament"]}
        await self._tell("finished", told)

    async def _tell(self, type_: str, data: dict[str, Any]) -> None:
        self.sent = max(self.sent + 1, int(time.time() * 1000))
        text = encoded(envelope(self.sent, type_, data, timezone.now()))
        await self.write([Sent(text, self.sent)])

    # What queries the database.

    def _look(self, match_id: UUID, known_turn: int | None) -> AtSeat | None:
        try:
            return look(match_id, self.player, timezone.now(), known_turn)
        except Refusal:
            return None

    def _waive_cut(self, match_id: UUID) -> None:
        cuts.waive_cut(match_id, self.player, now=timezone.now())

    def _ended_since(self) -> list[tuple[UUID, int]]:
        """The player's matches that have ended since who comes back was told anything."""
        if self.after is None:
            return []
        since = datetime.fromtimestamp(self.after / 1000, UTC)
        rows = Seat.objects.filter(
            player=self.player, match__status=Match.Status.FINISHED, match__finished_at__gt=since
        )
        found = rows.order_by("match__finished_at").values_list("match_id", "number")
        return list(found[:MOST_ENDED])


def _matches_in(items: Sequence[Item]) -> set[UUID]:
    return {UUID(one.data["match"]) for one in items if one.type == MATCH}
