"""Cards and sets of cards as ints.

A card is ``rank * 4 + suit``: ranks A = 0, 2 = 1, … K = 12; suits c, d, h, s = 0 … 3. A set of
cards is an integer whose bit *n* stands for card *n*, so a rank is a nibble of the set and
ascending order is rank, then suit.
"""

from collections.abc import Iterable
from typing import Final

from engine.errors import UnknownCard

RANKS = "A23456789TJQK"
SUITS = "cdhs"
PACK: Final = 52
ALL_CARDS: Final = 0xFFFFFFFFFFFFF

_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
_NUMBERS = {text: number for number, text in enumerate(_TEXTS)}


def parse_card(text: str) -> int:
    """The card, 0 to 51, of a text such as `Td`: rank `A 2…9 T J Q K`, then suit `c d h s`.

    Refuses any other text (`unknown_card`).
    """
    number = _NUMBERS.get(text)
    if number is None:
        raise UnknownCard(card=text[:16])
    return number


def card_text(card: int) -> str:
    """The text of a card: two characters, which `parse_card` reads back."""
    return _TEXTS[card]


def card_set(cards: Iterable[int]) -> int:
    """The set of these cards, as an int with one bit a card."""
    held = 0
    for card in cards:
        held |= 1 << card
    return held


def cards_in(cards: int) -> list[int]:
    """The cards of a set, in ascending order (rank, then suit)."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return found


def texts(cards: int) -> list[str]:
    """The texts of the cards of a set, in ascending order (rank, then suit)."""
    return [_TEXTS[card] for card in cards_in(cards)]


def of_rank(rank: int) -> int:
    """The set of the four cards of a rank."""
    return 15 << 4 * rank


SPADES: Final = card_set(range(3, PACK, 4))
ACES: Final = of_rank(0)
FACES = of_rank(10) | of_rank(11) | of_rank(12)
BIG_CASINO: Final = 1 << _NUMBERS["Td"]
LITTLE_CASINO: Final = 1 << _NUMBERS["2s"]
SPADE_JACK: Final = 1 << _NUMBERS["Js"]
