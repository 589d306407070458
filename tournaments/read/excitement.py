"""How much there is to see at a table: one sum, of what anybody may know of it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

# What each part can add. A favourite outweighs all that a match can be.
LATE, NEAR, CLOSE, LAST = 30, 25, 30, 15
FAVOURITE = 100
# Where there is no score to play to, so many points are much.
USUAL_POINTS = 21


@dataclass(frozen=True, slots=True)
class Played:
    """`late`: how much of the event is played, from 0 to 1; `packet`: how much of the deal.
    `first_to`: the score that ends the match, or None where one deal does.
    """

    late: float
    scores: Sequence[int]
    first_to: int | None
    packet: float
    favourites: int = 0


def excitement_of(table: Played) -> int:
    """The later the round, the nearer the end, the closer the scores and the later the deal, the
    more; and more than all of it for each favourite at the table.
    """
    points = table.first_to or USUAL_POINTS
    best = sorted(table.scores, reverse=True)[:2]
    top, gap = best[0] if best else 0, best[0] - best[-1] if len(best) > 1 else 0
    near = min(1.0, top / points)
    close = max(0.0, 1 - 2 * gap / points) * (0.25 + 0.75 * near)
    parts = LATE * table.late + NEAR * near + CLOSE * close + LAST * table.packet
    return round(parts) + FAVOURITE * table.favourites
