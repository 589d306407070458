"""What a player who sees its own hand alone expects of a move: one play ahead, by counted cards.

A move is worth what it takes, less what the next player is likely to take of the table that it
leaves, more or less what becomes of the builds on it. All worths are in thousandths of a point.
"""

from typing import Final

from engine.bots.takes import BEST, GAIN, Takes
from engine.rules.board import ALL_VALUES, CARD, LOOSE, VALUE, Board
from engine.rules.terms import VALUES

_ONE: Final = 1024  # a probability of 1
_BUILT: Final = 1 << 52
# In 1,024ths: what a card in hand keeps of its worth, what a capture left for later is worth, and
# how much of a build its owner, or the owner's foe, can expect of it.
_KEPT: Final = 350
_LATER: Final = 200
_OWN_BUILD: Final = 870
_FOES_BUILD: Final = 800
_RAISED_AWAY: Final = 120


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
        self.none: list[int] = _chances(unseen, count)
        among_others = _chances(unseen, others)
        self.left: list[int] = [0] * VALUES
        for rank in range(13):
            self.left[rank + 1] = (hidden >> 4 * rank & 15).bit_count()
        if self.terms.high_ace:
            self.left[14] = self.left[1]
        # By value: the chance that somebody of another side can take a build of it.
        self.taken: list[int] = [_ONE - among_others[left] for left in self.left]
        self._dangers: dict[int, int] = {}

    def danger(self, loose: int, built: bool) -> int:
        """What the next player is expected to take of these loose cards."""
        if not loose:
            return 0
        key = loose | _BUILT if built else loose
        known = self._dangers.get(key)
        if known is None:
            known = self._dangers[key] = self._danger(loose, built)
        return known

    def _danger(self, loose: int, built: bool) -> int:
        offer = self.takes.of(loose)
        plain = self.worths.plain
        worths: list[int] = []
        counts: list[int] = []
        for rank in range(1, 14):
            best = offer[BEST + rank]
            left = self.left[rank]
            if best and left:
                worth = offer[GAIN + rank] + plain
                if best == loose and not built:
                    worth += self.worths.sweep
                place = 0
                while place < len(worths) and worths[place] > worth:
                    place += 1
                worths.insert(place, worth)
                counts.insert(place, left)
        # The next player takes the dearest that it can: it has none of the dearer ranks.
        none = self.none
        dearer = 0
        expected = 0
        for place in range(len(worths)):
            upto = dearer + counts[place]
            expected += worths[place] * (none[dearer] - none[upto])
            dearer = upto
        return expected >> 10

    def stakes(self, board: Board, values: int) -> int:
        """What the mover expects of the builds of these values, if they stay."""
        turn = board.turn
        total = 0
        for value in range(1, VALUES):
            if values >> value & 1:
                worth = self.worths.of(board.built[value]) + self.worths.plain
                if board.owned[turn] >> value & 1:
                    total += worth * _OWN_BUILD * (_ONE - 2 * self.taken[value]) >> 20
                elif self._is_foes(board, value):
                    total -= worth * _FOES_BUILD >> 10
                else:
                    total += worth * (_ONE - 2 * self.taken[value]) >> 11
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
            gone = 2 * self.taken[value]
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


def _chances(unseen: int, count: int) -> list[int]:
    """By the size of a set of unseen cards: the chance that `count` of them hold none of it."""
    chances = [_ONE]
    chance = _ONE << 20
    for size in range(unseen):
        chance = chance * max(unseen - count - size, 0) // (unseen - size)
        chances.append(chance >> 20)
    chances += [0] * 4
    return chances
