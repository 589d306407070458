"""What the sockets of this process follow, and how they hear of it: from a commit of this process,
from another process's hint, and from a sweep that asks for the newest versions of them all. So they
hear, too, that what let them in is no more.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

from channels.layers import get_channel_layer

from games.live import hints
from games.live.attendance import PULSE_SECONDS, Attendance
from games.live.database import in_database
from games.live.following import SWEEP_SECONDS, Follower, Following, Source, Told, reader_of
from games.live.hints import Stream
from games.live.passes import lost
from games.live.players import PLAYER, Players
from games.live.presence import Ending, Guest, Presence
from games.live.reading import Reader

log = logging.getLogger(__name__)
RETRY_SECONDS = 1.0
# A process hears its own beat, or else it is deaf: Redis is away.
BEAT_SECONDS, DEAF_SECONDS = 1.0, 1.5
# How often it looks what who looks on at a delayed stream may be told.
SHOWN_SECONDS = 1.0
# How often it looks for endings that it may not have heard of; while it is deaf, at each beat.
LOOK_SECONDS = 10.0

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
        self.presence = Presence()
        self.attendance = Attendance(_to_all)
        self.players = Players()
        self._channel: str | None = None
        self._heard_at = float("-inf")
        self._tasks = [
            self._loop.create_task(task())
            for task in (self._hear, self._sweep, self._look_for_endings, self._attend, self._show)
        ]

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
        self._rest()

    def come(self, guest: Guest) -> None:
        """A socket has opened."""
        self.presence.come(guest)

    def go(self, guest: Guest) -> None:
        """A socket has closed."""
        self.presence.go(guest)
        self._rest()

    def _rest(self) -> None:
        if self._followed or self.presence.guests or _hubs.get(self._loop) is not self:
            return
        del _hubs[self._loop]
        for task in self._tasks:
            task.cancel()

    def end(self, ending: Ending) -> None:
        """Ends whom it names, from any thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.presence.end, ending)

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

    def nudge(self, players: Collection[UUID]) -> None:
        """Has these players look what is new, here and in other processes; from any thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._nudge, tuple(players))

    def _nudge(self, players: Collection[UUID]) -> None:
        for player_id in players:
            self.players.changed(player_id)
            self._hints.send((PLAYER, player_id), 0)

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
                self._channel = channel
                while not _is_to_end():
                    self._take(await layer.receive(channel))
            except Exception as error:
                log.warning("cannot hear of changes: %s", type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)

    def _take(self, message: Mapping[str, Any]) -> None:
        self._heard_at = self._loop.time()
        if message["type"] == "ending":
            self.presence.end(Ending(**message["ending"]))
        elif message["type"] == "changes":
            self._look_at(hints.changes_in(message))
        elif message["type"] == "word":
            self.players.hear(UUID(message["player"]), message["what"], message["data"])
        elif message["type"] in ("presence", "said"):
            self.attendance.hear(message)

    async def _look_for_endings(self) -> None:
        """Finds what no announcement told of, or none that was heard."""
        looked_at = float("-inf")
        while not _is_to_end():
            await asyncio.sleep(BEAT_SECONDS)
            await self._beat()
            passes, now = self.presence.passes(), self._loop.time()
            is_deaf = now - self._heard_at > DEAF_SECONDS
            if not passes or not (is_deaf or now - looked_at > LOOK_SECONDS):
                continue
            looked_at = now
            try:
                gone = await in_database(lost, passes)
            except Exception as error:
                log.warning("could not look for endings: %s", type(error).__name__)
                continue
            for guest in self.presence.holding(gone):
                guest.end()

    async def _beat(self) -> None:
        layer = get_channel_layer()
        assert layer is not None
        if self._channel is None:
            return
        with suppress(Exception):  # which is heard by nothing being heard
            await asyncio.wait_for(layer.send(self._channel, {"type": "beat"}), BEAT_SECONDS)

    async def _attend(self) -> None:
        """Knows who is at which match."""
        while not _is_to_end():
            await asyncio.sleep(PULSE_SECONDS)
            try:
                self.attendance.look()
            except Exception:
                log.exception("could not look who is there")

    async def _sweep(self) -> None:
        """Finds what no hint told of: one query for each kind of stream."""
        while not _is_to_end():
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.players.sweep(self._loop.time())
            except Exception as error:
                log.warning("could not note who listens: %s", type(error).__name__)
            for source in {following.source for following in self._followed.values()}:
                ids = [id_ for kind, id_ in self._followed if kind == source.kind]
                try:
                    heads = await in_database(source.heads, ids)
                except Exception as error:
                    log.warning("could not look for changes: %s", type(error).__name__)
                    continue
                self._look_at(((source.kind, id_), version) for id_, version in heads.items())
                for id_ in ids:
                    if following := self._followed.get((source.kind, id_)):
                        following.remind()
                await self._look_what_is_shown(source, ids)

    async def _show(self) -> None:
        """Brings on who looks on at streams that are told later: one look for all of a kind."""
        while not _is_to_end():
            await asyncio.sleep(SHOWN_SECONDS)
            later = [
                one
                for one in self._followed.values()
                if one.shown is not None and one.shown < one.version
            ]
            for source in {one.source for one in later}:
                await self._look_what_is_shown(
                    source, [one.id for one in later if one.source == source]
                )

    async def _look_what_is_shown(self, source: Source, ids: Sequence[UUID]) -> None:
        if source.shown is None:
            return
        try:
            found = await in_database(source.shown, ids)
        except Exception as error:
            log.warning("could not look what is shown: %s", type(error).__name__)
            return
        for id_ in ids:
            if following := self._followed.get((source.kind, id_)):
                following.show(found.get(id_))

    def _look_at(self, changes: Iterable[tuple[Stream, int]]) -> None:
        for stream, version in changes:
            if stream[0] == PLAYER:
                self.players.changed(stream[1])
                continue
            following = self._followed.get(stream)
            if following and version > following.version:
                following.read_on()


async def _said(message: dict[str, Any]) -> None:
    with suppress(Exception):  # while Redis is away nobody hears it
        await _to_all(message)


async def _to_all(message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    await asyncio.wait_for(layer.group_send(hints.GROUP, message), hints.SEND_SECONDS)


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


def end(ending: Ending) -> None:
    """Ends whom it names on the sockets of this process. From any thread."""
    for loop, one in tuple(_hubs.items()):
        if loop.is_running():
            one.end(ending)


def tell(stream: Stream, told: Sequence[Told]) -> None:
    """Tells what has been committed: followers in this process at once, others by a hint. From any
    thread.
    """
    hubs = [one for loop, one in tuple(_hubs.items()) if loop.is_running()]
    for one in hubs:
        one.post((stream, told))
    if not hubs:
        hints.sender.send(stream, told[-1].version)


def nudge(players: Collection[UUID]) -> None:
    """Has these players look what is new, in all processes. From any thread."""
    hubs = [one for loop, one in tuple(_hubs.items()) if loop.is_running()]
    for one in hubs:
        one.nudge(players)
    if not hubs:
        for player_id in players:
            hints.sender.send((PLAYER, player_id), 0)


def say_to(player_id: UUID, type_: str, data: dict[str, Any]) -> None:
    """Says to a player's streams of all processes what no row says. From any thread."""
    message = {"type": "word", "player": player_id.hex, "what": type_, "data": data}
    asyncio.run_coroutine_threadsafe(_said(message), hints.loop())
