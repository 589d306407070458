"""Hints between processes: that a stream has a newer version, and nothing of what is in it.

They go through the channel layer to one group that every process with viewers hears. Sending runs
on an event loop, that of the sockets or else one of its own, so that neither a request nor a worker
waits for Redis, and whatever gathers while one message is under way goes out with the next.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from uuid import UUID

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)
GROUP = "changes"
SEND_SECONDS = 5.0

Stream = tuple[str, UUID]


class Sender:
    """Tells all processes what has changed; from any thread, without waiting. `loop` gives the
    event loop on which it is done.
    """

    def __init__(self, loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
        self._loop = loop
        self._lock = threading.Lock()
        self._waiting: dict[Stream, int] = {}
        self._is_sending = False

    def send(self, stream: Stream, version: int) -> None:
        with self._lock:
            self._waiting[stream] = max(version, self._waiting.get(stream, 0))
            if self._is_sending:
                return
            self._is_sending = True
        asyncio.run_coroutine_threadsafe(self._run(), self._loop())

    async def _run(self) -> None:
        while True:
            with self._lock:
                waiting, self._waiting = self._waiting, {}
                if not waiting:
                    self._is_sending = False
                    return
            await _publish(waiting)


async def _publish(waiting: Mapping[Stream, int]) -> None:
    changes = [(kind, id_.hex, version) for (kind, id_), version in waiting.items()]
    layer = get_channel_layer()
    assert layer is not None
    try:
        message = {"type": "changes", "changes": changes}
        await asyncio.wait_for(layer.group_send(GROUP, message), SEND_SECONDS)
    except Exception as error:
        # Whatever Redis did, the facts are committed and the viewers' sweep will find them.
        log.warning("could not hint at %d changes: %s", len(changes), error)


def changes_in(message: Mapping[str, Any]) -> list[tuple[Stream, int]]:
    """The streams that have changed, each with its newest version."""
    return [((kind, UUID(hex_)), version) for kind, hex_, version in message["changes"]]


@cache
def loop() -> asyncio.AbstractEventLoop:
    """An event loop in a thread of its own, which waits for Redis and for nothing else."""
    own = asyncio.new_event_loop()
    threading.Thread(target=own.run_forever, name="hints", daemon=True).start()
    return own


# For processes without sockets.
sender = Sender(loop)
