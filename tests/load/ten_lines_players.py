"""`python -m tests.load.ten_lines_players URL`: pairs who play at `tests.load.ten_lines`.

Says `ready` when all are seated, plays once a line comes in, and says what it measured as a line of
JSON.
"""

import argparse
import asyncio
import gc
import json
import sys
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.load.measured import Measures

PATIENCE = 30.0
OPENED_AT_ONCE = 50


class Table:
    """Two sockets; who hears the other's move moves."""

    def __init__(self, url: str, measures: Measures) -> None:
        self.url, self.measures = url, measures
        self.seats: list[ClientConnection] = []
        self.began: list[float] = []
        self.arrived = 0

    async def open(self) -> None:
        for _ in range(2):
            self.seats.append(await connect(self.url, compression=None))

    async def play(self, until: float) -> None:
        self.until = until
        await self._move(0)
        await asyncio.gather(*(self._listen(seat) for seat in range(2)))
        assert self.arrived == 2 * len(self.began), "the server closed a socket"

    async def _move(self, number: int) -> None:
        move = {"number": number, "seat": number % 2, "move": {"kind": "trail", "card": "7H"}}
        self.began.append(time.perf_counter())
        await self.seats[number % 2].send(json.dumps(move))

    async def _listen(self, seat: int) -> None:
        """Until all that was played has arrived at this seat, and nothing more will be."""
        async for text in self.seats[seat]:
            at = time.perf_counter()
            number = json.loads(text)["number"]
            took = (at - self.began[number]) * 1000
            if number % 2 == seat:
                self.measures.answered.append(took)
            else:
                self.measures.heard.append(took)
                if at < self.until:
                    await self._move(number + 1)
            self.arrived += 1
            if at >= self.until and self.arrived == 2 * len(self.began):
                break
        for one in self.seats:
            await one.close()


async def run(url: str, tables: int, seconds: float) -> dict[str, Any]:
    measures = Measures()
    all_tables = [Table(f"{url}/ws/tables/{number}/", measures) for number in range(tables)]
    async with asyncio.timeout(PATIENCE):
        for first in range(0, tables, OPENED_AT_ONCE):
            opened = all_tables[first : first + OPENED_AT_ONCE]
            await asyncio.gather(*(one.open() for one in opened))
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    began = time.perf_counter()
    async with asyncio.timeout(seconds + PATIENCE):
        await asyncio.gather(*(one.play(began + seconds) for one in all_tables))
    return measures.after(time.perf_counter() - began)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.load.ten_lines_players", description=__doc__
    )
    parser.add_argument("url")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    gc.disable()  # its pauses, of up to 0.1 s, would be measured as the server's
    print(json.dumps(asyncio.run(run(asked.url, asked.tables, asked.seconds))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
