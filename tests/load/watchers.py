"""`python -m tests.load.watchers URL --count 4000 --join '{"type": "join"}'`: people who look on.

Opens the sockets, says the join frame on each, then says `ready` and waits. For each line of
standard input (a mark in the frame to come) it waits until every socket has received a frame with
that mark, and says how many milliseconds after the first byte anywhere, and after the moment named
on the line (`time.time()`), the last of them had it. Sockets that are cut off end it.
"""

import argparse
import asyncio
import base64
import gc
import json
import os
import sys
import time
from collections.abc import Sequence
from urllib.parse import urlsplit

OPENED_AT_ONCE = 100


class Watcher(asyncio.Protocol):
    """A socket that counts: of a frame only the head is read, since the clients share the machine.

    Of the frame under way, `begun` is what came of its head, or `unread` how much is to come.
    """

    begun, unread = b"", 0

    def __init__(self, crowd: "Crowd") -> None:
        self.crowd, self.opened = crowd, asyncio.get_running_loop().create_future()
        self.joined = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def say(self, text: str) -> None:
        content = text.encode()
        size = len(content)
        head = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))
        self.transport.write(b"\x81" + head + mask + masked)

    def data_received(self, data: bytes) -> None:
        if not self.opened.done():
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self.opened.set_result(None)
            data = data.partition(b"\r\n\r\n")[2]
        self._answer_pings(data)
        if not self.joined.done():
            if data and self.crowd.until in data:
                self.joined.set_result(None)
        elif self.crowd.mark in data:
            self.crowd.arrived()

    def _answer_pings(self, data: bytes) -> None:
        """Walks over the heads of the frames, since a ping may come before or after a fact in one
        piece of the line, and a frame in two.
        """
        data, at = self.begun + data, self.unread
        self.begun = b""
        while at < len(data):
            first, end = content_of(data, at)
            is_ping = data[at] == 0x89
            if len(data) < (end if is_ping else first):
                self.begun, at = data[at:], len(data)
                break
            if is_ping:
                head = bytes([0x8A, 0x80 | end - first])
                self.transport.write(head + bytes(4) + data[first:end])
            at = end
        self.unread = at - len(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.lost += 1


def content_of(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of the frame that begins at `at` begins and ends (RFC 6455, section 5.2).
    Where its head is not whole, that is after the data.
    """
    if at + 2 > len(data):
        return at + 2, at + 2
    size = data[at + 1] & 0x7F
    first = at + {126: 4, 127: 10}.get(size, 2)
    if size >= 126:
        size = int.from_bytes(data[at + 2 : first], "big")
    return first, first + size


class Crowd:
    """All watchers, and how many have received what is waited for."""

    mark = b"\0never"

    def __init__(self, until: bytes = b"") -> None:
        self.until = until
        self.lost = self.count = 0
        self.all: list[Watcher] = []

    async def open(self, url: str, count: int, says: Sequence[str]) -> None:
        address = urlsplit(url)
        loop = asyncio.get_running_loop()

        async def one() -> None:
            _, watcher = await loop.create_connection(
                lambda: Watcher(self), address.hostname, address.port
            )
            key = base64.b64encode(os.urandom(16)).decode()
            watcher.transport.write(
                f"GET {address.path} HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            await watcher.opened
            for text in says:
                watcher.say(text)
            await watcher.joined
            self.all.append(watcher)

        for first in range(0, count, OPENED_AT_ONCE):
            await asyncio.gather(*(one() for _ in range(min(OPENED_AT_ONCE, count - first))))

    def expect(self, mark: str) -> "asyncio.Future[float]":
        self.mark, self.count = mark.encode(), 0
        self.done: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        return self.done

    def arrived(self) -> None:
        self.count += 1
        if self.count == len(self.all) and not self.done.done():
            self.done.set_result(time.time())


async def run(url: str, count: int, says: Sequence[str], until: str) -> None:
    crowd = Crowd(until.encode())
    await crowd.open(url, count, says)
    print(json.dumps({"ready": len(crowd.all)}), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        waited = crowd.expect(line.strip())
        print(json.dumps({"waiting": True}), flush=True)
        last = await asyncio.wait_for(waited, 60)
        print(json.dumps({"last": last, "lost": crowd.lost}), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.watchers", description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--join", default='{"type": "join"}')
    parser.add_argument("--then", action="append", default=[], help="what each says after that")
    parser.add_argument("--until", default="", help="what says that it has joined")
    asked = parser.parse_args()
    gc.disable()  # its pauses, of up to 0.1 s, would be measured as the server's
    asyncio.run(run(asked.url, asked.count, [asked.join, *asked.then], asked.until))
    return 0


if __name__ == "__main__":
    sys.exit(main())
