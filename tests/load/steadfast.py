"""People who play prepared matches over sockets, whatever dies: who is cut off comes back.

They join again with `after`, and say a move that was not answered again under the same command id.
What each was told is kept, to be held against the log.
"""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

# Who hears nothing for so long pings, and if that is not answered comes back.
SILENCE = 1.0
BETWEEN_CALLS = 0.05
# A command may be said again as it is after these.
PASSING = {"busy", "unavailable"}


@dataclass
class Told:
    """What one seat of a match was told: facts by version, and by the number of its command the
    version that a move was acknowledged with.

    `found_done` are the moves said again that had been done: the answer was lost, the move was not.
    """

    match: str
    seat: int
    facts: dict[int, dict[str, Any]] = field(default_factory=dict)
    acknowledged: dict[int, int] = field(default_factory=dict)
    version: int = 0
    joined: int = 0
    said_again: int = 0
    found_done: int = 0


class Seat:
    """A person at a table, who plays the moves of this seat one after another."""

    def __init__(self, url: str, match: dict[str, Any], seat: int, is_over: threading.Event):
        self.url = f"{url.replace('http', 'ws', 1)}/ws/matches/{match['match']}/"
        self.token = match["tokens"][seat]
        self.told = Told(match["match"], seat)
        self._is_over = is_over
        self._last = match["moves"][-1][3]
        self._to_play = deque(
            (number, move, before)
            for number, (mover, move, before, _) in enumerate(match["moves"])
            if mover == seat
        )
        self._said: int | None = None

    async def play(self) -> None:
        """Until all is played and heard, however often it takes to come back."""
        while self._goes_on():
            try:
                async with connect(self.url, compression=None) as socket:
                    await self._play_on(socket)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(BETWEEN_CALLS)

    def _goes_on(self) -> bool:
        has_all = not self._to_play and self.told.version >= self._last
        return not (has_all or self._is_over.is_set())

    async def _play_on(self, socket: ClientConnection) -> None:
        after = {"after": self.told.version} if self.told.version else {}
        await _say(socket, type="join", token=self.token, **after)
        self.told.joined += 1
        waits = False
        while self._goes_on():
            if not waits and self._to_play and self.told.version >= self._to_play[0][2]:
                await self._say_move(socket)
                waits = True
            if self._hear(await _frame(socket)):
                waits = False

    async def _say_move(self, socket: ClientConnection) -> None:
        number, move, before = self._to_play[0]
        if number == self._said:
            self.told.said_again += 1
            self.told.found_done += self.told.version > before
        self._said = number
        await _say(socket, type="move", command_id=str(number), version=before, move=move)

    def _hear(self, frame: dict[str, Any]) -> bool:
        """Keeps what is told; whether it is the answer to a move."""
        told, type_, data = self.told, frame["type"], frame["data"]
        if type_ == "accepted":
            number, _, _ = self._to_play.popleft()
            assert data["command_id"] == str(number), f"{number} was said, answered: {data}"
            told.acknowledged[number] = data["version"]
        elif type_ == "refused":
            assert data["code"] in PASSING, frame
        elif type_ == "snapshot":
            assert frame["version"] >= told.version, f"{frame} after version {told.version}"
            told.version = frame["version"]
        elif type_ != "pong":
            assert frame["version"] == told.version + 1, f"{frame} after version {told.version}"
            told.version = frame["version"]
            told.facts[told.version] = frame
        return type_ in ("accepted", "refused")


async def _say(socket: ClientConnection, **frame: Any) -> None:
    await socket.send(json.dumps(frame))


async def _frame(socket: ClientConnection) -> dict[str, Any]:
    """The next frame. Raises `TimeoutError` where not even a ping is answered."""
    try:
        text = await asyncio.wait_for(socket.recv(), SILENCE)
    except TimeoutError:
        await _say(socket, type="ping")
        text = await asyncio.wait_for(socket.recv(), SILENCE)
    frame: dict[str, Any] = json.loads(text)
    return frame


class Crowd:
    """Both seats of all matches, who play in a thread of their own.

    At each of so many tables one match is played after another.
    """

    def __init__(self, url: str, matches: Sequence[dict[str, Any]], tables: int) -> None:
        self._is_over = threading.Event()
        self._pairs = [[Seat(url, one, seat, self._is_over) for seat in (0, 1)] for one in matches]
        self._tables = tables
        self.told = [seat.told for pair in self._pairs for seat in pair]

    def acknowledged(self) -> int:
        """How many moves have been, by now."""
        return sum(len(told.acknowledged) for told in self.told)

    @contextmanager
    def playing(self) -> Iterator["Future[None]"]:
        """Plays while the block runs; the future ends with the last match, or with a fault."""
        with ThreadPoolExecutor(1, "crowd") as pool:
            try:
                yield pool.submit(asyncio.run, self._play())
            finally:
                self._is_over.set()

    async def _play(self) -> None:
        async with asyncio.TaskGroup() as group:
            for table in range(self._tables):
                group.create_task(self._play_at(table))

    async def _play_at(self, table: int) -> None:
        for pair in self._pairs[table :: self._tables]:
            await asyncio.gather(*(seat.play() for seat in pair))
