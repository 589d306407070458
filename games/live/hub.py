"""What the sockets of this process follow, and how they hear of it: from a commit of this process,
from another process's hint, and from a sweep that asks for the newest versions of them all.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from uuid import UUID

from channels.layers import get_channel_layer

from games.live import hints
from games.live.database import in_database
from games.live.following import SWEEP_SECONDS, Follower, Following, Source, Told, reader_of
from games.live.hints import Stream
from games.live.reading import Reader

log = logging.getLogger(__name__)
RETRY_SECONDS = 1.0

News = tuple[Stream, Sequence[Told]]


class Hub:
    """All that is followed on one event loop. Works only as long as anything is."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._followed: dict[Stream, Following] = {}
        self._readers: dict[str, Reader[Told]] = {}
        self._news: deque[News] = deque()
        self._is_called = False
        self._lock = threading.Lock()
        self._hints = hints.Sender(lambda: self._loop)
        self._hearing = self._loop.create_task(self._hear())
        self._sweeping = self._loop.create_task(self._sweep())

    def follow(self, source: Source, id_: UUID, follower: Follower) -> Following:
        stream = (source.kind, id_)
        following = self._followed.get(stream)
        if following is None:
            reader = self._readers.get(source.kind)
            if reader is None:
                reader = self._readers[source.kind] = reader_of(source)
            following = self._followed[stream] = Following(source, id_, reader)
        following.followers.add(follower)
        return following

    def leave(self, following: Following, follower: Follower) -> None:
        following.followers.discard(follower)
        if not following.followers:
            self._followed.pop((following.source.kind, following.id), None)
        if not self._followed:
            _hubs.pop(self._loop, None)
            self._hearing.cancel()
            self._sweeping.cancel()

    def post(self, news: News) -> None:
        """Takes facts that are committed, from any thread: for its sockets, then for other
        processes.
        """
        with self._lock:
            self._news.append(news)
            if self._is_called:
                return
            self._is_called = True
        # A loop that has ended has no sockets.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        with self._lock:
            news, self._news = self._news, deque()
            self._is_called = False
        for stream, told in news:
            if following := self._followed.get(stream):
                following.tell(told)
        for stream, told in news:
            self._hints.send(stream, told[-1].version)

    async def _hear(self) -> None:
        """Hears of other processes' commits; while Redis is away, the sweep does."""
        layer = get_channel_layer()
        assert layer is not None
        while not _is_to_end():
            try:
                channel = await layer.new_channel()
                await layer.group_add(hints.GROUP, channel)
                while not _is_to_end():
                    self._look_at(hints.changes_in(await layer.receive(channel)))
            except Exception as error:
                log.warning("cannot hear of changes: %s", type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)

    async def _sweep(self) -> None:
        """Finds what no hint told of: one query for each kind of stream."""
        while not _is_to_end():
            await asyncio.sleep(SWEEP_SECONDS)
            for source in {following.source for following in self._followed.values()}:
                ids = [id_ for kind, id_ in self._followed if kind == source.kind]
                try:
                    heads = await in_database(source.heads, ids)
                except Exception as error:
                    log.warning("could not look for changes: %s", type(error).__name__)
                    continue
                self._look_at(((source.kind, id_), version) for id_, version in heads.items())

    def _look_at(self, changes: Iterable[tuple[Stream, int]]) -> None:
        for stream, version in changes:
            following = self._followed.get(stream)
            if following and version > following.version:
                following.read_on()


def _is_to_end() -> bool:
    """Whether this task was cancelled: the client of Redis swallows that while it connects."""
    task = asyncio.current_task()
    return task is not None and bool(task.cancelling())


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """That of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


def tell(stream: Stream, told: Sequence[Told]) -> None:
    """Tells what has been committed: followers in this process at once, others by a hint. From any
    thread.
    """
    hubs = [one for loop, one in tuple(_hubs.items()) if loop.is_running()]
    for one in hubs:
        one.post((stream, told))
    if not hubs:
        hints.sender.send(stream, told[-1].version)
