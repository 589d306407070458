"""Answers that are sent while they are made: a piece at a time, on whatever server."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse


def streamed(
    request: HttpRequest, pieces: Iterator[bytes], content_type: str, headers: dict[str, str]
) -> StreamingHttpResponse:
    """The pieces one after another; each is made once the one before is sent."""
    content: Any = over_loop(pieces) if isinstance(request, ASGIRequest) else pieces
    return StreamingHttpResponse(content, content_type=content_type, headers=headers)


async def over_loop(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The pieces for an event loop, each made in the thread of the request."""
    while (piece := await _make(pieces)) is not None:
        yield piece


@sync_to_async
def _make(pieces: Iterator[bytes]) -> bytes | None:
    return next(pieces, None)
