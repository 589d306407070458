"""How well a sampled hand explains a play that was seen."""

from typing import Final

from engine.bots.instinct import Instinct
from engine.bots.outlook import Outlook
from engine.bots.takes import Takes
from engine.rules.board import Board

CERTAIN: Final = 1024
# Each so many thousandths of a point that the play is worse than another, by that hand, halve the
# odds of the hand; but nobody plays so well that a hand is out of the question.
_HALVES: Final = 25
_LEAST: Final = 2


class PastPlay:
    """A play of a seat in this packet: the board before it, without the seat's hand, and the cards
    that the seat has played from then on, this one first.
    """

    def __init__(
        self,
        board: Board,
        takes: Takes,
        unseen: int,
        count: int,
        others: int,
        cards: list[int],
        code: int,
        items: int,
    ) -> None:
        self.board = board
        self.takes = takes
        self.unseen = unseen
        self.count = count
        self.others = others
        self.cards = cards
        self.code = code
        self.items = items

    def odds(self, instinct: Instinct, hand: list[int]) -> int:
        """The odds of this hand, the seat's now, in 1,024ths."""
        board = self.board
        held = hand + self.cards
        held.sort()
        board.hands[board.turn] = held
        hidden = self.unseen
        for card in held:
            hidden &= ~(1 << card)
        outlook = Outlook(self.takes, hidden, self.count, self.others)
        instinct.choose(board, outlook)
        gap = instinct.worth - outlook.worth(board, self.code, self.items)
        halvings = gap // _HALVES
        if halvings <= 0:
            return CERTAIN
        return max(CERTAIN >> min(halvings, 20), _LEAST)
