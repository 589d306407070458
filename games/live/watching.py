"""`/ws/watch/`: many matches and events on one socket (docs/protocol.md, Watching).

It shows what anybody may see, whoever asks: no hand of the client's own, and nothing early.
"""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from engine.errors import Refusal
from games.identity import ID
from games.live.broadcast import MATCH
from games.live.database import in_database
from games.live.frames import NotJoined, UnknownFrame
from games.live.pictures import Taken
from games.live.sockets import StreamConsumer
from games.live.watched import Kind, Watched, kinds, register_kind
from games.match import queries
from games.problems import problem_of
from games.refusals import MalformedField, TooManyStreams, UnknownStream

MOST_STREAMS = 100


def _match(id_: UUID) -> Taken:
    view = queries.view(id_, None, timezone.now())
    return view["version"], view


register_kind(Kind(MATCH, _match))


class WatchConsumer(StreamConsumer):
    """Follows and unfollows as the client says; each stream is told as on a socket of its own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.watched: dict[str, Watched] = {}
        self.is_joined = False
        self._said: set[asyncio.Task[None]] = set()

    async def _begin(self, frame: dict[str, Any], after: int | None) -> None:
        self._joined()
        self.is_joined = True
        await self.say("joined", {"most": MOST_STREAMS})

    async def _answer(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "join":
            await self._join(frame)
        elif not self.is_joined:
            raise NotJoined()
        elif frame["type"] == "ping":
            await self._ping()
        elif frame["type"] == "follow":
            await self._follow(_wanted(frame), frame.get("pulse") is True)
        elif frame["type"] == "unfollow":
            for name in _wanted(frame):
                self._unfollow(name)
        else:
            raise UnknownFrame()

    async def _follow(self, wanted: Mapping[str, int | None], has_pulse: bool) -> None:
        new = {name: after for name, after in wanted.items() if name not in self.watched}
        if len(self.watched) + len(new) > MOST_STREAMS:
            raise TooManyStreams(most=MOST_STREAMS)
        await asyncio.gather(*(self._begin_one(*one, has_pulse) for one in new.items()))

    async def _begin_one(self, name: str, after: int | None, has_pulse: bool) -> None:
        """What is refused is told of the stream, and holds up no other."""
        try:
            kind, id_ = _named(name)
            one = self.watched[name] = Watched(
                self.house, self.line, kind, id_, has_pulse, self._close_one
            )
            await one.begin(lambda: in_database(kind.take, id_), after)
        except Refusal as refusal:
            self._unfollow(name)
            await self.say("refused", {**problem_of(refusal), "stream": name})
        except BaseException:
            self._unfollow(name)
            raise

    def _close_one(self, name: str) -> None:
        """Of a stream that nobody may follow any more: said as of one that there is not."""
        self._unfollow(name)
        problem = {**problem_of(UnknownStream()), "stream": name}
        self._said.add(said := asyncio.create_task(self.say("refused", problem)))
        said.add_done_callback(self._said.discard)

    def _unfollow(self, name: str) -> None:
        if one := self.watched.pop(name, None):
            one.end()

    async def _ping(self) -> None:
        following = [one.following for one in self.watched.values()]
        await asyncio.gather(*(one.refresh(one.version) for one in following))
        await self.say("pong", {})

    def _leave(self) -> None:
        for name in [*self.watched]:
            self._unfollow(name)
        self.is_joined = False

    def catch_up(self) -> None:
        for one in list(self.watched.values()):
            one.catch_up()


def _named(name: str) -> tuple[Kind, UUID]:
    """Refuses `unknown_stream` a name that no stream can have."""
    kind, _, id_ = name.partition("/")
    found = kinds().get(kind)
    if found is None or not ID.fullmatch(id_):
        raise UnknownStream()
    return found, UUID(id_)


def _wanted(frame: Mapping[str, Any]) -> dict[str, int | None]:
    """The streams that a frame names, each with the version that the client has of it."""
    return dict(_streams(frame.get("streams")))


def _streams(value: Any) -> Iterator[tuple[str, int | None]]:
    if isinstance(value, list):
        value = dict.fromkeys(map(str, value))
    if not isinstance(value, dict) or len(value) > MOST_STREAMS:
        raise MalformedField(field="streams")
    for name, after in value.items():
        is_version = isinstance(after, int) and not isinstance(after, bool) and after >= 0
        if after is not None and not is_version:
            raise MalformedField(field="streams")
        yield name, after
