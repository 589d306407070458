"""What many viewers of a stream get alike, beside its facts: made and encoded once for all who ask
about the same time.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True)
class Snapshot:
    """A snapshot's frame, and what is written of it: with the stream's name or without."""

    stream: str
    version: int
    at: float
    text: str

    @cached_property
    def plain(self) -> Parcel:
        return Parcel([self.text])

    @cached_property
    def named(self) -> Parcel:
        return Parcel([named(self.text, self.stream)])


class Picture:
    """The newest snapshot of a stream as anybody may see it, and what is told of who looks on."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._taken: Snapshot | None = None
        self._taking: asyncio.Task[Snapshot] | None = None
        self._told: tuple[object, Parcel] | None = None

    async def newest(
        self, take: Callable[[], Awaitable[Taken]], at_least: int, seconds: float = FRESH_SECONDS
    ) -> Snapshot:
        """One that was taken no longer ago than that, or is being taken; a new one where it is of
        a version before `at_least`. Refuses what `take` refuses.
        """
        now, taken = asyncio.get_running_loop().time(), self._taken
        if taken is not None and now - taken.at < seconds and taken.version >= at_least:
            return taken
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

    async def _take(self, take: Callable[[], Awaitable[Taken]]) -> Snapshot:
        at = asyncio.get_running_loop().time()
        version, data = await take()
        text = encoded(envelope(version, "snapshot", dict(data), timezone.now()))
        self._taken = Snapshot(self._name, version, at, text)
        return self._taken

    def _is_taken(self, task: "asyncio.Task[Snapshot]") -> None:
        self._taking = None
        if not task.cancelled():
            task.exception()  # who waits for it is told
