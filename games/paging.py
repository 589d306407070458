"""Pages of long lists: the cursors that lead from one to the next, and how much one of them holds.

A cursor names the last thing that a page showed, and not how many came before it: what is added or
taken away meanwhile moves nothing. To clients it is a text without a meaning.
"""

import binascii
import gzip
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.errors import Kind, Refusal

T = TypeVar("T")
# No document is larger than `MOST_BYTES`; of a page so much is for its results.
MOST_BYTES = 256 * 1000
BYTES_OF_RESULTS = 240 * 1000
ON_A_PAGE = 200
MOST_ON_A_PAGE = 500
CURSOR_LENGTH = 200
LARGEST_NUMBER = 2**63 - 1

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


class BadCursor(Refusal):
    code = "bad_cursor"
    kind = Kind.MALFORMED
    template = "This cursor leads nowhere: take those of `next` as they are."


def cursor_of(*key: int | str) -> str:
    """The cursor of what stands at this place in its list."""
    return urlsafe_b64encode(encoded(key)).decode().rstrip("=")


def place_of(cursor: str, *kinds: type) -> tuple[Any, ...]:
    """The place that a cursor names, a value of each kind. Refuses `bad_cursor`."""
    if len(cursor) > CURSOR_LENGTH or not cursor.isascii():
        raise BadCursor()
    try:
        key = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode())
    except (binascii.Error, ValueError):
        raise BadCursor() from None
    if not isinstance(key, list) or [type(one) for one in key] != [*kinds]:
        raise BadCursor()
    if any(isinstance(one, int) and not 0 <= one <= LARGEST_NUMBER for one in key):
        raise BadCursor()
    if any(isinstance(one, str) and not _is_text(one) for one in key):
        raise BadCursor()
    return tuple(key)


def _is_text(value: str) -> bool:
    """Whether a database takes it: no NUL, and no half of a surrogate pair."""
    return "\x00" not in value and not any("\ud800" <= one <= "\udfff" for one in value)


def encoded(value: Any) -> bytes:
    """JSON as it is sent: UTF-8 without spaces."""
    return _ENCODER.encode(value).encode()


def picked(result: Mapping[str, Any], fields: frozenset[str] | None) -> Mapping[str, Any]:
    """The result with those of its fields that are asked for."""
    if fields is None:
        return result
    return {name: value for name, value in result.items() if name in fields}


@dataclass(frozen=True, slots=True)
class Filled:
    """The results of a page as JSON, and how many there are; `more`: some did not fit."""

    results: list[bytes]
    more: bool

    @property
    def text(self) -> bytes:
        """As a list."""
        return b"[" + b",".join(self.results) + b"]"


def filled(found: Iterable[T], told: Callable[[T], Any], limit: int = ON_A_PAGE) -> Filled:
    """As many as a page holds: at most `limit`, and one at least, however large it is."""
    results: list[bytes] = []
    left = BYTES_OF_RESULTS
    for one in found:
        if len(results) == limit:
            return Filled(results, more=True)
        text = encoded(told(one))
        left -= len(text) + 1
        if left < 0 and results:
            return Filled(results, more=True)
        results.append(text)
    return Filled(results, more=False)


@dataclass(frozen=True, slots=True)
class Body:
    """The bytes of an answer: a start, which is kept once for all that begin so, and an end. Those
    that are sent again and again are compressed once.
    """

    start: bytes
    end: bytes = b""
    _zipped: list[bytes] = field(default_factory=list, compare=False)

    @property
    def plain(self) -> bytes:
        return self.start + self.end

    @property
    def zipped(self) -> bytes:
        if not self._zipped:
            self._zipped.append(gzip.compress(self.plain, 6, mtime=0))
        return self._zipped[0]
