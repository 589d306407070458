"""Perft: exactly how many sequences of plays lead on from a diagram. It proves a generator of
moves: two that share nothing must agree.
"""

from engine.rules.enumeration import legal_moves
from engine.rules.moves import Move
from engine.wire.diagram import Diagram

# A crowded table may have millions of moves; what has more than this is not counted out.
WIDEST = 5000


class TooMany(Exception):
    """More sequences than were allowed to be counted."""


def perft(diagram: Diagram, depth: int, most: int) -> int:
    """How many sequences of exactly `depth` legal plays there are, packets and draws being given by
    the stock; a deal that is over sooner has none. Raises `TooMany` beyond `most`, or where one
    table alone has more than `WIDEST` moves.
    """
    return _Count(most).below(diagram, depth)


def divide(diagram: Diagram, depth: int, most: int) -> list[tuple[Move, int]]:
    """The same count for each first move by itself."""
    count = _Count(most)
    moves, whole = legal_moves(diagram.position).bounded(WIDEST)
    if not whole:
        raise TooMany
    return [(move, count.beyond(diagram, move, depth - 1)) for move in moves]


class _Count:
    def __init__(self, most: int) -> None:
        self.left = most

    def below(self, diagram: Diagram, depth: int) -> int:
        if depth == 0:
            return self._counted(1)
        moves, whole = legal_moves(diagram.position).bounded(min(self.left + 1, WIDEST))
        if not whole:
            raise TooMany
        if depth == 1:
            return self._counted(len(moves))
        return sum(self.beyond(diagram, move, depth - 1) for move in moves)

    def beyond(self, diagram: Diagram, move: Move, depth: int) -> int:
        after = diagram.after(move)
        if after is not None:
            return self.below(after, depth)
        return 0 if depth else self._counted(1)

    def _counted(self, number: int) -> int:
        self.left -= number
        if self.left < 0:
            raise TooMany
        return number
