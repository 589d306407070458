"""Chance from a stage's lot alone: the same lot and labels draw the same, everywhere and always."""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

Item = TypeVar("Item")

_WORDS = Struct(">16I")
_SPAN = 1 << 32


def drawn(lot: bytes, *labels: int | str) -> int:
    """A number of 64 bits that belongs to these labels."""
    return int.from_bytes(blake2b(_text(labels), key=lot, digest_size=8).digest(), "big")


class Chance:
    """A stream of draws that belongs to `lot` (at most 64 bytes) and `labels`."""

    def __init__(self, lot: bytes, *labels: int | str) -> None:
        self._words = _words(lot, _text(labels))

    def below(self, bound: int) -> int:
        """One of 0 … bound - 1, each as likely; `bound` is at most 2^32."""
        fair = _SPAN - _SPAN % bound
        for word in self._words:
            if word < fair:
                return word % bound
        raise AssertionError("the stream has no end")

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Fisher-Yates, from the last place down."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            place = self.below(last + 1)
            result[last], result[place] = result[place], result[last]
        return result


def _words(lot: bytes, text: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = blake2b(block.to_bytes(8, "big") + text, key=lot, digest_size=64).digest()
        yield from _WORDS.unpack(digest)
        block += 1


def _text(labels: tuple[int | str, ...]) -> bytes:
    return "\x1f".join(map(str, labels)).encode()
