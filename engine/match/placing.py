"""The order in which the sides of a finished match come in."""

from collections.abc import Sequence


def places_of(scores: Sequence[int], winner: int, left_at: Sequence[int]) -> tuple[int, ...]:
    """The place of each side, from 1; equal sides share one, and the places after it are left out.

    The winner comes first, then by total who stayed, then who left, the last to leave before the
    others (C13 of `docs/rules.md`). `left_at` tells by side the version at which it left, 0 if it
    stayed.
    """

    def merit(side: int) -> tuple[bool, bool, int]:
        left = left_at[side]
        return side == winner, not left, left or scores[side]

    merits = [merit(side) for side in range(len(scores))]
    return tuple(1 + sum(other > own for other in merits) for own in merits)
