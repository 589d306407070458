"""The gate of streams: a view opens one as it answers any other request, with all that holds for
those, and what it answers goes on here, on the event loop, after Django has done with it.
"""

import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

from casino_site.problems import PROBLEM_JSON, problem_document
from games.limits.refusals import Throttled
from games.live.streams import OFFER, OFFERED_WIRE, Message, Offer, Receive, Send

STREAMS, STREAM = "/api/", "/stream/"
# What an answer that goes on does not say of itself.
LEFT_OUT = frozenset({b"content-length", b"etag"})
# Nothing on the way may hold lines back until there are more of them.
AT_ONCE = [(b"cache-control", b"private, no-store, no-transform"), (b"x-accel-buffering", b"no")]


class StreamGate:
    """Offers a view that its answer goes on, and goes on with it."""

    def __init__(self, inner: Callable[[Any, Receive, Send], Awaitable[Any]]) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        path = scope["path"]
        if not (path.startswith(STREAMS) and path.endswith(STREAM)):
            await self.inner(scope, receive, send)
            return
        offer = Offer(time.monotonic())
        answer = _Answer(offer, send)
        await self.inner({**scope, OFFER: offer}, receive, answer)
        if answer.start is None or offer.stream is None:
            return
        wire = scope.get("extensions", {}).get(OFFERED_WIRE)
        try:
            await offer.stream.serve(answer.start, receive, send, wire)
        except Throttled as refusal:
            await _refuse(send, refusal)


class _Answer:
    """Keeps the beginning of an answer that goes on, and lets every other one out."""

    def __init__(self, offer: Offer, send: Send) -> None:
        self._offer, self._send = offer, send
        self.start: Message | None = None

    async def __call__(self, message: Message) -> None:
        if self.start is not None:
            return
        if message["type"] != "http.response.start" or self._offer.stream is None:
            await self._send(message)
            return
        kept = LEFT_OUT | {name for name, _ in AT_ONCE}
        headers = [pair for pair in message["headers"] if pair[0].lower() not in kept]
        self.start = {**message, "headers": [*headers, *AT_ONCE]}


async def _refuse(send: Send, refusal: Throttled) -> None:
    document = problem_document(refusal)
    body = json.dumps(document).encode()
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(refusal.wait).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": document["status"], "headers": headers})
    await send({"type": "http.response.body", "body": body})
