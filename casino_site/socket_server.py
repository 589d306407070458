"""The server's end of a socket, offered to consumers (`games.live.lines`): uvicorn's own, and a way
to write to it without a message and a wait for each frame.

`uvicorn --ws casino_site.socket_server:SocketProtocol` (casino_site/processes.py).
"""

import socket
from asyncio import BaseTransport
from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from games.live.lines import OFFERED

# What may lie in a socket's buffer before its line is clogged.
MOST_BUFFERED = 64 * 1024


class ServerWire:
    """One socket of uvicorn's."""

    __slots__ = ("_protocol", "on_change")

    def __init__(self, protocol: "SocketProtocol") -> None:
        self._protocol = protocol
        self.on_change: Callable[[bool], None] | None = None

    @property
    def is_clogged(self) -> bool:
        return not self._protocol.writable.is_set()

    def write(self, content: bytes) -> None:
        protocol = self._protocol
        if not (protocol.disconnected or protocol.close_sent or protocol.transport.is_closing()):
            protocol.transport.write(content)

    def abort(self) -> None:
        self._protocol.transport.abort()


class SocketProtocol(WebSocketsSansIOProtocol):
    """Offers its wire in the scope, and never waits for a client that does not read."""

    wire: ServerWire | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(MOST_BUFFERED)
        peer = transport.get_extra_info("socket")
        # The kernel keeps megabytes for a client that does not read, unless it is told.
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_BUFFERED)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.wire = ServerWire(self)
            # The application's task, which was just made, runs after this.
            self.scope["extensions"][OFFERED] = self.wire  # type: ignore[assignment]

    def pause_writing(self) -> None:
        super().pause_writing()
        self._tell(is_clogged=True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._tell(is_clogged=False)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # asyncio resumes no transport that is lost: who waits for the line would wait for ever.
        self._tell(is_clogged=False)

    def keepalive_timeout(self) -> None:
        """Who answers no ping reads nothing either: what is buffered would hold the socket open."""
        super().keepalive_timeout()
        self.transport.abort()

    def _tell(self, *, is_clogged: bool) -> None:
        if self.wire is not None and self.wire.on_change is not None:
            self.wire.on_change(is_clogged)
