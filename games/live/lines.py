"""The line to one client: frames go out at once, and a line that clogs is noticed and ended.

Where the server offers its own end of the socket (`casino_site.socket_server`), a parcel that many
viewers get is made into the bytes of the wire once and written to each; any other ASGI server gets
one message a frame, which a task of the line sends.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, Protocol

from websockets.frames import Frame, Opcode

# The key of `scope["extensions"]` under which a server offers its end of the socket.
OFFERED = "good_ten.wire"
# How long a client may leave unread what fills its line.
SECONDS_CLOGGED = 8.0
# How long a client may take for what was written before its socket is closed.
SECONDS_TO_SHUT = 1.0
MOST_WAITING = 16


class Parcel:
    """Frames that go to a client together: made once, written as often as there are viewers."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    @cached_property
    def wire(self) -> bytes:
        """The bytes of the frames from a server (RFC 6455, section 5.2: not masked)."""
        frames = [Frame(Opcode.TEXT, text.encode()) for text in self.texts]
        return b"".join(frame.serialize(mask=False) for frame in frames)


class Wire(Protocol):
    """A server's end of a socket, as the server offers it."""

    is_clogged: bool
    # Called when the line clogs (True) and when it runs again (False).
    on_change: Callable[[bool], None] | None

    def write(self, content: bytes) -> None:
        """Adds whole frames; nothing where the socket is closing."""

    def abort(self) -> None:
        """Ends the connection at once, whatever is still unread."""


class Line(ABC):
    """What a consumer writes to. `on_free` is called when a line that was clogged runs again."""

    def __init__(self, on_free: Callable[[], None]) -> None:
        self._on_free = on_free
        self.is_shut = False
        # Only while the line is clogged: there are thousands of lines.
        self._free: asyncio.Event | None = None
        self._door: asyncio.TimerHandle | None = None

    @property
    def is_clogged(self) -> bool:
        return self._free is not None

    async def until_free(self) -> None:
        if self._free is not None:
            await self._free.wait()

    async def shut(self) -> bool:
        """Takes nothing more; returns when what was written has been handed to the server, or
        False where the client did not take it, and has been shown the door.
        """
        if self.is_shut:
            return False
        self.is_shut = True
        if not self.is_clogged:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._until_sent(), SECONDS_TO_SHUT)
                return True
        self._end()
        return False

    def show_the_door(self) -> None:
        self.is_shut = True
        self._end()

    @abstractmethod
    async def _until_sent(self) -> None:
        """Until what was written has been handed to the server."""

    @abstractmethod
    def write(self, parcel: Parcel) -> None:
        """Has the frames go out, or wait where the line is clogged."""

    def leave(self) -> None:
        """The client has gone: nothing is waited for any more."""
        if self._free is not None:
            self._free.set()
            self._free = None
        if self._door is not None:
            self._door.cancel()
            self._door = None

    @abstractmethod
    def _end(self) -> None:
        """Ends the socket whatever is still unread."""

    def _changed(self, is_clogged: bool) -> None:
        if is_clogged:
            self._free = self._free or asyncio.Event()
            if self._door is None:
                loop = asyncio.get_running_loop()
                self._door = loop.call_later(SECONDS_CLOGGED, self.show_the_door)
        else:
            self.leave()
            self._on_free()


class WireLine(Line):
    """Writes to the server's end of the socket."""

    def __init__(self, on_free: Callable[[], None], wire: Wire) -> None:
        super().__init__(on_free)
        self._wire = wire
        wire.on_change = self._changed

    async def _until_sent(self) -> None:
        """Which it is already."""

    def write(self, parcel: Parcel) -> None:
        if not self.is_shut:
            self._wire.write(parcel.wire)

    def _end(self) -> None:
        self._wire.abort()


class AsgiLine(Line):
    """Sends by the ASGI of any server, which says nothing of a line that clogs but by waiting."""

    def __init__(
        self, on_free: Callable[[], None], send: Callable[[dict[str, Any]], Awaitable[None]]
    ) -> None:
        super().__init__(on_free)
        self._send = send
        self._waiting: list[str] = []
        self._sending: asyncio.Task[None] | None = None

    def write(self, parcel: Parcel) -> None:
        if self.is_shut:
            return
        self._waiting += parcel.texts
        if self._sending is None:
            self._sending = asyncio.create_task(self._run())
        if len(self._waiting) > MOST_WAITING and not self.is_clogged:
            self._changed(True)

    async def _until_sent(self) -> None:
        while self._sending is not None:
            await asyncio.wait([self._sending])

    async def _run(self) -> None:
        try:
            while self._waiting:
                texts, self._waiting = self._waiting, []
                for text in texts:
                    await self._send({"type": "websocket.send", "text": text})
        except Exception:
            self._waiting = []
        finally:
            self._sending = None
        if self.is_clogged:
            self._changed(False)

    def _end(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        self._waiting = []
        self._sending = asyncio.create_task(self._close())

    async def _close(self) -> None:
        await self._send({"type": "websocket.close", "code": 1013})
