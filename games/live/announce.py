"""Announcing committed facts to sockets: once an audience, as bytes that need no more work.

A broadcast is a hint: a receiver that misses one sees the gap and reads the store. Sending runs on
one event loop of its own per process, so that neither a request nor a worker waits for Redis.
"""

import asyncio
import logging
import threading
from functools import cache
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)
SEND_SECONDS = 5.0


def announce(group: str, frames: list[str], first: int, last: int) -> None:
    """Sends the encoded frames of versions first…last to a group; they are committed already."""
    _post(group, {"type": "facts", "first": first, "last": last, "frames": frames})


def _post(group: str, message: dict[str, Any]) -> None:
    asyncio.run_coroutine_threadsafe(_send(group, message), _loop())


async def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    try:
        await asyncio.wait_for(layer.group_send(group, message), SEND_SECONDS)
    except Exception as error:
        # Whatever Redis did, the facts are committed and the viewers will read them.
        log.warning("could not announce to %s: %s", group, error)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="announce", daemon=True).start()
    return loop
