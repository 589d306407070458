"""A stream over plain HTTP: what a socket tells, to whoever can read an answer line by line.

A view says who asks and what for, and the answer goes on after it on the event loop: no thread
waits. The last line says why it ends. What let its reader in, how many of them there are, and who
does not read, is held as with sockets.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from django.utils import timezone

from games.envelopes import encoded, envelope
from games.live import admission
from games.live.delivery import Form, Sent
from games.live.hub import Hub, hub
from games.live.lines import SECONDS_CLOGGED, SECONDS_TO_SHUT
from games.live.presence import Pass
from games.refusals import DATABASE_AWAY

log = logging.getLogger(__name__)
# The keys under which the gate hands itself to a view, and a server its end of the connection.
OFFER, OFFERED_WIRE = "good_ten.stream", "good_ten.http_wire"
# So long nothing is written where there is nothing to tell: less than what any proxy waits.
ALIVE_SECONDS = 10.0

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Wire(Protocol):
    """A server's end of the connection, as the server offers it."""

    # Called when the process is told to stop.
    on_stop: Callable[[], None] | None

    def hold_little(self) -> None:
        """Has little wait on the way to a reader who does not read."""

    def abort(self) -> None:
        """Ends the connection at once, whatever is still unread."""


class Ended(StrEnum):
    """Why a stream ends, as its last line has it."""

    OVER = "over"
    SIGNED_OUT = "signed_out"
    RENEWED = "renewed"
    STOPPING = "stopping"
    UNAVAILABLE = "unavailable"

    @property
    def comes_back(self) -> bool:
        """Whether it is worth it to connect again."""
        return self not in (Ended.OVER, Ended.SIGNED_OUT)


class Gone(Exception):
    """The reader has gone, or reads no more."""


@dataclass(slots=True)
class Offer:
    """What the gate hands to a view, which may put the stream there that its answer becomes."""

    asked_at: float
    stream: "HttpStream | None" = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks for a stream: by what they were let in, when that was looked up, and how it is to be
    written.
    """

    address: str
    held: Pass | None
    since: float
    form: Form


class HttpStream(ABC):
    """One answer that goes on. A guest of the house (`games.live.presence`)."""

    def __init__(self, reader: Reader) -> None:
        self.address = reader.address
        self.held: Pass | None = None
        self._reader = reader
        self._form = reader.form
        self._news, self._closing = asyncio.Event(), asyncio.Event()
        self._ending: Ended | None = None
        self._lost = Ended.SIGNED_OUT
        self._is_gone = self._is_writing = False
        self._wire: Wire | None = None
        # The version that the reader has been brought to.
        self.sent = 0

    house: Hub

    @abstractmethod
    async def begin(self) -> None:
        """Says how everything stands, or what a reader who comes back has missed."""

    @abstractmethod
    async def tell_news(self) -> None:
        """Writes what is there and has not been told."""

    @abstractmethod
    def leave(self) -> None:
        """Follows nothing any more."""

    async def serve(self, start: Message, receive: Receive, send: Send, wire: Wire | None) -> None:
        """Answers, to the end. Refuses `throttled` before anything is written."""
        self._send, self._wire, self.house = send, wire, hub()
        self.house.come(self)
        try:
            self._admit()
            if wire is not None:
                wire.on_stop = self.stop
                wire.hold_little()
            await send(start)
            listening = asyncio.create_task(self._listen(receive))
            try:
                await self._speak()
            finally:
                listening.cancel()
        finally:
            if wire is not None:
                wire.on_stop = None
            self.leave()
            self.house.go(self)

    def _admit(self) -> None:
        presence, held = self.house.presence, self._reader.held
        admission.check_room_here(presence, self.address)
        if held is not None:
            admission.check_room(presence, held)
            if not presence.let_in(self, held, self._reader.since):
                self._ending = Ended.SIGNED_OUT

    async def _listen(self, receive: Receive) -> None:
        with suppress(Exception):
            while (await receive())["type"] != "http.disconnect":
                pass
        self._is_gone = True
        self._closing.set()
        self._news.set()

    async def _speak(self) -> None:
        with suppress(Gone):
            try:
                await self._write_bytes(self._form.opening)
                if self._ending is None:
                    await self.begin()
                while self._ending is None:
                    self._news.clear()
                    await self.tell_news()
                    await self._until_news()
            except DATABASE_AWAY as fault:
                log.warning("a stream ends: %s", type(fault).__name__)
                self.end_with(Ended.UNAVAILABLE)
            await self._say_the_last()

    async def _until_news(self) -> None:
        """Raises `Gone` as soon as the reader is."""
        try:
            async with asyncio.timeout(ALIVE_SECONDS):
                while not (self._is_gone or self._ending or self._news.is_set()):
                    await self._news.wait()
        except TimeoutError:
            await self._write_bytes(self._form.alive(self.frame("alive", {})))
        if self._is_gone:
            raise Gone

    async def _say_the_last(self) -> None:
        assert self._ending is not None
        data = {"reason": self._ending.value, "come_back": self._ending.comes_back}
        line = self._form.written([self.frame("ended", data)])
        await self._write_bytes(line, SECONDS_TO_SHUT)
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    def frame(self, type_: str, data: Mapping[str, Any]) -> Sent:
        """A frame that is no fact, at the version that the reader has been brought to."""
        return Sent(encoded(envelope(self.sent, type_, dict(data), timezone.now())))

    async def write(self, frames: Iterable[Sent]) -> None:
        """Writes them, unless the stream is to end: then nothing is told any more."""
        if self._ending is None:
            await self._write_bytes(self._form.written(frames))

    async def pause(self, seconds: float) -> None:
        """Waits so long, or until it is to end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closing.wait()

    async def _write_bytes(self, content: bytes, seconds: float | None = None) -> None:
        """Waits until the line takes it; who leaves it clogged is cut off. Raises `Gone`."""
        if not content:
            return
        self._is_writing = True
        try:
            async with asyncio.timeout(seconds or SECONDS_CLOGGED):
                await self._send({"type": "http.response.body", "body": content, "more_body": True})
        except TimeoutError:
            self._cut()
            raise Gone from None
        finally:
            self._is_writing = False
        if self._is_gone:
            raise Gone

    @property
    def is_ending(self) -> bool:
        return self._ending is not None

    def wake(self) -> None:
        """There is something to tell."""
        self._news.set()

    def end_with(self, reason: Ended) -> None:
        """Ends it with a last line, and by force where its reader does not take that. Once."""
        if self._ending is None:
            self._ending = reason
            self._closing.set()
            self._news.set()
            if self._is_writing:
                asyncio.get_running_loop().call_later(SECONDS_TO_SHUT, self._cut_if_clogged)

    def _cut_if_clogged(self) -> None:
        if self._is_writing:
            self._cut()

    def _cut(self) -> None:
        if self._wire is not None:
            self._wire.abort()

    def stop(self) -> None:
        """The process is told to stop."""
        self.end_with(Ended.STOPPING)

    # A guest, as `games.live.presence` has it.

    def end(self) -> None:
        self.end_with(self._lost)

    def renew(self) -> None:
        self._lost = Ended.RENEWED
