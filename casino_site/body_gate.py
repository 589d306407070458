"""The gate before Django: a body that is too large is refused before it has been taken in.

Django reads the whole body before any of its middleware sees the request; so this stands outside.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

from casino_site.bodies import BodyTooLarge
from casino_site.problems import PROBLEM_JSON, problem_document

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class BodyGate:
    """Answers 413 as a problem document when a body is, or turns out to be, over the limit."""

    def __init__(self, inner: Callable[[Any, Receive, Send], Awaitable[Any]]) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if _declared(scope) > limit:
            await _refuse(send)
            return
        try:
            await self.inner(scope, _counted(receive, limit), send)
        except _OverLimit:
            await _refuse(send)


class _OverLimit(Exception):
    """More arrived than was declared, or a body of no declared length grew too long."""


def _declared(scope: dict[str, Any]) -> int:
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return max((int(value) for value in lengths if value.isdigit()), default=0)


def _counted(receive: Receive, limit: int) -> Receive:
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise _OverLimit
        return message

    return counted


async def _refuse(send: Send) -> None:
    body = json.dumps(problem_document(BodyTooLarge())).encode()
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
