"""Reads of followed streams: what is asked for while one read is under way, the next reads at once.

A process whose neighbour commits a thousand moves a second hears of as many streams, and would
otherwise make a query for each of them.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from games.live.database import in_database

Fact = TypeVar("Fact")
# A stream, and the version after which its facts are wanted.
Wanted = tuple[UUID, int]
STREAMS_AT_ONCE = 64


@dataclass
class _Asked(Generic[Fact]):
    wanted: Wanted
    answer: "asyncio.Future[Sequence[Fact]]"


class Reader(Generic[Fact]):
    """Reads streams of one kind on one event loop, by `read(wanted, limit)`: at most `limit` facts
    of each, in the same order, from the database.
    """

    def __init__(
        self, read: Callable[[Sequence[Wanted], int], Sequence[Sequence[Fact]]], limit: int
    ) -> None:
        self._read, self._limit = read, limit
        self._waiting: list[_Asked[Fact]] = []
        self._reading: asyncio.Task[None] | None = None

    async def read(self, id_: UUID, after: int) -> Sequence[Fact]:
        """The facts of the stream with version > after. Raises what the read raises."""
        asked = _Asked[Fact]((id_, after), asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        if self._reading is None:
            self._reading = asyncio.create_task(self._run())
        return await asked.answer

    async def _run(self) -> None:
        try:
            while self._waiting:
                some = self._waiting[:STREAMS_AT_ONCE]
                del self._waiting[:STREAMS_AT_ONCE]
                await self._answer(some)
        finally:
            self._reading = None

    async def _answer(self, some: Sequence[_Asked[Fact]]) -> None:
        try:
            found = await in_database(self._read, [one.wanted for one in some], self._limit)
        except Exception as fault:
            if len(some) == 1:
                if not some[0].answer.done():
                    some[0].answer.set_exception(fault)
                return
            # A stream that cannot be read takes no other with it.
            for one in some:
                await self._answer([one])
            return
        for one, facts in zip(some, found, strict=True):
            if not one.answer.done():
                one.answer.set_result(facts)
