"""Random playouts on the board, from the first packet to the score, for benchmarks and search.

The caller gives the seed, and the same seed plays the same deals. Matches are never dealt this
way (see `engine.rules.shuffle`).
"""

from typing import Final

from engine.rules.awards import awards_of
from engine.rules.board import Board
from engine.rules.cards import PACK
from engine.rules.dealing import receivers
from engine.rules.listing import Lister
from engine.rules.rulesets import Ruleset
from engine.rules.terms import terms_of

# A linear congruential generator of 30 bits; only its upper bits are used.
_MULTIPLIER: Final = 116646453
_MASK: Final = 0x3FFFFFFF


class Playout:
    """Deals played by uniform choice among the legal moves.

    `decisions` counts the choices, `cuts` those made from a list that was cut, and `scores` adds
    up the points by side.
    """

    def __init__(self, rules: Ruleset, sides: tuple[int, ...], seed: int) -> None:
        self.rules = rules
        self.terms = terms_of(rules)
        self.sides = sides
        self.chance = seed & _MASK
        self.decisions = 0
        self.cuts = 0
        self.scores: list[int] = [0] * (max(sides) + 1)
        self.deck: list[int] = list(range(PACK))
        self.dealer = 0

    def play_deals(self, count: int) -> None:
        """Plays `count` whole deals; the deal passes to the left."""
        for _ in range(count):
            board = self.play_deal()
            for side, won in enumerate(awards_of(self.rules, board.piles, board.sweeps)):
                self.scores[side] += won.total()
            self.dealer = (self.dealer + 1) % len(self.sides)

    def play_deal(self) -> Board:
        """Plays one deal to its end, residue included (R21); returns the board."""
        board = Board(self.terms, self.sides)
        lister = Lister(board)
        self._shuffle()
        dealt = self._packet(board, 0)
        board.turn = (self.dealer + 1) % board.seats
        while True:
            self._play(board, lister)
            if self.terms.draws and dealt < PACK:
                board.hands[board.turn].append(self.deck[dealt])
                dealt += 1
            board.turn = (board.turn + 1) % board.seats
            if not board.hands[board.turn]:
                if dealt == PACK:
                    break
                dealt = self._packet(board, dealt)
        if board.last >= 0:
            side = self.sides[board.last]
            board.piles[side] |= board.loose
            if not board.loose and not self.terms.last_sweeps:
                board.sweeps[side] -= 1  # R22: nothing lies there, so the last card swept
        return board

    def _play(self, board: Board, lister: Lister) -> None:
        found = lister.moves()
        self.decisions += 1
        if found.cut:
            self.cuts += 1
        index = self._below(found.count)
        for place, choices in enumerate(found.choices):
            if index < len(choices):
                board.play(found.codes[place], choices[index])
                return
            index -= len(choices)

    def _packet(self, board: Board, dealt: int) -> int:
        deck = self.deck
        for seat in receivers(self.terms.deal_order, board.seats, self.dealer, dealt == 0):
            if seat < 0:
                board.loose |= 1 << deck[dealt]
            else:
                board.hands[seat].append(deck[dealt])
            dealt += 1
        return dealt

    def _shuffle(self) -> None:
        deck = self.deck
        for last in range(PACK - 1, 0, -1):
            other = self._below(last + 1)
            card = deck[last]
            deck[last] = deck[other]
            deck[other] = card

    def _below(self, count: int) -> int:
        chance = self.chance * _MULTIPLIER + 12345 & _MASK
        self.chance = chance
        return (chance >> 9) % count
