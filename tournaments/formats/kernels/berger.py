"""Berger tables: everybody meets everybody once, one match a round, seats as equal as can be."""

from functools import lru_cache

Pair = tuple[int, int]


def berger_rounds(entrants: int, cycles: int = 1) -> int:
    return cycles * (_table_size(entrants) - 1)


@lru_cache(maxsize=512)
def berger_round(entrants: int, number: int, cycles: int = 1) -> tuple[Pair, ...]:
    """The pairs of places 1 … n in a round from 1, the first seat first.

    With an odd n who meets place n + 1 sits out. A second cycle is the first with seats reversed;
    the last two rounds of the first are then exchanged, so that nobody has the same seat three
    times in a row.
    """
    length = _table_size(entrants) - 1
    cycle, turn = divmod(number - 1, length)
    if cycles == 2 and cycle == 0 and length > 1 and turn >= length - 2:
        turn = 2 * length - 3 - turn
    pairs = _pairs(length + 1, turn)
    return tuple((second, first) for first, second in pairs) if cycle else pairs


def _table_size(entrants: int) -> int:
    return entrants + entrants % 2


def _pairs(size: int, turn: int) -> tuple[Pair, ...]:
    """The last place stands still; the others stand in a circle around whom it meets."""
    others = size - 1
    pivot = (turn % 2 * size // 2 + turn // 2) % others
    against_last = (size, pivot + 1) if turn % 2 else (pivot + 1, size)
    around = (
        ((pivot + step) % others + 1, (pivot - step) % others + 1) for step in range(1, size // 2)
    )
    return (against_last, *around)
