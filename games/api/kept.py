"""Documents as they are sent: as bytes, with an ETag made of them, so that it is as strong as can
be, and a link to the next page.

Those that are the same for everybody are kept ready, compressed too.
"""

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework.utils.urls import replace_query_param

from games.paging import Body, encoded

JSON = "application/json"
# Whoever keeps a document asks each time whether it is still so.
PUBLIC = "no-cache"
PRIVATE = "private, no-cache"
TAG_BYTES = 16


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a list: `start` is its JSON without the closing brace and without `next`.

    `cursor` leads to the next page, if there is one, as the query `by`. `next` says that page's
    address, or, where a list counts by numbers, the cursor as a number.
    """

    start: bytes
    tag: str
    cursor: str | None = None
    by: str = "cursor"
    counts: bool = False
    _bodies: dict[str | None, Body] = field(default_factory=dict, compare=False)

    @property
    def size(self) -> int:
        """The bytes that it may come to: as it is made, and compressed for several addresses."""
        return 2 * len(self.start)

    def link(self, request: HttpRequest) -> str | None:
        """The address of the next page."""
        if self.cursor is None:
            return None
        return replace_query_param(request.build_absolute_uri(), self.by, self.cursor)

    def body(self, link: str | None) -> Body:
        found = self._bodies.get(link)
        if found is None:
            if len(self._bodies) > 2:  # of addresses by which few come
                self._bodies.clear()
            number = int(self.cursor) if self.counts and self.cursor else None
            told = encoded(number if self.counts else link)
            found = self._bodies[link] = Body(self.start, b',"next":' + told + b"}")
        return found


def document(
    start: bytes, cursor: str | None = None, *, by: str = "cursor", counts: bool = False
) -> Document:
    """The document with its ETag."""
    named = hashlib.sha256(start + (cursor or "").encode()).hexdigest()
    return Document(start, f'"{named[: 2 * TAG_BYTES]}"', cursor, by, counts)


def sent(request: HttpRequest, made: Document, *, private: bool | None = None) -> HttpResponseBase:
    """The document, or 304 for who has it; `private` as in `tagged`."""
    link = made.link(request)
    answer = get_conditional_response(request, etag=made.tag) or whole(made.body(link))
    return tagged(answer, made.tag, link=link, private=private)


def whole(body: Body) -> HttpResponse:
    """An answer of these bytes, which the compression finds with it."""
    answer = HttpResponse(body.plain, content_type=JSON)
    answer.kept = body  # type: ignore[attr-defined]  # a note to casino_site/compression.py
    return answer


def tagged(
    answer: HttpResponseBase, tag: str, *, link: str | None = None, private: bool | None = None
) -> HttpResponseBase:
    """The answer with what lets a client ask for it again only if it has changed. `private`: it is
    for one person alone; False: it is not, but somebody else may get another; None: everybody gets
    the same.
    """
    answer["ETag"] = tag
    answer["Cache-Control"] = PRIVATE if private else PUBLIC
    if private is not None:
        patch_vary_headers(answer, ("Authorization", "Cookie"))
    if link is not None:
        answer["Link"] = f'<{link}>; rel="next"'
    return answer


class Shelf:
    """Documents that were made lately, by what they were made of; those used last are kept.

    Their number is bounded, too: a short document weighs less than what is noted of it.
    """

    def __init__(self, most_bytes: int, most_documents: int) -> None:
        self._most_bytes, self._most_documents = most_bytes, most_documents
        self._bytes = 0
        self._kept: OrderedDict[object, tuple[Document, object]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: object) -> tuple[Document, object] | None:
        """The document of this key, and what was noted of it."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: object, made: Document, note: object = None) -> None:
        with self._lock:
            before = self._kept.pop(key, None)
            if before is not None:
                self._bytes -= before[0].size
            self._kept[key] = (made, note)
            self._bytes += made.size
            while self._is_too_full() and len(self._kept) > 1:
                _, (old, _) = self._kept.popitem(last=False)
                self._bytes -= old.size

    def _is_too_full(self) -> bool:
        return self._bytes > self._most_bytes or len(self._kept) > self._most_documents

    def forget(self) -> None:
        """For tests: each has a database of its own."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0
