"""The board: a deal in play as a few ints, changed in place.

Everything that lists, judges or plays a move works here; positions and states are frozen copies of
a board. A move on it is two ints:

* a *code*: the card played (bits 0 to 5), the value of the build it makes (from bit 6; 0 for a
  trail or a capture) and the value of the build it raises (from bit 10; 0 for none);
* its *items*: a set of loose cards and, for a capture, of builds, as the bits `BUILD[value]`; a
  trail has none.

| rules | asked as |
|---|---|
| R5 builds as items of a sum | `summable` |
| R7, R12, R13 multiple builds | `makes_multiple` |
| R8 holding | `held_without` |
| R10 an own raise keeps both | `may_raise` |
| R14 owner | `owned` |
| R15 the capturing card stays | `owes` |
| R16 no trailing for an owner | `may_trail` |
| R22 sweep | `play` |
"""

from typing import Final

from engine.rules.cards import PACK
from engine.rules.terms import VALUES, Terms

# The bit before the build of 1 is the King of spades: no item of more than 62 bits up to the build
# of 10, and those are the ints that compiled code is quick with.
BUILD: Final = [1 << PACK - 1 + value for value in range(VALUES)]
ALL_VALUES: Final = 0x7FFE  # 1 to 14
LOOSE: Final = 0xFFFFFFFFFFFFF
CARD: Final = 63
VALUE: Final = 15


class Board:
    """The table, every hand, every pile and the turn.

    `hands` and `owned` (the values of one's builds) are by seat, `piles` and `sweeps` by side,
    `built` (the cards of a build) by value; `standing` and `single` are sets of values; `last` is
    the seat of the last capture, or -1.
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
        self.piles: list[int] = [0] * (max(sides) + 1)
        self.sweeps: list[int] = [0] * (max(sides) + 1)
        self.last = -1

    def copy(self) -> "Board":
        """Another board in the same state, for a search to play on."""
        other = Board(self.terms, self.sides)
        other.turn = self.turn
        other.hands = [list(hand) for hand in self.hands]
        other.loose = self.loose
        other.built = list(self.built)
        other.standing = self.standing
        other.single = self.single
        other.owned = list(self.owned)
        other.piles = list(self.piles)
        other.sweeps = list(self.sweeps)
        other.last = self.last
        return other

    def put_build(self, value: int, cards: int, owner: int, multiple: bool) -> None:
        """Lays a build of a value that does not stand yet."""
        bit = 1 << value
        self.built[value] = cards
        self.standing |= bit
        self.owned[owner] |= bit
        if not multiple:
            self.single |= bit

    def held_without(self, card: int) -> int:
        """R8: the values that the mover's hand can be played for once this card has left it."""
        plays = self.terms.plays
        held = 0
        for other in self.hands[self.turn]:
            if other != card:
                held |= plays[other]
        return held

    def owes(self, card: int) -> int:
        """R15: the values of own builds that the hand could not take once this card is played."""
        owned = self.owned[self.turn]
        return owned & ~self.held_without(card) if owned else 0

    def may_trail(self) -> bool:
        """R16: whether the mover may trail at all."""
        return not self.owned[self.turn] or self.terms.owner_may_trail

    def may_raise(self, value: int, held: int) -> bool:
        """R10: whether the mover may raise this build when the rest of the hand plays `held`."""
        if not self.terms.keeps_both or not self.owned[self.turn] >> value & 1:
            return True
        return held >> value & 1 == 1

    def summable(self) -> int:
        """R5: the values of the builds that the mover may use as items of a sum."""
        if not self.terms.in_sums:
            return 0
        others = self.single
        side = self.sides[self.turn]
        for seat in range(self.seats):
            if self.sides[seat] == side:
                others &= ~self.owned[seat]
        return others

    def makes_multiple(self, code: int, items: int) -> bool:
        """R7, R11, R13: whether this build play, if it is legal, makes a multiple build."""
        value = code >> 6 & VALUE
        if self.standing >> value & 1:
            return True
        if code >> 10:
            return items != 0  # R9
        return self.worth(items) + self.terms.value[code & CARD] != value

    def worth(self, cards: int) -> int:
        """What these cards add up to in sums."""
        value = self.terms.value
        total = 0
        while cards:
            low = cards & -cards
            total += value[low.bit_length() - 1]
            cards ^= low
        return total

    def play(self, code: int, items: int) -> int:
        """Plays a legal move of the seat on turn; returns the cards it takes, the played one too.

        The turn stays where it is.
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
        if used:
            cards |= self._take_builds(used)
        self.loose &= ~items
        self.put_build(value, cards, self.turn, multiple)

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
        return taken
