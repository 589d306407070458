"""A reader's end of a stream over plain HTTP, through the whole application, without a server."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from asgiref.testing import ApplicationCommunicator

from casino_site.asgi import application
from games.live.streams import OFFERED_WIRE
from tests.frames import is_line
from tests.patience import PATIENCE

# What is waited for comes at once where the machine is not busy.


class Wire:
    """A server's end of the connection that only notes what it is told."""

    def __init__(self) -> None:
        self.on_stop: Any = None
        self.is_cut = False

    def hold_little(self) -> None:
        pass

    def abort(self) -> None:
        self.is_cut = True


class Stream:
    """What a reader has asked for, and hears."""

    def __init__(self, path: str, headers: dict[str, str]) -> None:
        plain, _, query = path.partition("?")
        what = plain.removeprefix("/api/v1/").partition("/")[0]
        self.operation = {
            "matches": "match_stream",
            "tournaments": "tournament_stream",
            "me": "my_stream",
        }.get(what)
        self.wire = Wire()
        scope = {
            "type": "http", "method": "GET", "path": plain, "query_string": query.encode(),
            "headers": [(b"host", b"testserver"), *(
                (name.lower().encode(), value.encode()) for name, value in headers.items()
            )],
            "extensions": {OFFERED_WIRE: self.wire},
        }  # fmt: skip
        self.inner = ApplicationCommunicator(application, scope)
        self.left = b""
        self.is_over = False
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []

    async def open(self) -> None:
        await self.inner.send_input({"type": "http.request", "body": b"", "more_body": False})
        start = await self.inner.receive_output(PATIENCE)
        self.status: int = start["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}

    async def block(self) -> str:
        """The next line, or the next event."""
        end = b"\n\n" if "event-stream" in self.headers["content-type"] else b"\n"
        while end not in self.left:
            assert not self.is_over, "nothing more comes"
            output = await self.inner.receive_output(PATIENCE)
            self.left += output.get("body", b"")
            self.is_over = not output.get("more_body", False)
        block, self.left = self.left.split(end, 1)
        self.raw.append(block.decode())
        return block.decode()

    async def hear(self, *types: str) -> dict[str, Any]:
        """The next frame, or the next of these types."""
        while True:
            block = await self.block()
            lines = [line for line in block.split("\n") if line.startswith(("data: ", "{"))]
            if not lines:
                continue
            frame: dict[str, Any] = json.loads(lines[-1].removeprefix("data: "))
            assert self.operation is not None
            assert is_line(self.operation, frame), frame
            self.heard.append(frame)
            if not types or frame["type"] in types:
                return frame

    async def to_the_end(self) -> dict[str, Any]:
        """The last line, after which nothing comes."""
        frame = await self.hear("ended")
        while not self.is_over:
            output = await self.inner.receive_output(PATIENCE)
            self.left += output.get("body", b"")
            self.is_over = not output.get("more_body", False)
        assert not self.left
        return frame["data"]

    async def body(self) -> Any:
        """What is answered where it is no stream."""
        content = b""
        while True:
            output = await self.inner.receive_output(PATIENCE)
            content += output.get("body", b"")
            if not output.get("more_body"):
                return json.loads(content) if content else None


@asynccontextmanager
async def open_stream(path: str, token: str | None = None, **headers: str) -> AsyncIterator[Stream]:
    """`headers` by their names, with _ for -."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    if token is not None:
        given["Authorization"] = f"Token {token}"
    reader = Stream(f"/api/v1/{path}", given)
    await reader.open()
    try:
        yield reader
    finally:
        await reader.inner.send_input({"type": "http.disconnect"})
        await reader.inner.wait(PATIENCE)
