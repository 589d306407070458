"""What a search has learned of the mover's own later decisions."""

from typing import Final

# How many visits admit one more move, how many moves at most, and how much a move is tried for
# being tried little, in thousandths of a point.
_WIDENING: Final = 8
_MOST_ARMS: Final = 4
_CURIOSITY: Final = 700
_MOST_VISITS: Final = 4095


class Node:
    """A later decision of the mover: its moves, the most promising first, and what came of them."""

    def __init__(self, codes: list[int], items: list[int]) -> None:
        self.codes = codes
        self.items = items
        self.totals: list[int] = [0] * len(codes)
        self.visits: list[int] = [0] * len(codes)
        self.count = 0

    def select(self) -> int:
        """The place of the move to try now; more moves come into question with more visits."""
        allowed = min(len(self.codes), _MOST_ARMS, 1 + self.count // _WIDENING)
        best = 0
        most = 0
        curiosity = _CURIOSITY * _ROOTS[min(self.count, _MOST_VISITS)]
        for place in range(allowed):
            visits = self.visits[place]
            if not visits:
                return place
            hope = self.totals[place] // visits + curiosity // (1 + visits)
            if not place or hope > most:
                most = hope
                best = place
        return best

    def learn(self, place: int, value: int) -> None:
        self.totals[place] += value
        self.visits[place] += 1
        self.count += 1


def _roots() -> list[int]:
    roots: list[int] = []
    root = 0
    for number in range(_MOST_VISITS + 1):
        while (root + 1) * (root + 1) <= number:
            root += 1
        roots.append(root)
    return roots


_ROOTS: Final = _roots()
