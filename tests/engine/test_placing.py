"""C13: the places of a finished match."""

import pytest

from engine.match.placing import places_of


@pytest.mark.parametrize(
    ("scores", "winner", "left_at", "places"),
    [
        ((9, 21), 1, (0, 0), (2, 1)),
        ((21, 30), 0, (0, 40), (1, 2)),
        ((21, 15, 15, 3), 0, (0, 0, 0, 0), (1, 2, 2, 4)),
        ((30, 15, 21), 2, (50, 0, 0), (3, 2, 1)),
        ((30, 15, 2), 1, (50, 0, 60), (3, 1, 2)),
        ((0, 0, 0, 0), 3, (9, 7, 8, 0), (2, 4, 3, 1)),
        ((21, 21, 5), 1, (0, 0, 0), (2, 1, 3)),
    ],
)
def test_the_winner_comes_first_then_who_stayed_then_who_left(
    scores: tuple[int, ...], winner: int, left_at: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert places_of(scores, winner, left_at) == places
