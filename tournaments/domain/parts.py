"""What the value of a tie-break is made of: one exact part for each round, some of them dropped."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.domain.history import History, Result

Exact = int | Fraction

# The unit of ratios: they are summed as fractions and cut down to millionths at the end, so that
# equal ones stay equal.
MILLIONTH = 1_000_000

VOLUNTARY, LOWEST, HIGHEST = "voluntary", "lowest", "highest"


class Part(NamedTuple):
    """`dropped` says why it does not count, and is empty if it does."""

    value: Exact
    result: Result
    dropped: str = ""


def total(parts: Sequence[Part]) -> Exact:
    return sum(part.value for part in parts)


@dataclass(frozen=True, slots=True)
class Rule:
    """How one tie-break is worked out. People read its value divided by `unit`.

    `parts` are in 1 / `scale` of that value; `fold` makes one of those that count.
    """

    unit: int
    parts: Callable[[History, str], list[Part]]
    fold: Callable[[Sequence[Part]], Exact] = total
    scale: int = 1

    def value(self, history: History, entrant: str) -> int:
        parts = self.parts(history, entrant)
        return self.scaled(self.fold([part for part in parts if not part.dropped]))

    def scaled(self, value: Exact) -> int:
        return int(value * self.scale // 1)
