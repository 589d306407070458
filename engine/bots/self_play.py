"""Deals that a bot's instinct plays against itself, from which the evaluation learns.

The last packet of two players is played as `closer` plays it.
"""

from typing import Final

from engine.bots.dealer import Dice
from engine.bots.endgame import Endgame
from engine.bots.evaluation import Evaluation
from engine.bots.instinct import Instinct
from engine.bots.outlook import Outlook
from engine.bots.takes import Takes
from engine.bots.worths import POINT, Worths, margin
from engine.rules.board import Board
from engine.rules.cards import PACK
from engine.rules.dealing import HAND, receivers
from engine.rules.listing import Lister
from engine.rules.terms import Terms

_MOST_NODES: Final = 6_000


class SelfPlay:
    """Plays deals from a seed, and notes what was seen between the packets.

    A note has the number of packets left, what was left to gain for a side (the margin that the
    deal came to, less what was secured), and the features for the side.
    """

    def __init__(self, terms: Terms, worths: Worths, sides: tuple[int, ...], seed: int) -> None:
        self.terms = terms
        self.worths = worths
        self.sides = sides
        self.dice = Dice(seed)
        self.evaluation = Evaluation(worths, {})
        self.deck: list[int] = list(range(PACK))
        self.dealer = 0

    def deal(self) -> list[tuple[int, int, list[int]]]:
        """Plays one deal; returns its notes."""
        board = Board(self.terms, self.sides)
        seats = board.seats
        self._shuffle()
        dealt = self._packet(board, 0)
        notes: list[tuple[int, int, list[int]]] = []
        secured: list[tuple[int, int]] = []
        while True:
            self._play_packet(board, dealt)
            if dealt == PACK:
                break
            first = self.sides[(self.dealer + 1) % seats]
            packets = (PACK - dealt) // (HAND * seats)
            outlook = Outlook(Takes(self.terms, self.worths), self._unseen(board), HAND, HAND)
            danger = outlook.danger(board.loose, board.standing != 0)
            for side in range(len(board.piles)):
                found = self.evaluation.features(board, side, first, danger)
                notes.append((packets, 0, found))
                secured.append((side, self.evaluation.secured(board, side)))
            dealt = self._packet(board, dealt)
        scores = self.worths.score(board)
        self.dealer = (self.dealer + 1) % seats
        return [
            (packets, margin(scores, side, POINT) - had, found)
            for (packets, _, found), (side, had) in zip(notes, secured, strict=True)
        ]

    def _play_packet(self, board: Board, dealt: int) -> None:
        seats = board.seats
        takes = Takes(self.terms, self.worths)
        instinct = Instinct(takes)
        turn = (self.dealer + 1) % seats
        unseen = self._unseen(board)
        foes = sum([1 for side in self.sides if side != 0])
        outlooks = []
        for seat in range(seats):
            hidden = unseen
            for card in board.hands[seat]:
                hidden &= ~(1 << card)
            outlooks.append(
                [Outlook(takes, hidden, count, count * foes) for count in range(HAND + 1)]
            )
        while board.hands[turn]:
            following = (turn + 1) % seats
            count = len(board.hands[following])
            if not count and dealt < PACK:
                count = HAND
            board.turn = turn
            code, items = instinct.choose(board, outlooks[turn][count])
            if dealt == PACK and seats == 2:
                code, items = self._solved(board, code, items)
            board.play(code, items)
            turn = following

    def _solved(self, board: Board, code: int, items: int) -> tuple[int, int]:
        """The best play of the last packet; this move, where that is too much to be solved."""
        moves = [(code, items)]
        found = Lister(board).moves()
        for place in range(len(found.codes)):
            for other in found.choices[place]:
                if found.codes[place] != code or other != items:
                    moves.append((found.codes[place], other))
        endgame = Endgame(board, self.worths, _MOST_NODES)
        place, _ = endgame.best(moves)
        return moves[0 if endgame.given_up else place]

    def _unseen(self, board: Board) -> int:
        seen = board.loose
        for pile in board.piles:
            seen |= pile
        for cards in board.built:
            seen |= cards
        return ~seen & (1 << PACK) - 1

    def _packet(self, board: Board, dealt: int) -> int:
        for seat in receivers(self.terms.deal_order, board.seats, self.dealer, dealt == 0):
            card = self.deck[dealt]
            if seat < 0:
                board.loose |= 1 << card
            else:
                board.hands[seat].append(card)
            dealt += 1
        for hand in board.hands:
            hand.sort()
        return dealt

    def _shuffle(self) -> None:
        deck = self.deck
        for last in range(PACK - 1, 0, -1):
            other = self.dice.below(last + 1)
            card = deck[last]
            deck[last] = deck[other]
            deck[other] = card
