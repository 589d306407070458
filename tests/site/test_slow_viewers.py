"""A client that does not read: it costs the house little, the others nothing, and is cut off."""

import asyncio
import socket
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from casino_site.asgi import application
from casino_site.socket_server import MOST_BUFFERED
from games.live import lines
from games.live.lines import OFFERED, Parcel, WireLine
from tests.site.served import served

FRAME = Parcel(["x" * 1000])


class House:
    """An application whose lines are all written to, as a broadcast does."""

    def __init__(self) -> None:
        self.lines: dict[str, WireLine] = {}
        self.gone: dict[str, asyncio.Event] = {}
        self.wires: dict[str, Any] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        name = scope["path"]
        await receive()
        self.gone[name] = asyncio.Event()
        self.wires[name] = scope["extensions"][OFFERED]
        self.lines[name] = WireLine(lambda: None, self.wires[name])
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        self.gone[name].set()

    def buffered(self, name: str) -> int:
        return int(self.wires[name]._protocol.transport.get_write_buffer_size())


def silent_client(port: int) -> socket.socket:
    """A socket that has joined and then never reads."""
    client = socket.create_connection(("127.0.0.1", port))
    client.sendall(
        b"GET /silent HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert client.recv(12) == b"HTTP/1.1 101"
    return client


async def test_who_does_not_read_is_cut_off_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lines, "SECONDS_CLOGGED", 0.2)
    house = House()
    async with asyncio.timeout(60), served(house) as port:
        client = await asyncio.to_thread(silent_client, port)
        async with connect(f"ws://127.0.0.1:{port}/reads", compression=None) as reader:
            silent, reads = house.lines["/silent"], house.lines["/reads"]
            # The kernels take what they have room for: only then is the line clogged for good.
            while not house.gone["/silent"].is_set():
                if not silent.is_clogged:
                    silent.write(FRAME)
                    assert house.buffered("/silent") <= MOST_BUFFERED + 2 * len(FRAME.wire)
                reads.write(FRAME)
                assert await reader.recv() == "x" * 1000
            assert not silent.is_clogged, "nobody waits for a line that is gone"
            reads.write(FRAME)
            assert await reader.recv() == "x" * 1000
        client.close()


async def test_who_reads_again_in_time_stays() -> None:
    house = House()
    async with asyncio.timeout(60), served(house) as port:
        client = await asyncio.to_thread(silent_client, port)
        silent = house.lines["/silent"]
        while not silent.is_clogged:
            silent.write(FRAME)
            await asyncio.sleep(0)
        waiting = asyncio.create_task(silent.until_free())
        while not waiting.done():
            await asyncio.to_thread(client.recv, 2**16)
        assert not house.gone["/silent"].is_set()
        client.close()


@pytest.mark.parametrize("path", ["/ws/matches/" + "0" * 32 + "/", "/ws/nowhere/"])
async def test_nothing_is_sent_after_the_close_whatever_the_client_still_says(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The server would say "Unexpected ASGI message"."""
    async with (
        asyncio.timeout(60),
        served(application) as port,
        connect(f"ws://127.0.0.1:{port}{path}", compression=None) as client,
    ):
        with suppress(ConnectionClosed):
            for _ in range(300):
                await client.send('{"type": "ping"}')
        with suppress(ConnectionClosed):
            while True:
                await client.recv()
        assert client.close_code in (4404, 4429)
    assert [record for record in caplog.records if record.name == "uvicorn.error"] == []
