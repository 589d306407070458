"""A line through ratings, as places in a square of 100 by 100 with y downwards."""

from collections.abc import Sequence
from dataclasses import dataclass

STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
TICKS_AT_MOST = 5


@dataclass(frozen=True, slots=True)
class Tick:
    value: int
    y: str


@dataclass(frozen=True, slots=True)
class Chart:
    """`points` are for an SVG polyline, `last` is where it ends."""

    points: str
    ticks: tuple[Tick, ...]
    last: tuple[str, str]


def chart(values: Sequence[int]) -> Chart:
    """The chart of two or more ratings, the oldest at the left."""
    step = _step(min(values), max(values))
    bottom, top = min(values) // step * step, -(-max(values) // step) * step
    if bottom == top:
        bottom, top = bottom - step, top + step
    ticks = [Tick(value, _y(value, bottom, top)) for value in range(bottom, top + 1, step)]
    places = [
        (_text(100 * number / (len(values) - 1)), _y(value, bottom, top))
        for number, value in enumerate(values)
    ]
    return Chart(" ".join(f"{x},{y}" for x, y in places), tuple(ticks), places[-1])


def _step(low: int, high: int) -> int:
    """The smallest step by which few lines hold all values."""
    return next(step for step in STEPS if -(-high // step) - low // step < TICKS_AT_MOST)


def _y(value: int, bottom: int, top: int) -> str:
    return _text(100 * (top - value) / (top - bottom))


def _text(number: float) -> str:
    return f"{number:.2f}"
