"""Where seeds stand: in a bracket, in groups, and by lot."""

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache


def bracket_size(entrants: int) -> int:
    """The least power of two that holds them all; at least 2."""
    return 1 << max(1, (entrants - 1).bit_length())


@lru_cache(maxsize=16)
def bracket_order(size: int) -> tuple[int, ...]:
    """The seeds in the order of the bracket's slots: 1 2 → 1 4 2 3 → 1 8 4 5 2 7 3 6 → …

    Of two neighbours the first is the better seed, so a bye always stands second.
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, total - upper)]
    return tuple(order)


def bracket_tiers(entrants: int) -> tuple[int, ...]:
    """The tier of each seed: 1, 2, 3-4, 5-8, … go out in the same round where favourites win."""
    return tuple((seed - 1).bit_length() for seed in range(1, entrants + 1))


def snake(entrants: Sequence[str], groups: int) -> tuple[tuple[str, ...], ...]:
    """The groups in order, best first in each: dealt out in rows, every other row backwards.

    Sizes differ by one at most.
    """
    return tuple(
        tuple(entrants[position] for position in positions)
        for positions in snake_positions(len(entrants), groups)
    )


def snake_positions(entrants: int, groups: int) -> tuple[tuple[int, ...], ...]:
    """Which places of the seeding, from 0, each group gets."""
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for position in range(entrants):
        row, column = divmod(position, groups)
        dealt[groups - 1 - column if row % 2 else column].append(position)
    return tuple(map(tuple, dealt))


def shuffled(entrants: Iterable[str], lot: bytes) -> tuple[str, ...]:
    """An order drawn from the lot alone: the order they are given in does not matter."""
    return tuple(sorted(entrants, key=lambda entrant: (_drawn(entrant, lot), entrant)))


def _drawn(entrant: str, lot: bytes) -> bytes:
    return hashlib.sha256(b"good-ten/seeding/1" + lot + entrant.encode()).digest()
