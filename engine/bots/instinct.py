"""The player of play-outs: it sees its own hand, looks one play ahead, and weighs few moves.

For each card these are the dearest capture, the trail, and for each value that it could build the
dearest build: enough to play as `counter` nearly always does.
"""

from typing import Final

from engine.bots.outlook import Outlook
from engine.bots.takes import BEST, SET, Takes
from engine.rules.board import BUILD, Board
from engine.rules.escape import may_trail
from engine.rules.listing import Lister
from engine.rules.terms import VALUES

_FAR: Final = 1 << 40


class Instinct:
    """Chooses a legal move for the seat on turn of any board with these offers."""

    def __init__(self, takes: Takes) -> None:
        self.takes = takes
        self.terms = takes.terms
        self._outlook = Outlook(takes, 0, 0, 0)
        self.worth = -_FAR
        self.codes: list[int] = []
        self.items: list[int] = []
        self.worths: list[int] = []

    def choose(self, board: Board, outlook: Outlook) -> tuple[int, int]:
        """The best of the moves that it weighs, as a code and items; `worth` is what it is worth.

        All of them stand in `codes`, `items` and `worths` until the next choice.
        """
        terms = self.terms
        plays = terms.plays
        hand = board.hands[board.turn]
        offer = self.takes.of(board.loose)
        self._outlook = outlook
        self.codes = []
        self.items = []
        self.worths = []
        once = twice = 0
        for card in hand:
            worths = plays[card]
            twice |= once & worths
            once |= worths
        owned = board.owned[board.turn]
        trails = may_trail(board)
        for card in hand:
            worths = plays[card]
            held = once & ~worths | twice
            owed = owned & ~held
            if not owed & ~worths:
                self._capture(board, offer, card, worths)
            if not owed:
                if trails:
                    self._weigh(board, card, 0)
                if held and worths:
                    self._builds(board, offer, card, held)
        if not self.codes:
            self._any(board)
        best = 0
        for place in range(1, len(self.worths)):
            if self.worths[place] > self.worths[best]:
                best = place
        self.worth = self.worths[best]
        return self.codes[best], self.items[best]

    def ranked(self) -> list[int]:
        """The places of the moves of the last choice, the best first."""
        order: list[int] = []
        for place in range(len(self.worths)):
            at = len(order)
            while at and self.worths[order[at - 1]] < self.worths[place]:
                at -= 1
            order.insert(at, place)
        return order

    def _weigh(self, board: Board, code: int, items: int) -> None:
        self.codes.append(code)
        self.items.append(items)
        self.worths.append(self._outlook.worth(board, code, items))

    def _capture(self, board: Board, offer: list[int], card: int, worths: int) -> None:
        items = offer[BEST + (card >> 2) + 1]
        builds = board.standing & worths
        if builds:
            if self.terms.one_action:
                items = board.loose & 15 << (card & ~3)
            for value in range(1, VALUES):
                if builds >> value & 1:
                    items |= BUILD[value]
        if items:
            self._weigh(board, card, items)

    def _builds(self, board: Board, offer: list[int], card: int, held: int) -> None:
        terms = self.terms
        worth = terms.value[card]
        plays = terms.plays[card]
        for value in range(worth, VALUES):
            if not held >> value & 1:
                continue
            stands = board.standing >> value & 1 == 1
            if stands and not terms.multiples:
                continue
            more = offer[BEST + value] if terms.multiples and value > 1 else 0
            rest = value - worth
            items = offer[SET + rest] if rest else 0
            if items:
                self._weigh(board, card | value << 6, items if items & more else items | more)
            elif plays >> value & 1 and (more or stands):
                self._weigh(board, card | value << 6, more)
            if rest and board.single >> rest & 1 and board.may_raise(rest, held):
                self._weigh(board, card | value << 6 | rest << 10, more)

    def _any(self, board: Board) -> None:
        """The first legal move, where none of the usual ones is: an odd duty of an own build."""
        found = Lister(board, 64).moves()
        self._weigh(board, found.codes[0], found.choices[0][0])
