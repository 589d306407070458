"""One of the many streams that a socket of `/ws/watch/` follows, as anybody may see it."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.live.attendance import Pulse
from games.live.following import Following, Source
from games.live.hub import Hub
from games.live.lines import Line
from games.live.pictures import Taken


@dataclass(frozen=True)
class Kind:
    """A kind of stream that can be watched; `take(id)` is its newest snapshot as anybody may see
    it, from the database, and refuses what they may not.
    """

    source: Source
    take: Callable[[UUID], Taken]


_kinds: dict[str, Kind] = {}


def register_kind(kind: Kind) -> None:
    """An app above says what else can be watched, without games knowing of it."""
    _kinds[kind.source.kind] = kind


def kinds() -> Mapping[str, Kind]:
    return _kinds


class Watched:
    """A stream on one socket: `sent` is the version that the client has been brought to.

    Nothing waits for the client here: what it has missed is a range of versions.
    """

    viewer: int | None = None

    def __init__(
        self,
        house: Hub,
        line: Line,
        kind: Kind,
        id_: UUID,
        has_pulse: bool,
        closed: Callable[[str], None],
    ) -> None:
        """`closed` is told the name of a stream that nobody may follow any more."""
        self._house, self._line, self._kind, self._closed = house, line, kind, closed
        self.following: Following = house.follow(kind.source, id_, self)
        self.has_pulse, self.pulse = has_pulse, Pulse()
        self.sent = 0
        self._is_ready = self._is_ended = False
        self._filling: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        return self.following.name

    @property
    def sees_live(self) -> bool:
        return self.following.shown is None

    async def begin(self, take: Callable[[], Any], after: int | None) -> None:
        """Brings the client to the newest version, from `after` where that is not too far. Refuses
        what the snapshot refuses.
        """
        following = self.following
        await following.know_shown()
        is_near = after is not None and await following.fill(after)
        if after is not None and is_near and after <= following.head(None):
            self.sent = after
        else:
            await self._send_picture(take)
        if self._is_ended:  # the socket was closed meanwhile
            return
        self._take = take
        self._is_ready = True
        self.catch_up()
        if self._kind.source.attended:
            self._house.attendance.come(following.id, self)

    def end(self) -> None:
        self._is_ready, self._is_ended = False, True
        if self._filling is not None:
            self._filling.cancel()
        if self._kind.source.attended:
            self._house.attendance.go(self.following.id, self)
        self._house.leave(self.following, self)

    def catch_up(self) -> None:
        """Writes what the stream has and the client has not, unless the line is clogged."""
        following = self.following
        if not self._is_ready or self._line.is_clogged:
            return
        head = following.head(None)
        if self.sent < head:
            parcel = following.parcel(None, self.sent, is_named=True)
            if parcel is not None:
                self._line.write(parcel)
                self.sent = head
            elif self._filling is None:
                self._filling = asyncio.create_task(self._fill())
        if following.is_closed and self.sent >= head:
            self._closed(self.name)

    async def _fill(self) -> None:
        """Gets what is not held any more: from the store, or as a snapshot where it is much."""
        try:
            if not await self.following.fill(self.sent):
                await self._send_picture(self._take)
        finally:
            self._filling = None
        self.catch_up()

    async def _send_picture(self, take: Callable[[], Any]) -> None:
        following = self.following
        snapshot = await following.picture.newest(take, following.head(None))
        await self._line.until_free()
        if self._is_ended:
            return
        self._line.write(snapshot.named)
        self.sent = snapshot.version
        following.known(snapshot.version)

    # An attendee, as `games.live.attendance` has it.

    def give_pulse(self) -> None:
        """Nobody has a seat here."""

    def tell(self, type_: str, data: dict[str, Any]) -> None:
        if not self._line.is_clogged:
            self._line.write(self.following.picture.told(type_, data, self.sent))
