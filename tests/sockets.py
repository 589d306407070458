"""A client's end of a socket, through the whole application, without a server between."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from asgiref.testing import ApplicationCommunicator

from casino_site.asgi import application
from tests.frames import is_told
from tests.patience import PATIENCE


class Socket:
    """What a client says and what it hears, as JSON."""

    def __init__(self, path: str, headers: list[tuple[bytes, bytes]]) -> None:
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers}
        self.kind = {"matches": "match", "tournaments": "tournament"}.get(
            path.split("/")[2], path.split("/")[2]
        )
        self.inner = ApplicationCommunicator(application, scope | {"subprotocols": []})
        self.heard: list[dict[str, Any]] = []
        self.texts: list[str] = []

    async def open(self) -> None:
        await self.inner.send_input({"type": "websocket.connect"})
        assert (await self.inner.receive_output(PATIENCE))["type"] == "websocket.accept"

    async def say(self, **frame: Any) -> None:
        await self.say_text(json.dumps(frame))

    async def say_text(self, text: str) -> None:
        await self.inner.send_input({"type": "websocket.receive", "text": text})

    async def say_bytes(self, content: bytes) -> None:
        await self.inner.send_input({"type": "websocket.receive", "bytes": content})

    async def hear(self, *types: str) -> dict[str, Any]:
        """The next frame, or the next of these types."""
        while True:
            output = await self.inner.receive_output(PATIENCE)
            assert output["type"] == "websocket.send", output
            frame = json.loads(output["text"])
            assert is_told(self.kind, frame), frame
            self.heard.append(frame)
            self.texts.append(output["text"])
            if not types or frame["type"] in types:
                return frame

    async def closed_with(self) -> int:
        """The close code; what was still said before it is heard first."""
        while (output := await self.inner.receive_output(PATIENCE))["type"] == "websocket.send":
            self.heard.append(json.loads(output["text"]))
        return output["code"]


@asynccontextmanager
async def open_socket(path: str, *headers: tuple[bytes, bytes]) -> AsyncIterator[Socket]:
    client = Socket(path, list(headers))
    await client.open()
    try:
        yield client
    finally:
        await client.inner.send_input({"type": "websocket.disconnect", "code": 1000})
        await client.inner.wait(PATIENCE)
