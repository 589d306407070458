"""Perft counts the sequences of legal plays from a diagram.

Two move generators that share no code must give the same counts; that is how ours is proved.
"""

from engine.rules.enumeration import legal_moves
from engine.rules.moves import Move
from engine.wire.diagram import Diagram

# A crowded table may have millions of moves: a position with more than this is not counted.
MOST_MOVES = 5000


class TooManySequences(Exception):
    """The count went beyond its limit."""


def perft(diagram: Diagram, depth: int, limit: int) -> int:
    """The number of sequences of exactly `depth` legal plays from the diagram.

    The stock decides packets and draws; a deal that ends sooner has no sequence. Raises
    `TooManySequences` beyond `limit`, or where one position has more than `MOST_MOVES` moves.
    """
    return _Count(limit).sequences_from(diagram, depth)


def divide(diagram: Diagram, depth: int, limit: int) -> list[tuple[Move, int]]:
    """The count of `perft` for each first move, in the order of listing; raises the same."""
    count = _Count(limit)
    moves, complete = legal_moves(diagram.position).bounded(MOST_MOVES)
    if not complete:
        raise TooManySequences
    return [(move, count.sequences_after(diagram, move, depth - 1)) for move in moves]


class _Count:
    def __init__(self, limit: int) -> None:
        self.left = limit

    def sequences_from(self, diagram: Diagram, depth: int) -> int:
        if depth == 0:
            return self._add(1)
        moves, complete = legal_moves(diagram.position).bounded(min(self.left + 1, MOST_MOVES))
        if not complete:
            raise TooManySequences
        if depth == 1:
            return self._add(len(moves))
        return sum(self.sequences_after(diagram, move, depth - 1) for move in moves)

    def sequences_after(self, diagram: Diagram, move: Move, depth: int) -> int:
        after = diagram.after(move)
        if after is not None:
            return self.sequences_from(after, depth)
        return 0 if depth else self._add(1)

    def _add(self, number: int) -> int:
        self.left -= number
        if self.left < 0:
            raise TooManySequences
        return number
