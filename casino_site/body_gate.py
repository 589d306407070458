"""The gate before Django: a body that is too large is refused before it has been taken in.

Django reads the whole body before any of its middleware sees the request; so this stands outside.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings

from casino_site.bodies import BodyTooLarge, limit_of
from casino_site.problems import PROBLEM_JSON, problem_document

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class BodyGate:
    """Answers 413 as a problem document when a body is, or turns out to be, over the limit."""

    def __init__(self, inner: Callable[[Any, Receive, Send], Awaitable[Any]]) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        limit = max(limit_of(scope["path"]), _limit_of_files(scope))
        if _declared(scope) > limit:
            await _refuse(send, limit)
            return
        counted = _Counted(receive, limit)
        await self.inner(scope, counted, send)
        if counted.is_over:
            await _refuse(send, limit)


class _Counted:
    """Receives a body; one that grows over the limit ends as if the client had gone.

    Django then drops the request without an answer, so that the gate may give it.
    """

    def __init__(self, receive: Receive, limit: int) -> None:
        self.receive = receive
        self.left = limit
        self.is_over = False

    async def __call__(self) -> Message:
        message = await self.receive()
        self.left -= len(message.get("body", b""))
        if self.left >= 0:
            return message
        self.is_over = True
        return {"type": "http.disconnect"}


def _limit_of_files(scope: dict[str, Any]) -> int:
    """Files of entrants may be larger than most of what a client may say; 0 for all else."""
    kind = next((value for name, value in scope["headers"] if name == b"content-type"), b"")
    is_file = kind.startswith((b"text/csv", b"multipart/form-data"))
    return int(settings.LARGEST_FILE) if is_file else 0


def _declared(scope: dict[str, Any]) -> int:
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return max((int(value) for value in lengths if value.isdigit()), default=0)


async def _refuse(send: Send, limit: int) -> None:
    body = json.dumps(problem_document(BodyTooLarge(limit))).encode()
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
