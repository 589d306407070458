"""Files that are sent while they are read: however large they are, a part at a time is in memory.

What begins is looked up before the answer begins, since an answer that has begun cannot say any
more that something was not there.
"""

from collections.abc import AsyncIterator, Iterator
from itertools import chain, islice

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

from games.api.kept import PUBLIC
from games.store.exporting import exported

FACTS_AT_ONCE = 50
LINES_AT_ONCE = 200


class FileAnswer(StreamingHttpResponse):
    """A file, which ends; it may be compressed on its way."""


def streamed(
    request: HttpRequest, parts: Iterator[bytes], content_type: str, called: str
) -> FileAnswer:
    """The parts as a file of this name."""
    begun = chain(list(islice(parts, 1)), parts)
    told = _from_a_thread(begun) if isinstance(request, ASGIRequest) else begun
    answer = FileAnswer(told, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{called}"'
    answer["Cache-Control"] = PUBLIC
    return answer


async def _from_a_thread(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Each part is read in the thread of the request, since it may ask the database."""
    while (part := await sync_to_async(_next)(parts)) is not None:
        yield part


def _next(parts: Iterator[bytes]) -> bytes | None:
    return next(parts, None)


def facts_of(stream: str) -> Iterator[bytes]:
    """A stream as lines of JSON, from which strangers verify the chain."""
    after = 0
    while lines := exported(stream, after, FACTS_AT_ONCE):
        after += len(lines)
        yield b"".join(lines)


def in_parts(lines: Iterator[str]) -> Iterator[bytes]:
    """Many lines a part."""
    while some := "".join(islice(lines, LINES_AT_ONCE)):
        yield some.encode()
