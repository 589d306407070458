"""What a deal will come to, judged between two packets, by weights learned from self-play.

What cards and sweeps score by themselves is counted. The rest (the most cards, the most spades,
what lies on the table, who plays first) is a sum of features with the weights of
`engine.bots.evaluation_data`, for each ruleset, number of seats and number of packets left.
"""

from typing import Final

from engine.bots.worths import POINT, Worths, margin
from engine.rules.board import Board
from engine.rules.cards import PACK, SPADES

FEATURES: Final = 8
ONE: Final = 1024  # a weight of 1


class Evaluation:
    """Judges boards between packets; `weights` are by packets left."""

    def __init__(self, worths: Worths, weights: dict[int, list[int]]) -> None:
        self.worths = worths
        self.weights = weights

    def value(self, board: Board, side: int, first: int, danger: int, packets: int) -> int:
        """How far the side will be ahead of the others' mean, in thousandths of a point.

        `first` is the side that plays first in the next packet, `danger` what it is expected to
        take, and `packets` how many are left; none: the deal is over, and is scored.
        """
        if not packets:
            return margin(self.worths.score(board), side, POINT)
        total = self.secured(board, side) * ONE
        weights = self.weights.get(packets)
        if weights is not None:
            found = self.features(board, side, first, danger)
            for place in range(FEATURES):
                total += weights[place] * found[place]
        return total >> 10

    def secured(self, board: Board, side: int) -> int:
        """What the side is ahead by cards that score by themselves and by sweeps."""
        worths = self.worths
        scores = [
            POINT * worths.points_of(board.piles[of]) + worths.sweep * board.sweeps[of]
            for of in range(len(board.piles))
        ]
        return margin(scores, side, 1)

    def features(self, board: Board, side: int, first: int, danger: int) -> list[int]:
        """The features of a board for a side, each in thousandths."""
        worths = self.worths
        cards = [pile.bit_count() for pile in board.piles]
        spades = [(pile & SPADES).bit_count() for pile in board.piles]
        left = PACK - sum(cards)
        spades_left = 13 - sum(spades)
        loose = board.loose
        last = -1 if board.last < 0 else board.sides[board.last]
        turn = _sign(side, first, len(cards))
        holds = _sign(side, last, len(cards)) if last >= 0 else 0
        return [
            turn,
            turn * danger // 1000,
            turn * worths.of(loose) // 1000,
            holds,
            holds * loose.bit_count() // 4,
            margin(cards, side, 100),
            _likely(cards, side, left, 3),
            _likely(spades, side, spades_left, 1),
        ]


def _sign(side: int, other: int, sides: int) -> int:
    """1,000 for the side itself; else the share that makes all sides come to nothing."""
    return 1000 if side == other else -1000 // (sides - 1)


def _likely(counts: list[int], side: int, left: int, chunk: int) -> int:
    """How likely the side is to have the most in the end: -1,000 to 1,000."""
    best = -1
    for of, count in enumerate(counts):
        if of != side and count > best:
            best = count
    ahead = counts[side] - best
    # In 100ths of the spread of what is left, which comes in chunks.
    place = ahead * 100 // _ROOTS[min(left * chunk, 255)]
    place = max(-220, min(220, place))
    return (3 * 220 * 220 * place - place * place * place) * 1000 // (2 * 220 * 220 * 220)


def _root(number: int) -> int:
    """The square root, rounded up to a whole number, 1 at least."""
    root = 1
    while root * root < number:
        root += 1
    return root


_ROOTS: Final = [_root(number) for number in range(256)]
