"""What many viewers of a stream get alike, beside its facts: made and encoded once for all who ask
about the same time.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.utils import timezone

from games.envelopes import encoded, envelope
from games.live.lines import Parcel

# A snapshot that was taken so many seconds ago is as good as a new one: what came since follows.
FRESH_SECONDS = 1.0

Taken = tuple[int, Mapping[str, Any]]


def named(text: str, name: str) -> str:
    """A frame as sockets of many streams have it: with the name of the stream."""
    return f'{{"stream":"{name}",{text[1:]}'


class Picture:
    """The newest snapshot of a stream as anybody may see it, and what is told of who looks on."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._taken: tuple[float, int, Parcel] | None = None
        self._taking: asyncio.Task[tuple[int, Parcel]] | None = None
        self._told: tuple[object, Parcel] | None = None

    async def newest(self, take: Callable[[], Awaitable[Taken]]) -> tuple[int, Parcel]:
        """Its version and its frame. Refuses what `take` refuses."""
        now = asyncio.get_running_loop().time()
        if self._taken is not None and now - self._taken[0] < FRESH_SECONDS:
            return self._taken[1:]
        if self._taking is None:
            self._taking = asyncio.create_task(self._take(take))
            self._taking.add_done_callback(self._is_taken)
        return await asyncio.shield(self._taking)

    def told(self, type_: str, data: dict[str, Any], version: int) -> Parcel:
        """The frame of what is no fact; the same for all who are told the same."""
        if self._told is None or self._told[0] is not data:
            text = encoded(envelope(version, type_, data, timezone.now()))
            self._told = data, Parcel([named(text, self._name)])
        return self._told[1]

    async def _take(self, take: Callable[[], Awaitable[Taken]]) -> tuple[int, Parcel]:
        at = asyncio.get_running_loop().time()
        version, data = await take()
        text = encoded(envelope(version, "snapshot", dict(data), timezone.now()))
        parcel = Parcel([named(text, self._name)])
        self._taken = at, version, parcel
        return version, parcel

    def _is_taken(self, task: "asyncio.Task[tuple[int, Parcel]]") -> None:
        self._taking = None
        if not task.cancelled():
            task.exception()  # who waits for it is told
