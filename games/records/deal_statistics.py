"""Many decks counted: how often each card comes at each place, and how far that is from even.

Every place and every card occurs once a deck, so the counts have (52 - 1)² degrees of freedom; and
since a deck is drawn without putting back, Pearson's sum over the 52 by 52 counts, each expected
deals / 52 times, comes out larger than a chi-square by 52 / 51: `Counts.chi_square` takes that out.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.rules.cards import PACK
from engine.rules.shuffle import MOST_DEALS, shuffled_deck
from games.records.chi_square import upper_tail

Shuffle = Callable[[bytes, str, int, Sequence[bytes]], Sequence[int]]


@dataclass
class Counts:
    """`seen[place * 52 + card]`: in how many of the deals the card came at that place."""

    deals: int = 0
    seen: list[int] = field(default_factory=lambda: [0] * PACK * PACK)

    degrees_of_freedom = (PACK - 1) ** 2

    def add(self, deck: Sequence[int]) -> None:
        self.deals += 1
        seen, place = self.seen, 0
        for card in deck:
            seen[place + card] += 1
            place += PACK

    @property
    def chi_square(self) -> float:
        expected = self.deals / PACK
        total = sum((count - expected) ** 2 for count in self.seen) / expected
        return total * (PACK - 1) / PACK

    @property
    def p_value(self) -> float:
        """How often chance alone gives counts at least as uneven as these."""
        return upper_tail(self.chi_square, self.degrees_of_freedom)

    def is_even(self, least_p: float) -> bool:
        """Whether chance explains the counts: neither too uneven nor too even to be true."""
        return least_p <= self.p_value <= 1 - least_p


def decks(seed: str, deals: int, shuffle: Shuffle = shuffled_deck) -> Iterator[Sequence[int]]:
    """Decks as matches have them, the same for the same seed: matches of 1000 deals, two cuts."""
    link, cuts = b"", list[bytes]()
    for number in range(deals):
        match, deal = divmod(number, MOST_DEALS)
        if deal == 0:
            link = hashlib.sha256(f"good-ten/statistics/{seed}/{match}".encode()).digest()
            cuts = [hashlib.sha256(link + bytes([seat])).digest()[:16] for seat in range(2)]
        link = hashlib.sha256(link).digest()
        yield shuffle(link, f"statistics-{match}", deal + 1, cuts)
