"""An application behind uvicorn and the product's sockets, on a port of its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from uvicorn import Config
from uvicorn.server import ServerState

from casino_site.socket_server import SocketProtocol


@asynccontextmanager
async def served(application: Any) -> AsyncIterator[int]:
    """The port of uvicorn with this application."""
    config = Config(
        application, ws=SocketProtocol, ws_per_message_deflate=False, ws_ping_interval=None
    )
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SocketProtocol(config, state, {}), "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
        for protocol in list(state.connections):
            protocol.transport.abort()
