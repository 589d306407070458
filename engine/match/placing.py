"""The places of the sides in a finished match (C13)."""

from collections.abc import Sequence


def places_of(scores: Sequence[int], winner: int, left_at: Sequence[int]) -> tuple[int, ...]:
    """The place of each side, from 1; equal sides share one, and the next places are left out.

    The winner comes first, then the sides that stayed by total, then those that left, the last to
    leave first. `scores` are the totals by side; `left_at` is by side the version at which it left,
    0 if it stayed.
    """

    def merit(side: int) -> tuple[bool, bool, int]:
        left = left_at[side]
        return side == winner, not left, left or scores[side]

    merits = [merit(side) for side in range(len(scores))]
    return tuple(1 + sum(other > own for other in merits) for own in merits)
