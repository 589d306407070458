"""A ruleset: frozen data with a field for each point on which descriptions of the game disagree.

`engine.rules.overrides` lists the fields and what they take.
"""

from dataclasses import dataclass

from engine.rules.cards import ACES, ALL_CARDS, FACES, of_rank


@dataclass(frozen=True, slots=True)
class Points:
    """R24: the points for each award of a deal; `ace` and `each_spade` count once for each card."""

    cards: int = 3
    spades: int = 1
    big_casino: int = 2
    little_casino: int = 1
    ace: int = 1
    each_spade: int = 0
    spade_jack: int = 0


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to play; `players` are the numbers of seats that it allows."""

    key: str
    players: tuple[int, ...]
    partnership: bool = True
    face_values: bool = False
    ace_values: tuple[int, ...] = (1,)
    face_capture: str = "one_or_three"
    build_in_sum: str = "no"
    one_action: bool = False
    own_raise_keeps_both: bool = False
    multiple_builds: bool = True
    no_trail: str = "contributors"
    deal_order: str = "pairs"
    draws: bool = False
    sweep_points: int = 1
    last_card_sweep: bool = True
    points: Points = Points()
    first_to: int | None = 21
    deals_each: int | None = None

    def value(self, card: int) -> int:
        """R1: the value of the card in sums and raises; 0 for a valueless face card."""
        return 0 if self.valueless >> card & 1 else (card >> 2) + 1

    def values(self, card: int) -> tuple[int, ...]:
        """R1: the values that the card can be played for: its own, and 14 for a high ace."""
        if ACES >> card & 1:
            return self.ace_values
        value = self.value(card)
        return (value,) if value else ()

    def worth(self, value: int) -> int:
        """The set of cards that can be played for this value."""
        if value in self.ace_values:
            return ACES
        return of_rank(value - 1) & ALL_CARDS & ~self.valueless

    @property
    def valueless(self) -> int:
        """R4: the set of cards without a value, which match by rank only."""
        return 0 if self.face_values else FACES

    def sides(self, seats: int) -> tuple[int, ...]:
        """R27: the side of each of so many seats."""
        if self.partnership and seats == 4:
            return (0, 1, 0, 1)
        return tuple(range(seats))
