"""Verifiable dealing by commit, cut and reveal: the same bytes for ever, in any language.

**Chain.** The server draws a 32-byte seed, ``s[1000]``. ``s[n - 1] = SHA-256(s[n])`` down to
``s[0]``, the commitment, which is published before any seat is known. Deal *d* (1 … 1000; no match
has more deals) uses ``s[d]``, which is revealed when the deal is scored: ``SHA-256(s[d]) = s[d -
1]`` proves that it was fixed from the start.

**Message.** ``field(x)`` is the length of the bytes *x* as four bytes, big-endian, then *x*;
``u32(n)`` is *n* as four bytes, big-endian. ::

    message = field(label) field(match id, UTF-8) u32(deal) u32(number of cuts) field(cut of seat 0)
    field(cut of seat 1) …

The label is ``good-ten/deck/1`` for a deck, ``good-ten/dealer/1`` for the first dealer (ASCII).

**Stream.** Block *i* = 0, 1, … is ``HMAC-SHA-256(key = s[deal], message u32(i))``, 32 bytes. The
blocks end to end, read four bytes at a time as big-endian numbers, are the words of the stream.

**Number below n.** Take the next word *w*; while ``w >= 2**32 - 2**32 mod n`` take the next one;
the number is ``w mod n``.

**Deck** (label ``good-ten/deck/1``). Start with the cards 0 … 51 in order; for *i* = 51, 50, … 1
let *j* be a number below ``i + 1`` and exchange the cards at *i* and *j*. The card at 0 is dealt
first.

**First dealer** (label ``good-ten/dealer/1``, deal 1, key ``s[1]``). A number below the number of
seats: the dealer's seat.

**Boards.** Matches on one board have the same decks: they share a seed, and the board stands in
place of the match's id and of the cuts. The labels are ``good-ten/deck/2`` and
``good-ten/dealer/2``, and the message is ``field(label) field(board, UTF-8) u32(deal) u32(0)``.

**Cuts.** A seat commits to its cut by a digest, the SHA-256 of ``field("good-ten/cut/1")
field(match id, UTF-8) u32(seat) field(cut)``. The cut that the server has ready for a seat, the
spare, is the first 16 bytes of ``HMAC-SHA-256(key = s[1000], field("good-ten/spare/1") field(match
id, UTF-8) u32(seat))``: as the match's id is in it, a shared seed makes no cut twice.

SHA-256 is that of FIPS 180-4, HMAC that of RFC 2104; `docs/fairness.md` has test vectors.
"""

import hashlib
import hmac
from collections.abc import Sequence

from engine.rules.cards import PACK

MOST_DEALS = 1000
SEED_BYTES = 32
CUT_BYTES = 16
_DECK = b"good-ten/deck/1"
_DEALER = b"good-ten/dealer/1"
_BOARD_DECK = b"good-ten/deck/2"
_BOARD_DEALER = b"good-ten/dealer/2"
_CUT = b"good-ten/cut/1"
_SPARE = b"good-ten/spare/1"
_WORDS = 1 << 32


def secret_of_deal(seed: bytes, deal: int) -> bytes:
    """``s[deal]``, 32 bytes, of the chain whose end, ``s[1000]``, is the seed.

    ``s[0]`` is the commitment. Raises ValueError for a deal outside 0 to 1000.
    """
    if not 0 <= deal <= MOST_DEALS:
        raise ValueError(f"deal {deal} is outside the chain")
    secret = seed
    for _ in range(MOST_DEALS - deal):
        secret = hashlib.sha256(secret).digest()
    return secret


def commitment(seed: bytes) -> bytes:
    """``s[0]``, 32 bytes: the commitment, published before any seat is known."""
    return secret_of_deal(seed, 0)


def chain(seed: bytes, n: int = MOST_DEALS) -> list[bytes]:
    """The list ``s[0] … s[n]`` of the chain whose end, ``s[n]``, is the seed."""
    links = [seed]
    for _ in range(n):
        links.append(hashlib.sha256(links[-1]).digest())
    links.reverse()
    return links


def follows(secret: bytes, previous: bytes) -> bool:
    """Whether a revealed secret hashes to the one before it, or to the commitment."""
    return hmac.compare_digest(hashlib.sha256(secret).digest(), previous)


def shuffled_deck(secret: bytes, match: str, deal: int, cuts: Sequence[bytes]) -> tuple[int, ...]:
    """The 52 cards of a deal, in dealing order.

    `secret` is ``s[deal]``, `match` the match's id, and `cuts` are the cuts by seat.
    """
    return _deck(_Stream(secret, _message(_DECK, match, deal, cuts)))


def first_dealer(secret: bytes, match: str, cuts: Sequence[bytes]) -> int:
    """R19: the seat that deals first; `secret` is ``s[1]``, and `cuts` are the cuts by seat."""
    return _Stream(secret, _message(_DEALER, match, 1, cuts)).below(len(cuts))


def board_deck(secret: bytes, board: str, deal: int) -> tuple[int, ...]:
    """The 52 cards of a deal in every match on the board, in dealing order."""
    return _deck(_Stream(secret, _message(_BOARD_DECK, board, deal, ())))


def first_board_dealer(secret: bytes, board: str, seats: int) -> int:
    """The seat that deals first in every match of so many seats on the board, from ``s[1]``."""
    return _Stream(secret, _message(_BOARD_DEALER, board, 1, ())).below(seats)


def cut_digest(match: str, seat: int, cut: bytes) -> bytes:
    """The 32 bytes that commit a seat of a match to its cut."""
    return hashlib.sha256(_of_seat(_CUT, match, seat) + _field(cut)).digest()


def spare_cut(seed: bytes, match: str, seat: int) -> bytes:
    """The cut, 16 bytes, that the server has ready for a seat of a match with this seed."""
    return hmac.digest(seed, _of_seat(_SPARE, match, seat), "sha256")[:CUT_BYTES]


def _of_seat(label: bytes, match: str, seat: int) -> bytes:
    return _field(label) + _field(match.encode()) + _u32(seat)


def _deck(stream: "_Stream") -> tuple[int, ...]:
    deck = list(range(PACK))
    for last in range(PACK - 1, 0, -1):
        other = stream.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def _message(label: bytes, name: str, deal: int, cuts: Sequence[bytes]) -> bytes:
    fields = b"".join(_field(cut) for cut in cuts)
    return _field(label) + _field(name.encode()) + _u32(deal) + _u32(len(cuts)) + fields


def _field(content: bytes) -> bytes:
    return _u32(len(content)) + content


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


class _Stream:
    """The stream of 32-bit words of a key and a message."""

    def __init__(self, key: bytes, message: bytes) -> None:
        self._key = key
        self._message = message
        self._blocks = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        limit = _WORDS - _WORDS % n
        word = self._word()
        while word >= limit:
            word = self._word()
        return word % n

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._message + _u32(self._blocks), "sha256")
            self._blocks += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -1, -4)]
        return self._words.pop()
