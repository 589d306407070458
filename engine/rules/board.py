"""The board: a deal in play as a few ints, changed in place.

Judging, listing and playing a move all work on a board; positions and states are frozen copies of
one. A move on it is two ints:

* a *code*: the card played (bits 0 to 5), the value of the build it makes (from bit 6; 0 for a
  trail or a capture) and the value of the build it raises (from bit 10; 0 for none);
* its *items*: a set of loose cards and, for a capture, of builds, as the bits `BUILD[value]`; a
  trail has none.

| rules | answered by |
|---|---|
| R5 builds as items of a sum | `summable` |
| R7, R12, R13 multiple builds | `makes_multiple` |
| R8 holding | `held_without` |
| R10 an own raise keeps both | `may_raise` |
| R14 owner | `owned` |
| R15 the capturing card stays | `owes` |
| R16 contributors | `added`; `engine.rules.escape` |
| R22 sweep | `play` |
"""

from typing import Final

from engine.rules.cards import PACK
from engine.rules.terms import VALUES, Terms

# The bit of the king of spades serves as that of value 0: so items up to the build of 10 fit into
# 62 bits, and compiled code is fast with ints of that size.
BUILD: Final = [1 << PACK - 1 + value for value in range(VALUES)]
ALL_VALUES: Final = 0x7FFE  # 1 to 14
LOOSE: Final = 0xFFFFFFFFFFFFF
CARD: Final = 63
VALUE: Final = 15


class Board:
    """The table, the hands, the piles and the turn of a deal.

    By seat: `hands` (lists of cards), `owned` (the set of values of the seat's builds) and `added`
    (of the builds that it created or added to, its own among them). By side: `piles` and `sweeps`.
    By value: `built` (the cards of the build). `standing` and `single` are the sets of values of
    all builds and of the single ones; `last` is the seat of the last capture, or -1.
    """

    def __init__(self, terms: Terms, sides: tuple[int, ...]) -> None:
        self.terms = terms
        self.sides = sides
        self.seats = len(sides)
        self.turn = 0
        self.hands: list[list[int]] = [[] for _ in sides]
        self.loose = 0
        self.built: list[int] = [0] * VALUES
        self.standing = 0
        self.single = 0
        self.owned: list[int] = [0] * self.seats
        self.added: list[int] = [0] * self.seats
        self.piles: list[int] = [0] * (max(sides) + 1)
        self.sweeps: list[int] = [0] * (max(sides) + 1)
        self.last = -1

    def copy(self) -> "Board":
        """An independent copy, for a search to play on."""
        other = Board(self.terms, self.sides)
        other.turn = self.turn
        other.hands = [list(hand) for hand in self.hands]
        other.loose = self.loose
        other.built = list(self.built)
        other.standing = self.standing
        other.single = self.single
        other.owned = list(self.owned)
        other.added = list(self.added)
        other.piles = list(self.piles)
        other.sweeps = list(self.sweeps)
        other.last = self.last
        return other

    def put_build(
        self, value: int, cards: int, owner: int, multiple: bool, others: int = 0
    ) -> None:
        """Puts down a build; no build of its value may stand. `others` is the set of the seats,
        beside the owner, that created or added to it.
        """
        bit = 1 << value
        self.built[value] = cards
        self.standing |= bit
        self.owned[owner] |= bit
        for seat in range(self.seats):
            if seat == owner or others >> seat & 1:
                self.added[seat] |= bit
        if not multiple:
            self.single |= bit

    def held_without(self, card: int) -> int:
        """R8: the set of values that the mover's hand can be played for without this card."""
        plays = self.terms.plays
        held = 0
        for other in self.hands[self.turn]:
            if other != card:
                held |= plays[other]
        return held

    def owes(self, card: int) -> int:
        """R15: the set of values of the mover's builds that no other card of the hand takes."""
        owned = self.owned[self.turn]
        return owned & ~self.held_without(card) if owned else 0

    def may_raise(self, value: int, held: int) -> bool:
        """R10: whether the mover may raise this build; `held` are the values left in the hand."""
        if not self.terms.keeps_both or not self.owned[self.turn] >> value & 1:
            return True
        return held >> value & 1 == 1

    def summable(self) -> int:
        """R5: the set of values of the builds that the mover may use as items of a sum."""
        if not self.terms.in_sums:
            return 0
        others = self.single
        side = self.sides[self.turn]
        for seat in range(self.seats):
            if self.sides[seat] == side:
                others &= ~self.owned[seat]
        return others

    def makes_multiple(self, code: int, items: int) -> bool:
        """R7, R11, R13: whether this build play, assumed legal, leaves a multiple build."""
        value = code >> 6 & VALUE
        if self.standing >> value & 1:
            return True
        if code >> 10:
            return items != 0  # R9
        return self.worth(items) + self.terms.value[code & CARD] != value

    def worth(self, cards: int) -> int:
        """The total of these cards in sums (R1)."""
        value = self.terms.value
        total = 0
        while cards:
            low = cards & -cards
            total += value[low.bit_length() - 1]
            cards ^= low
        return total

    def play(self, code: int, items: int) -> int:
        """Plays a move of the seat on turn, which must be legal; the turn stays with that seat.

        Returns the set of cards that a capture takes, the played one included; else 0.
        """
        card = code & CARD
        self.hands[self.turn].remove(card)
        if code > CARD:
            self._build(code, items)
            return 0
        if not items:
            self.loose |= 1 << card
            return 0
        return self._capture(card, items)

    def _capture(self, card: int, items: int) -> int:
        taken = items & LOOSE | 1 << card
        self.loose &= ~items
        if items > LOOSE:
            taken |= self._take_builds(items >> 51 & ALL_VALUES)
        side = self.sides[self.turn]
        self.piles[side] |= taken
        self.last = self.turn
        if not self.loose and not self.standing:
            self.sweeps[side] += 1  # R22
        return taken

    def _build(self, code: int, items: int) -> None:
        value = code >> 6 & VALUE
        multiple = self.makes_multiple(code, items)
        used = (1 << value | 1 << (code >> 10)) & self.standing
        cards = items | 1 << (code & CARD)
        others = 0
        if used:
            for seat in range(self.seats):
                if self.added[seat] & used:
                    others |= 1 << seat
            cards |= self._take_builds(used)
        self.loose &= ~items
        self.put_build(value, cards, self.turn, multiple, others)

    def _take_builds(self, values: int) -> int:
        taken = 0
        for value in range(1, VALUES):
            if values >> value & 1:
                taken |= self.built[value]
                self.built[value] = 0
        left = ~values
        self.standing &= left
        self.single &= left
        for seat in range(self.seats):
            self.owned[seat] &= left
            self.added[seat] &= left
        return taken
