"""Who sits where at a table, so that over the rounds everybody sits everywhere as often."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournaments.core.stages import Pairing

Seats = Counter[tuple[str, int]]

# The first seat is the one that people compare.
_FIRST = 4


def note_seats(seats: Seats, pairing: Pairing) -> None:
    """Counts an entrant's seats by (entrant, position), the first position 0; byes have none.

    Partners sit opposite: the first ones of the sides, then the second ones.
    """
    if not pairing.unopposed:
        for place, side in enumerate(pairing.sides):
            for number, entrant in enumerate(side):
                seats[entrant, place + number * len(pairing.sides)] += 1


def seated(entrants: Sequence[str], seats: Mapping[tuple[str, int], int]) -> tuple[str, ...]:
    """The entrants by position: everybody where it sat seldom, above all at the first seat.

    The sum of the squared counts is the least possible; of equals the first in the order given.
    Dynamic programming over the sets of those already seated.
    """
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for position in range(len(entrants)):
        weight = 1 if position else _FIRST
        costs = [weight * (2 * seats.get((one, position), 0) + 1) for one in entrants]
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        for sat, (cost, order) in best.items():
            for number, more in enumerate(costs):
                if not sat >> number & 1:
                    both, after = sat | 1 << number, (cost + more, (*order, number))
                    if both not in further or after < further[both]:
                        further[both] = after
        best = further
    ((_, order),) = best.values()
    return tuple(entrants[number] for number in order)


def partners_seated(
    one: tuple[str, str], other: tuple[str, str], seats: Mapping[tuple[str, int], int]
) -> tuple[tuple[str, str], tuple[str, str]]:
    """Two partnerships, opposite each other, in the order of their seats: by the same measure."""
    ways = [
        (first, second)
        for a, b in ((one, other), (other, one))
        for first in (a, a[::-1])
        for second in (b, b[::-1])
    ]
    return min(ways, key=lambda way: _cost((way[0][0], way[1][0], way[0][1], way[1][1]), seats))


def _cost(order: Sequence[str], seats: Mapping[tuple[str, int], int]) -> int:
    return sum(
        (1 if position else _FIRST) * (2 * seats.get((entrant, position), 0) + 1)
        for position, entrant in enumerate(order)
    )
