"""What a player who sees its own hand alone expects of a move: one play ahead, by counted cards.

A move is worth what it takes, less what the next player is likely to take of the table that it
leaves, more or less what becomes of the builds on it. All worths are in thousandths of a point.
"""

from typing import Final

from engine.bots.takes import GAIN, Takes
from engine.rules.board import ALL_VALUES, CARD, LOOSE, VALUE, Board
from engine.rules.terms import VALUES

_ONE: Final = 1024  # a probability of 1
# In 1,024ths: what a card in hand keeps of its worth, what a capture left for later is worth, and
# how much of a build its owner, or the owner's foe, can expect of it.
_KEPT: Final = 350
_LATER: Final = 200
_OWN_BUILD: Final = 870
_FOES_BUILD: Final = 800
_RAISED_AWAY: Final = 120


_COUNTS: Final = [number.bit_count() for number in range(16)]


class Outlook:
    """The view of a player for whom the `hidden` cards are anywhere, and of whom the next has
    `count` cards; `others` is the number of cards of all the other sides.
    """

    def __init__(self, takes: Takes, hidden: int, count: int, others: int) -> None:
        self.takes = takes
        self.worths = takes.worths
        self.terms = takes.terms
        unseen = hidden.bit_count()
        # By the number of cards in a set: the chance that the next player has none of them.
        self.none: list[int] = takes.chances(unseen, count)
        # The chance that nobody of another side has any.
        self.free: list[int] = takes.chances(unseen, others)
        self.hidden = hidden

    def left(self, rank: int) -> int:
        """How many cards of a rank, from 1, are hidden; of the value 14 those of a high ace."""
        return _COUNTS[self.hidden >> 4 * (rank - 1 if rank < 14 else 0) & 15]

    def taken(self, value: int) -> int:
        """The chance that somebody of another side can take a build of this value."""
        return _ONE - self.free[self.left(value)]

    def danger(self, loose: int, built: bool) -> int:
        """What the next player is expected to take of these loose cards: the dearest that it can,
        so that it has none of the dearer ranks.
        """
        if not loose:
            return 0
        threats = self.takes.threats(loose, built)
        none = self.none
        hidden = self.hidden
        dearer = 0
        expected = 0
        for place in range(0, len(threats), 2):
            left = _COUNTS[hidden >> 4 * (threats[place] - 1) & 15]
            if left:
                expected += threats[place + 1] * (none[dearer] - none[dearer + left])
                dearer += left
        return expected >> 10

    def stakes(self, board: Board, values: int) -> int:
        """What the mover expects of the builds of these values, if they stay."""
        turn = board.turn
        total = 0
        for value in range(1, VALUES):
            if values >> value & 1:
                worth = self.worths.of(board.built[value]) + self.worths.plain
                if board.owned[turn] >> value & 1:
                    total += worth * _OWN_BUILD * (_ONE - 2 * self.taken(value)) >> 20
                elif self._is_foes(board, value):
                    total -= worth * _FOES_BUILD >> 10
                else:
                    total += worth * (_ONE - 2 * self.taken(value)) >> 11
        return total

    def _is_foes(self, board: Board, value: int) -> bool:
        side = board.sides[board.turn]
        for seat in range(board.seats):
            if board.owned[seat] >> value & 1:
                return board.sides[seat] != side
        return True

    def worth(self, board: Board, code: int, items: int) -> int:
        """What a legal move of the seat on turn is worth."""
        card = code & CARD
        worths = self.worths
        own = worths.card[card]
        total = -(own * _KEPT >> 10)
        standing = board.standing
        loose = board.loose & ~items
        stay = standing
        if code > CARD:
            value = code >> 6 & VALUE
            used = (1 << value | 1 << (code >> 10)) & standing
            stay &= ~used
            standing |= 1 << value
            cards = items | 1 << card
            for other in range(1, VALUES):
                if used >> other & 1:
                    cards |= board.built[other]
            worth = worths.of(cards) + worths.plain
            gone = 2 * self.taken(value)
            if not board.makes_multiple(code, items):
                gone += _RAISED_AWAY
            total += worth * _OWN_BUILD * (_ONE - gone) >> 20
        elif items:
            builds = items >> 51 & ALL_VALUES
            total += worths.of(items & LOOSE) + own
            if builds:
                for other in range(1, VALUES):
                    if builds >> other & 1:
                        total += worths.of(board.built[other])
                stay &= ~builds
                standing = stay
            if not loose and not standing:
                total += worths.sweep
        else:
            loose |= 1 << card
        if stay:
            total += self.stakes(board, stay)
        if loose:
            total -= self.danger(loose, standing != 0)
            total += self._later(board.hands[board.turn], card, loose)
        return total

    def _later(self, hand: list[int], card: int, loose: int) -> int:
        """What a card that stays in the hand may take of the table another time."""
        offer = self.takes.of(loose)
        best = 0
        for other in hand:
            if other != card:
                gain = offer[GAIN + (other >> 2) + 1]
                if gain > best:
                    best = gain
        return best * _LATER >> 10
