"""Streams that sockets of this process follow: what is committed is told to all of them at once.

Of each followed stream its newest facts are held, encoded once an audience, so that a viewer who
missed some is a range of versions and costs a write. What this process committed it tells without
a detour; of other processes' commits it hears a hint (`games.live.hints`), and reads the store once
for all its viewers. A lost hint is found by the next one, by a client's ping, and by the sweep.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol
from uuid import UUID

from games.live.database import in_database
from games.live.lines import Parcel
from games.live.pictures import Picture, named
from games.live.reading import Reader, Wanted

log = logging.getLogger(__name__)
# Who has missed more gets a snapshot.
MOST_MISSED = 200
# A ping is content with what was read this many seconds ago.
FRESH_SECONDS = 1.0
SWEEP_SECONDS = 5.0

# A seat; None looks on, and sees what anybody may; `LOOKS_LIVE` looks on and sees it as seats do.
Viewer = int | None
LOOKS_LIVE = -1


class Told(Protocol):
    """A fact as it can be told."""

    @property
    def version(self) -> int: ...

    @property
    def rewords(self) -> bool:
        """Whether facts before it are told in other words from now on."""

    @property
    def ends(self) -> bool:
        """Whether there may be nothing more to tell after it."""

    @property
    def closes(self) -> bool | None:
        """Whether nobody may follow the stream from now on, or may again; None: as before."""

    def text(self, viewer: Viewer) -> str:
        """The frame for this audience, as JSON."""


@dataclass(frozen=True)
class Source:
    """A kind of stream as it is followed.

    `read(wanted, limit)` are of each stream that is wanted the facts with version > after, at most
    so many; `heads(ids)` the newest versions. Both query the database.
    """

    kind: str
    read: Callable[[Sequence[Wanted], int], Sequence[Sequence[Told]]]
    heads: Callable[[Collection[UUID]], Mapping[UUID, int]]
    # Whether its clients are told who else is there.
    attended: bool = False
    # Of those of these streams that who looks on sees later, the version up to which; queries the
    # database. None: everybody sees all of every stream.
    shown: Callable[[Collection[UUID]], Mapping[UUID, int]] | None = None


def reader_of(source: Source) -> Reader[Told]:
    """Reads one fact more than a viewer is told, which shows that there are more."""
    return Reader(source.read, MOST_MISSED + 1)


class Follower(Protocol):
    """A viewer on a socket of this process."""

    viewer: Viewer

    def catch_up(self) -> None:
        """Writes what its stream has and its client has not, unless its line is clogged."""


class Following:
    """One stream that is followed; lives on the event loop of its hub."""

    def __init__(self, source: Source, id_: UUID, reader: Reader[Told]) -> None:
        self.source, self.id, self._reader = source, id_, reader
        self.version = 0
        self.name = f"{source.kind}/{id_.hex}"
        self.picture = Picture(self.name)
        # Up to which version who looks on may be told; None: all. Until it is known: nothing.
        self.shown: int | None = None if source.shown is None else 0
        self._is_shown_known = source.shown is None
        # Nobody may follow any more: who does is told the last fact, and their socket ends.
        self.is_closed = False
        self.followers: set[Follower] = set()
        self._facts: deque[Told] = deque(maxlen=MOST_MISSED)
        self._parcels: dict[tuple[Viewer, int, bool], Parcel] = {}
        self._reading: dict[int, asyncio.Task[None]] = {}
        self._read_at = float("-inf")

    def tell(self, told: Sequence[Told]) -> None:
        """Takes facts in the order of their versions, any of which may be known already."""
        news = [fact for fact in told if fact.version > self.version]
        if not news:
            return
        if self.version and news[0].version > self.version + 1:
            self.read_on()
            return
        if any(fact.rewords for fact in news):
            self._facts.clear()
        self._facts.extend(news)
        self._note_closing(news)
        self.version = news[-1].version
        self._parcels.clear()
        for follower in self.followers:
            follower.catch_up()

    def _note_closing(self, news: Sequence[Told]) -> None:
        for fact in news:
            if fact.closes is not None:
                self.is_closed = fact.closes

    def known(self, version: int) -> None:
        """A viewer was told this version by a snapshot."""
        self.version = self.version or version

    def head(self, viewer: Viewer) -> int:
        """The version to which this audience may be brought now."""
        if viewer is not None or self.shown is None:
            return self.version
        return min(self.shown, self.version)

    def show(self, version: int | None) -> None:
        """Takes up to which version who looks on may be told from now on; None: all."""
        self._is_shown_known = True
        if version == self.shown:
            return
        self.shown = version
        self._parcels.clear()
        for follower in list(self.followers):
            follower.catch_up()

    async def know_shown(self) -> None:
        """Finds out what who looks on may be told, before anybody is."""
        if not self._is_shown_known and self.source.shown is not None:
            found = await in_database(self.source.shown, [self.id])
            self.show(found.get(self.id))

    def parcel(self, viewer: Viewer, after: int, *, is_named: bool = False) -> Parcel | None:
        """The frames after this version, for this audience, on sockets of many streams with the
        stream's name; None where they are not held.
        """
        held = self._parcels.get((viewer, after, is_named))
        if held is None and self.holds(after):
            first = after + 1 - self._facts[0].version
            end = self.head(viewer) + 1 - self._facts[0].version
            texts = [self._facts[at].text(viewer) for at in range(first, end)]
            if is_named:
                texts = [named(text, self.name) for text in texts]
            held = self._parcels[viewer, after, is_named] = Parcel(texts)
        return held

    def holds(self, after: int) -> bool:
        """Whether every fact after this version is held."""
        return bool(self._facts) and self._facts[0].version <= after + 1

    def may_be_over(self, after: int) -> bool:
        """Whether one of the facts after this version that are held may be the last."""
        return any(fact.ends for fact in self._facts if fact.version > after)

    def remind(self) -> None:
        """Has whoever could not be brought on before catch up; the others need nothing."""
        for follower in list(self.followers):
            follower.catch_up()

    def read_on(self) -> None:
        """Reads what the store has after what is known, in the background."""
        if self.version:
            _ = self._reading_after(self.version)

    async def refresh(self, after: int) -> None:
        """Brings what the store had a moment ago, one read for all who ask meanwhile."""
        if asyncio.get_running_loop().time() - self._read_at < FRESH_SECONDS:
            return
        await self._reading_after(self.version or after)

    async def fill(self, after: int) -> bool:
        """Holds all facts after this version, one read for all who miss the same; False where they
        are more than may be told.
        """
        if not self.holds(after):
            await self._reading_after(after)
        return self.version <= after or self.holds(after)

    def _reading_after(self, after: int) -> "asyncio.Task[None]":
        reading = self._reading.get(after)
        if reading is None:
            reading = self._reading[after] = asyncio.create_task(self._read(after))
            reading.add_done_callback(partial(self._read_ended, after))
        return reading

    def _read_ended(self, after: int, reading: "asyncio.Task[None]") -> None:
        self._reading.pop(after, None)
        if not reading.cancelled() and (fault := reading.exception()):
            # Who waits for it is told; the sweep tries again for all others.
            log.warning("could not read a %s: %s", self.source.kind, type(fault).__name__)

    async def _read(self, after: int) -> None:
        self._read_at = asyncio.get_running_loop().time()
        found = await self._reader.read(self.id, after)
        if len(found) > MOST_MISSED or not (found or self.version):
            heads = await in_database(self.source.heads, [self.id])
            if (newest := heads.get(self.id, 0)) > self.version:
                self._facts.clear()
                self._move_to(newest)
            return
        if not found:
            return
        last = found[-1].version
        later = [fact for fact in self._facts if fact.version > last]
        if (later and later[0].version != last + 1) or (not later and last < self.version):
            return  # what was read ends before what is held begins
        self._facts.clear()
        self._facts.extend([*found, *later])
        self._note_closing([fact for fact in found if fact.version > self.version])
        if last > self.version:
            self._move_to(last)

    def _move_to(self, version: int) -> None:
        self.version = version
        self._parcels.clear()
        for follower in list(self.followers):
            follower.catch_up()
