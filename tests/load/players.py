"""`python -m tests.load.players FILE URL [URL …]`: people who play prepared matches over sockets.

Of a match the first seat sits at the first address, the second at the last. Each plays as soon as
the other's move is heard, or `--rate` moves a second are played by all together. Says what it
measured as a line of JSON: moves, seconds, and the milliseconds from a move to its acknowledgement
and to the opponent's socket.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 30.0


@dataclass
class Measured:
    answered: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)


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


async def versions(socket: ClientConnection) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    async for text in socket:
        frame = json.loads(text)
        yield frame["type"], frame


async def frame_until(socket: ClientConnection, *types: str) -> dict[str, Any]:
    while True:
        frame = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if frame["type"] in types:
            found: dict[str, Any] = frame
            return found


class Seated:
    """A person at a table: what has been heard, and who waits for it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.version = 0
        self.accepted: dict[str, float] = {}
        self._news = asyncio.Event()
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for text in self.socket:
            at = time.perf_counter()
            frame = json.loads(text)
            if frame["type"] == "accepted":
                self.accepted[frame["data"]["command_id"]] = at
            elif frame["type"] == "refused":
                raise AssertionError(frame)
            else:
                self.version, self.at = frame["version"], at
            self._news.set()

    async def heard(self, version: int) -> float:
        while self.version < version:
            await self._until_news()
        return self.at

    async def answered(self, command: str) -> float:
        while command not in self.accepted:
            await self._until_news()
        return self.accepted.pop(command)

    async def _until_news(self) -> None:
        self._news.clear()
        if self.listening.done():
            self.listening.result()
            raise AssertionError("the socket was closed")
        await asyncio.wait_for(self._news.wait(), PATIENCE)


async def play(
    match: dict[str, Any], urls: Sequence[str], pace: Pace, until: float, measured: Measured
) -> None:
    seats = []
    for seat, token in enumerate(match["tokens"]):
        url = urls[0] if seat == 0 else urls[-1]
        socket = await connect(f"{url}/ws/matches/{match['match']}/", compression=None)
        await socket.send(json.dumps({"type": "join", "token": token}))
        await frame_until(socket, "snapshot")
        seats.append(Seated(socket))
    for number, (seat, move, before, after) in enumerate(match["moves"]):
        await pace.leave()
        if time.perf_counter() > until:
            break
        mover, other = seats[seat], seats[1 - seat]
        frame = {"type": "move", "command_id": str(number), "version": before, "move": move}
        began = time.perf_counter()
        await mover.socket.send(json.dumps(frame))
        heard = await other.heard(after)
        answered = await mover.answered(str(number))
        await mover.heard(after)
        measured.answered.append((answered - began) * 1000)
        measured.heard.append((heard - began) * 1000)
    for one in seats:
        one.listening.cancel()
        await one.socket.close()


async def run(matches: list[Any], urls: Sequence[str], rate: float, seconds: float) -> Any:
    measured, pace = Measured(), Pace(rate)
    began = time.perf_counter()
    await asyncio.gather(*(play(one, urls, pace, began + seconds, measured) for one in matches))
    took = time.perf_counter() - began
    return {
        "moves": len(measured.heard), "seconds": took,
        "answered": measured.answered, "heard": measured.heard,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.players", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("urls", nargs="+")
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    matches = json.loads(asked.file.read_text())
    print(json.dumps(asyncio.run(run(matches, asked.urls, asked.rate, asked.seconds))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
