"""Perft: exactly how many sequences of plays lead on from a diagram. It proves a generator of
moves: two that share nothing must agree.
"""

from engine.diagram import Diagram
from engine.enumeration import legal_moves
from engine.moves import Move


class TooMany(Exception):
    """More sequences than were allowed to be counted."""


def perft(diagram: Diagram, depth: int, most: int) -> int:
    """How many sequences of exactly `depth` legal plays there are, packets and draws being given by
    the stock; a deal that is over sooner has none. Raises `TooMany` beyond `most`.
    """
    return _Count(most).below(diagram, depth)


def divide(diagram: Diagram, depth: int, most: int) -> list[tuple[Move, int]]:
    """The same count for each first move by itself."""
    count = _Count(most)
    return [
        (move, count.beyond(diagram, move, depth - 1)) for move in legal_moves(diagram.position)
    ]


class _Count:
    def __init__(self, most: int) -> None:
        self.left = most

    def below(self, diagram: Diagram, depth: int) -> int:
        if depth == 0:
            return self._counted(1)
        moves = legal_moves(diagram.position)
        if depth == 1:
            return sum(self._counted(1) for _ in moves)
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
