"""The server's end of an HTTP connection, offered to streams (`games.live.streams`): uvicorn's own,
which tells them when the process is to stop, and can cut off who does not read.

`uvicorn --http casino_site.http_server:HttpProtocol` (casino_site/processes.py).
"""

import socket
from asyncio import BaseTransport
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from casino_site.socket_server import MOST_BUFFERED
from games.live.streams import OFFERED_WIRE


class HttpWire:
    """One connection of uvicorn's."""

    __slots__ = ("_protocol", "on_stop")

    def __init__(self, protocol: "HttpProtocol") -> None:
        self._protocol = protocol
        self.on_stop: Callable[[], None] | None = None

    def hold_little(self) -> None:
        """Has the kernel keep no megabytes for a reader who does not read."""
        peer = self._protocol.transport.get_extra_info("socket")
        if peer is not None:
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_BUFFERED)

    def abort(self) -> None:
        self._protocol.transport.abort()


class HttpProtocol(HttpToolsProtocol):
    """Offers its wire in the scope of each request."""

    wire: HttpWire

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]  # uvicorn knows a narrower one
        self.wire = HttpWire(self)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {OFFERED_WIRE: self.wire}  # type: ignore[dict-item]  # ours

    def shutdown(self) -> None:
        """The process is to stop: uvicorn waits for answers, and this one would go on for ever."""
        super().shutdown()
        if self.wire.on_stop is not None:
            self.wire.on_stop()
