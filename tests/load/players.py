"""`python -m tests.load.players FILE URL [URL …]`: people who play prepared matches over sockets.

Of a match the first seat sits at the first address, the second at the last. Each plays as soon as
the other's move is heard, or `--rate` moves a second are played by all together. `--rest` sends the
moves over REST and hears the other's over the socket. Of a match against a bot the person trails
any card of the hand, and what is measured as heard is the bot's answer. Says what it measured as a
line of JSON: moves, seconds, and the milliseconds from a move to its acknowledgement and to the
opponent's socket.
"""

import argparse
import asyncio
import gc
import json
import sys
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tests.load.measured import Measures

PATIENCE = 30.0


class Pace:
    """Gives leave to play: at once, or so many times a second."""

    def __init__(self, rate: float) -> None:
        self._interval = 1 / rate if rate else 0.0
        self._next = 0.0

    async def leave(self) -> None:
        if not self._interval:
            return
        now = time.perf_counter()
        self._next = max(now, self._next + self._interval)
        await asyncio.sleep(self._next - now)


class Sends(Protocol):
    """A way to make a move: returns when it is acknowledged."""

    async def __call__(self, frame: dict[str, Any]) -> None: ...


class Seated:
    """A person at a table: what has been heard, and who waits for it."""

    def __init__(self, socket: ClientConnection, snapshot: dict[str, Any]) -> None:
        self.socket = socket
        self.version, self.at = snapshot["version"], 0.0
        self.seat: int = snapshot["data"]["you"]
        self.hand: list[str] = snapshot["data"]["deal"]["hand"]
        self.turn: int | None = snapshot["data"]["deal"]["turn"]
        self.is_over = False
        self._accepted: dict[str, float] = {}
        self._news = asyncio.Event()
        self.listening = asyncio.create_task(self._listen())
        self.listening.add_done_callback(lambda task: self._news.set())

    async def _listen(self) -> None:
        async for text in self.socket:
            at = time.perf_counter()
            frame = json.loads(text)
            if frame["type"] == "accepted":
                self._accepted[frame["data"]["command_id"]] = at
            elif frame["type"] == "refused":
                raise AssertionError(frame)
            else:
                self.version, self.at = frame["version"], at
                self._fold(frame["type"], frame["data"])
            self._news.set()

    def _fold(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "packet_dealt":
            self.hand = [*data["hand"]]
        elif kind == "card_played" and data["seat"] == self.seat:
            self.hand.remove(data["move"]["card"])
        if kind == "match_finished":
            self.is_over = True
        elif "turn" in data:
            self.turn = data["turn"]

    async def heard(self, version: int) -> float:
        while self.version < version:
            await self.news()
        return self.at

    async def has_turn(self) -> bool:
        """Waits for the turn; False when the match is over."""
        while self.turn != self.seat and not self.is_over:
            await self.news()
        return not self.is_over

    async def move(self, frame: dict[str, Any]) -> None:
        """Over the socket."""
        await self.socket.send(json.dumps({"type": "move", **frame}))
        while frame["command_id"] not in self._accepted:
            await self.news()
        del self._accepted[frame["command_id"]]

    async def news(self) -> None:
        self._news.clear()
        if self.listening.done():
            self.listening.result()
            raise AssertionError("the socket was closed")
        await self._news.wait()

    async def close(self) -> None:
        self.listening.cancel()
        await self.socket.close()


class Rest:
    """A connection of HTTP that is kept, as scripts have."""

    def __init__(self, url: str, match: str, token: str) -> None:
        self._address = urlsplit(url)
        self._start = (
            f"POST /api/v1/matches/{match}/moves/ HTTP/1.1\r\nHost: {self._address.netloc}\r\n"
            f"Authorization: Token {token}\r\nContent-Type: application/json\r\nContent-Length: "
        )
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def move(self, frame: dict[str, Any]) -> None:
        if self._streams is None:
            host, port = self._address.hostname, self._address.port
            self._streams = await asyncio.open_connection(host, port)
        reader, writer = self._streams
        body = json.dumps(frame)
        writer.write(f"{self._start}{len(body)}\r\n\r\n{body}".encode())
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode().lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        answer = await reader.readexactly(length)
        assert " 201 " in head.partition("\r\n")[0], (head, answer)


async def sit_down(url: str, match: str, token: str) -> Seated:
    socket = await connect(f"{url}/ws/matches/{match}/", compression=None)
    await socket.send(json.dumps({"type": "join", "token": token}))
    snapshot = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
    assert snapshot["type"] == "snapshot", snapshot
    return Seated(socket, snapshot)


class Play:
    """How matches are played, by all of them together."""

    def __init__(
        self, urls: Sequence[str], pace: Pace, rest: bool, seconds: float, ready: Path | None
    ) -> None:
        self.urls, self.pace, self.rest, self.seconds = urls, pace, rest, seconds
        self.ready = ready
        self.measures = Measures()

    async def all(self, matches: Sequence[dict[str, Any]]) -> float:
        """Plays them all, once everybody sits; how many seconds they played."""
        tables = [await self._sit_down(match) for match in matches]
        if self.ready is not None:
            self.ready.touch()
        began = time.perf_counter()
        self.until = began + self.seconds
        # One watch for all: one for each wait costs the processor that the server is to have.
        async with asyncio.timeout(self.seconds + PATIENCE):
            await asyncio.gather(*tables)
        waits = [*self.measures.answered, *self.measures.heard]
        assert max(waits, default=0.0) < PATIENCE * 1000, "somebody waited too long"
        return time.perf_counter() - began

    async def _sit_down(self, match: dict[str, Any]) -> Coroutine[Any, Any, None]:
        urls = [self.urls[0], self.urls[-1]][: len(match["tokens"])]
        places = list(zip(urls, match["tokens"], strict=True))
        seats = [await sit_down(url, match["match"], token) for url, token in places]
        ways: list[Sends] = [one.move for one in seats]
        if self.rest:
            ways = [Rest(url, match["match"], token).move for url, token in places]
        return self._play(match, seats, ways)

    async def _play(
        self, match: dict[str, Any], seats: Sequence[Seated], ways: Sequence[Sends]
    ) -> None:
        if match["moves"]:
            await self._against_each_other(match, seats, ways)
        else:
            await self._against_bot(seats[0], ways[0])
        for one in seats:
            await one.close()

    async def _against_each_other(
        self, match: dict[str, Any], seats: Sequence[Seated], ways: Sequence[Sends]
    ) -> None:
        for number, (seat, move, before, after) in enumerate(match["moves"]):
            await self.pace.leave()
            if time.perf_counter() > self.until:
                return
            began = time.perf_counter()
            frame = {"command_id": str(number), "version": before, "move": move}
            answering = asyncio.create_task(self._answered(ways[seat], frame, began))
            heard = await seats[1 - seat].heard(after)
            self.measures.heard.append((heard - began) * 1000)
            await answering
            await seats[seat].heard(after)

    async def _answered(self, way: Sends, frame: dict[str, Any], began: float) -> None:
        await way(frame)
        self.measures.answered.append((time.perf_counter() - began) * 1000)

    async def _against_bot(self, person: Seated, way: Sends) -> None:
        number = 0
        while await person.has_turn() and time.perf_counter() < self.until:
            await self.pace.leave()
            number, began, version = number + 1, time.perf_counter(), person.version
            move = {"kind": "trail", "card": person.hand[0]}
            frame = {"command_id": str(number), "version": version, "move": move}
            await self._answered(way, frame, began)
            await person.heard(version + 1)
            if await person.has_turn():
                self.measures.heard.append((person.at - began) * 1000)


async def run(play: Play, matches: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return play.measures.after(await play.all(matches))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.players", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("urls", nargs="+")
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--rest", action="store_true")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--ready", type=Path, help="a file that is made when all are seated")
    asked = parser.parse_args()
    play = Play(asked.urls, Pace(asked.rate), asked.rest, asked.seconds, asked.ready)
    gc.disable()  # its pauses, of up to 0.1 s, would be measured as the server's
    print(json.dumps(asyncio.run(run(play, json.loads(asked.file.read_text())))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
