"""What the value of a tie-break is made of: an exact term for each round, some of them dropped."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.history import History, RoundResult

Exact = int | Fraction

# A plain tuple: tens of thousands are made at a time.
Term = tuple[Exact, RoundResult]

# The unit of ratios: they are summed as fractions and cut down to millionths at the end, so that
# equal ones stay equal.
MILLIONTH = 1_000_000

VOLUNTARY, LOWEST, HIGHEST = "voluntary", "lowest", "highest"


def total(values: Sequence[Exact]) -> Exact:
    return sum(values)


def keep_all(_: Sequence[Term]) -> Mapping[int, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Rule:
    """How one tie-break is worked out. People read its value divided by `unit`.

    `terms` are in 1 / `scale` of that value; `drop` says which of them do not count (by index)
    and why; `fold` makes one of the others.
    """

    unit: int
    terms: Callable[[History, str], list[Term]]
    fold: Callable[[Sequence[Exact]], Exact] = total
    drop: Callable[[Sequence[Term]], Mapping[int, str]] = keep_all
    scale: int = 1

    def value(self, terms: Sequence[Term]) -> int:
        if dropped := self.drop(terms):
            kept = [value for index, (value, _) in enumerate(terms) if index not in dropped]
        else:
            kept = [value for value, _ in terms]
        return self.scaled(self.fold(kept))

    def scaled(self, value: Exact) -> int:
        return int(value * self.scale // 1)
