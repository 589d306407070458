"""How many heats, byes and wild cards lead from n entrants to one final table."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.kernels.sizing import PLAYABLE, seated_exactly, sizing


@dataclass(frozen=True, slots=True)
class Heat:
    """One round: `advance` go on from each table and all with a bye; then wild cards are added.

    Of a final nobody goes on. Tables have the smallest sizes first, so that the best seeds get
    the fewest opponents.
    """

    tables: tuple[int, ...]
    byes: int
    advance: int
    wildcards: int

    @property
    def final(self) -> bool:
        return len(self.tables) <= 1 and not self.byes

    @property
    def going_on(self) -> int:
        return 0 if self.final else len(self.tables) * self.advance + self.byes + self.wildcards


def heat(entrants: int, allowed: Sequence[int], advance: int) -> Heat:
    """The round for so many. Too few for an allowed table sit down at any that can be played."""
    if entrants in allowed:
        return Heat((entrants,), 0, 0, 0)
    split = sizing(entrants, allowed)
    if not split.tables:
        if entrants in PLAYABLE:
            return Heat((entrants,), 0, 0, 0)
        split = sizing(entrants, PLAYABLE[::-1])
    tables = tuple(sorted(split.tables))
    each = advancing(tables, advance)
    through = len(tables) * each + split.byes
    return Heat(tables, split.byes, each, wildcards(through, entrants, allowed))


def advancing(tables: Sequence[int], advance: int) -> int:
    """How many go on from each table: at least one is out at the smallest."""
    return min(advance, min(tables, default=1) - 1)


def wildcards(through: int, entrants: int, allowed: Sequence[int]) -> int:
    """How many more make the next round one without byes; 0 if that would send nobody home."""
    for total in range(max(through, 1), entrants):
        if seated_exactly(total, allowed):
            return total - through
    return 0


def plan(entrants: int, allowed: Sequence[int], advance: int) -> tuple[Heat, ...]:
    """All rounds down to the final, if everybody comes."""
    rounds = [heat(entrants, allowed, advance)]
    while not rounds[-1].final:
        rounds.append(heat(rounds[-1].going_on, allowed, advance))
    return tuple(rounds)


def snake(sizes: Sequence[int], order: Sequence[str]) -> list[list[str]]:
    """Those in `order` laid out over the tables, there and back again, full tables left out.

    The best at each table are the first ones of the order; raises ValueError if it does not fit.
    """
    if sum(sizes) != len(order):
        raise ValueError(f"{len(order)} entrants do not fit {sum(sizes)} places")
    tables: list[list[str]] = [[] for _ in sizes]
    rest, row = iter(order), list(range(len(sizes)))
    while row:
        for at in row:
            tables[at].append(next(rest))
        row = [at for at in reversed(row) if len(tables[at]) < sizes[at]]
    return tables
