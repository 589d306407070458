"""Compression of answers, where nothing can be learnt from how small they become.

A text that somebody else chooses, beside a secret in one compressed answer, tells the secret bit by
bit by its length (BREACH). So of what the API answers only these are compressed: documents that
everybody may have, files of exports, and nothing that is for one person alone, refuses or signs in.
A compressed answer is another representation, with a strong ETag of its own: `-gzip` stands at the
end of it, and is taken off where a client names it.

A page is compressed for whoever has no session: it says what everybody may know, and the token of
its forms is masked anew in each answer. For who has one it is compressed if their browser says that
no other site has led there, since whoever measures has to ask often, in the browser of whom they
are after. Up to a hundred bytes of chance are added to each.
"""

import gzip
import zlib
from collections.abc import AsyncIterator, Callable, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from games.api.streamed import FileAnswer
from games.paging import Body

API = "/api/"
LEAST_BYTES = 1000
LEVEL = 6
MARK = "-gzip"
NAMING = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH")
TYPES = (
    "application/json",
    "application/x-ndjson",
    "text/csv",
    "text/plain",
    "application/vnd.oai",
)
PAGE = "text/html"
# What a browser says of a page that is asked for from the same site, or by its address.
FROM_HERE = ("same-origin", "none")


class CompressionMiddleware:
    """Middleware."""

    def __init__(self, inner: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.inner = inner
        self._pages = GZipMiddleware(inner)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(API):
            return self._page(request, self.inner(request))
        has_it_compressed = _unmark(request)
        answer = self.inner(request)
        if _may_be_compressed(answer):
            patch_vary_headers(answer, ("Accept-Encoding",))
            if answer.status_code == 304:
                if has_it_compressed:
                    _mark(answer)
            elif takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
                _compress(answer)
        return answer

    def _page(self, request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
        if not isinstance(answer, HttpResponse) or not _is_page(answer):
            return answer
        patch_vary_headers(answer, ("Accept-Encoding",))
        takes = takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", ""))
        if takes and _leads_from_here(request):
            return self._pages.process_response(request, answer)
        return answer


def _is_page(answer: HttpResponse) -> bool:
    """Whether it is a page that is worth it, and that somebody may keep."""
    return (
        answer.status_code == 200
        and answer.get("Content-Type", "").startswith(PAGE)
        and "no-store" not in answer.get("Cache-Control", "")
        and len(answer.content) >= LEAST_BYTES
    )


def _leads_from_here(request: HttpRequest) -> bool:
    """Whether no other site can have it asked for in the name of somebody who is signed in."""
    is_nobody = settings.SESSION_COOKIE_NAME not in request.COOKIES
    return is_nobody or request.META.get("HTTP_SEC_FETCH_SITE") in FROM_HERE


def _unmark(request: HttpRequest) -> bool:
    """Takes the mark off the tags that a client names; whether it was there."""
    found = False
    for name in NAMING:
        said = request.META.get(name, "")
        if MARK in said:
            request.META[name] = said.replace(f'{MARK}"', '"')
            found = True
    return found


def _may_be_compressed(answer: HttpResponseBase) -> bool:
    """Whether everybody may have it, and nobody is told anything beside it."""
    kept = answer.get("Cache-Control", "")
    is_public = "no-store" not in kept and "private" not in kept and bool(kept)
    is_plain = not answer.cookies and not answer.has_header("Content-Encoding")
    if answer.status_code == 304:
        return is_public and is_plain
    typed = answer.get("Content-Type", "").startswith(TYPES)
    return answer.status_code == 200 and is_public and is_plain and typed


def takes_gzip(accepted: str) -> bool:
    """Whether a client says that it takes gzip, or anything, and with a weight above nothing."""
    for item in accepted.lower().split(","):
        name, _, rest = item.strip().partition(";")
        if name.strip() in ("gzip", "*"):
            weight = rest.strip().removeprefix("q=").strip() if rest else "1"
            return weight.strip("0.") != ""
    return False


def _compress(answer: HttpResponseBase) -> None:
    if isinstance(answer, FileAnswer):
        _compress_file(answer)
        _mark(answer)
    elif isinstance(answer, HttpResponse) and len(answer.content) >= LEAST_BYTES:
        kept = getattr(answer, "kept", None)
        zipped = kept.zipped if isinstance(kept, Body) else gzip.compress(answer.content, LEVEL)
        answer.content = zipped
        answer["Content-Encoding"] = "gzip"
        answer["Content-Length"] = str(len(zipped))
        _mark(answer)


def _mark(answer: HttpResponseBase) -> None:
    tag = answer.get("ETag", "")
    if tag.startswith('"'):
        answer["ETag"] = f'{tag[:-1]}{MARK}"'


def _compress_file(answer: StreamingHttpResponse) -> None:
    if answer.is_async:
        told: AsyncIterator[bytes] = answer.streaming_content  # type: ignore[assignment]  # by is_async
        answer.streaming_content = _zipped_later(told)
    else:
        parts: Iterator[bytes] = answer.streaming_content  # type: ignore[assignment]  # by is_async
        answer.streaming_content = _zipped(parts)
    answer["Content-Encoding"] = "gzip"


def _zipped(parts: Iterator[bytes]) -> Iterator[bytes]:
    squeeze = zlib.compressobj(LEVEL, wbits=31)
    for part in parts:
        if squeezed := squeeze.compress(part):
            yield squeezed
    yield squeeze.flush()


async def _zipped_later(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    squeeze = zlib.compressobj(LEVEL, wbits=31)
    async for part in parts:
        if squeezed := squeeze.compress(part):
            yield squeezed
    yield squeeze.flush()
