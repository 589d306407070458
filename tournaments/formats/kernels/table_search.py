"""Better tables by swapping entrants between them: a search that ends, and never makes it worse.

Splitting entrants into tables of three and more at the least cost is NP-hard; so tables that
someone has cut already are repaired, nearest neighbours first, and few tables are stirred too.
"""

from collections.abc import Sequence
from typing import Protocol

from tournaments.core.chance import Chance

Table = list[int]

_REACH = 40
_SWEEPS = 8
_SWAPS = 150_000


class Judge(Protocol):
    """What is wrong with a table: `cost` altogether, of which `faults` are worth a search."""

    def cost(self, table: Table) -> int: ...

    def faults(self, table: Table) -> int: ...


def total_cost(tables: Sequence[Table], judge: Judge) -> int:
    return sum(map(judge.cost, tables))


def repaired(tables: Sequence[Table], judge: Judge) -> list[Table]:
    """Tables at which swaps with tables near by leave as few faults as it could find.

    Sizes and their order stay; the cost is never greater than before.
    """
    search = _Repair(tables, judge)
    for _ in range(_SWEEPS):
        worst = sorted(range(len(tables)), key=search.faults, reverse=True)
        improved = [search.improve(at) for at in worst if search.worth_a_try(at)]
        if not any(improved):
            break
    return search.tables


class _Repair:
    def __init__(self, tables: Sequence[Table], judge: Judge) -> None:
        self.tables = [list(table) for table in tables]
        self._judge = judge
        self._costs = [judge.cost(table) for table in tables]
        self._swaps = 0

    def faults(self, at: int) -> int:
        return self._judge.faults(self.tables[at])

    def worth_a_try(self, at: int) -> bool:
        return self._swaps < _SWAPS and self.faults(at) > 0

    def improve(self, at: int) -> bool:
        """Makes the best swap with the nearest table where a swap takes all faults away, or else
        the best one in reach; says whether it made one.
        """
        best: tuple[int, int, Table, Table] | None = None
        for distance in range(1, _REACH + 1):
            for other in (at + distance, at - distance):
                if 0 <= other < len(self.tables):
                    found = self._best_swap(at, other)
                    if found is not None and (best is None or found[0] < best[0]):
                        best = found
            if best is not None and not any(map(self._judge.faults, best[2:])):
                break
        if best is None:
            return False
        _, other, self.tables[at], self.tables[other] = best
        for changed in (at, other):
            self._costs[changed] = self._judge.cost(self.tables[changed])
        return True

    def _best_swap(self, at: int, other: int) -> tuple[int, int, Table, Table] | None:
        """The change of the cost, below 0, the other table's number, and both tables."""
        cost, ours, theirs = self._judge.cost, list(self.tables[at]), list(self.tables[other])
        before = self._costs[at] + self._costs[other]
        best, pair = before, None
        self._swaps += len(ours) * len(theirs)
        for i, one in enumerate(ours):
            for j, two in enumerate(theirs):
                ours[i], theirs[j] = two, one
                after = cost(ours) + cost(theirs)
                if after < best:
                    best, pair = after, (i, j)
                ours[i], theirs[j] = one, two
        if pair is None:
            return None
        i, j = pair
        ours[i], theirs[j] = theirs[j], ours[i]
        return best - before, other, ours, theirs


def stirred(
    tables: Sequence[Table], judge: Judge, chance: Chance, heat: int, steps: int
) -> list[Table]:
    """The best tables on a way of random swaps that may cost up to `heat` at first, nothing at
    last; never worse than those given. The way ends early where no fault is left.
    """
    now = [list(table) for table in tables]
    costs = [judge.cost(table) for table in now]
    faults = [judge.faults(table) for table in now]
    total = least = sum(costs)
    best = [list(table) for table in now]
    for step in range(steps if len(now) > 1 else 0):
        if not any(faults):
            break
        a = chance.below(len(now))
        b = (a + 1 + chance.below(len(now) - 1)) % len(now)
        i, j = chance.below(len(now[a])), chance.below(len(now[b]))
        now[a][i], now[b][j] = now[b][j], now[a][i]
        cost_a, cost_b = judge.cost(now[a]), judge.cost(now[b])
        worse = cost_a + cost_b - costs[a] - costs[b]
        if worse * steps > heat * (steps - step):
            now[a][i], now[b][j] = now[b][j], now[a][i]
            continue
        total += worse
        costs[a], costs[b] = cost_a, cost_b
        faults[a], faults[b] = judge.faults(now[a]), judge.faults(now[b])
        if total < least:
            least, best = total, [list(table) for table in now]
    return best
