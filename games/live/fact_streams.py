"""The facts of one stream over plain HTTP: how everything stands first, and then each fact as it is
committed, until there is nothing more to come.
"""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.envelopes import encoded, envelope
from games.live.database import in_database
from games.live.delivery import Sent
from games.live.following import Following, Source, Viewer
from games.live.streams import Ended, HttpStream, Reader

Snapshot = Callable[[], tuple[int, Mapping[str, Any]]]


class FactStream(HttpStream):
    """A follower, as `games.live.following` has it. `snapshot` and `is_over` query the database;
    `after` is the version that the reader knows already, or None.
    """

    following: Following | None = None

    def __init__(
        self,
        reader: Reader,
        source: Source,
        id_: UUID,
        *,
        viewer: Viewer,
        after: int | None,
        snapshot: Snapshot,
        is_over: Callable[[], bool],
    ) -> None:
        super().__init__(reader)
        self.source, self.id, self.viewer, self.after = source, id_, viewer, after
        self.snapshot, self.is_over = snapshot, is_over

    async def begin(self) -> None:
        # First follow, then read: what is committed in between is told once.
        self.following = self.house.follow(self.source, self.id, self)
        await self.following.know_shown()
        if not await self._knows_enough(self.following):
            await self._tell_how_it_stands(self.following)
        await self._tell_facts(self.following)
        await self.end_if_over()

    async def tell_news(self) -> None:
        if self.following is not None and await self._tell_facts(self.following):
            await self.end_if_over()

    def leave(self) -> None:
        if self.following is not None:
            self.house.leave(self.following, self)
            self.following = None

    def catch_up(self) -> None:
        self.wake()

    async def _knows_enough(self, following: Following) -> bool:
        """Whether a reader who comes back is told what is missing; False where that is too much, or
        they say to know more than there is.
        """
        if self.after is None or not await following.fill(self.after):
            return False
        if self.after > max(following.head(self.viewer), await self._newest()):
            return False
        self.sent = self.after
        return True

    async def _newest(self) -> int:
        heads = await in_database(self.source.heads, [self.id])
        return heads.get(self.id, 0)

    async def _tell_facts(self, following: Following) -> bool:
        """Tells what is missing; whether one of them may have been the last."""
        before = self.sent
        while self.sent < following.head(self.viewer) and not self.is_ending:
            parcel = following.parcel(self.viewer, self.sent)
            if parcel is None:
                if not await following.fill(self.sent):
                    await self._tell_how_it_stands(following)
                continue
            first, self.sent = self.sent + 1, following.head(self.viewer)
            await self.write([Sent(text, at) for at, text in enumerate(parcel.texts, first)])
        return following.is_closed or (self.sent > before and following.may_be_over(before))

    async def _tell_how_it_stands(self, following: Following) -> None:
        version, data = await in_database(self.snapshot)
        following.known(version)
        self.sent = version
        text = encoded(envelope(version, "snapshot", dict(data), timezone.now()))
        await self.write([Sent(text, version)])

    async def end_if_over(self) -> None:
        """Asked after what may have been the last."""
        following = self.following
        if following is not None and following.is_closed:
            self.end_with(Ended.OVER)
            return
        if following is None or not await in_database(self.is_over):
            return
        newest = await self._newest()
        if self.sent < newest:  # it has ended just now
            await following.fill(self.sent)
            await self._tell_facts(following)
        if self.sent < newest:
            await self._tell_how_it_stands(following)
        self.end_with(Ended.OVER)
