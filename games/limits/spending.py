"""Spending of a budget: refused where it is used up, and told how much remains.

Of a budget that is leased a process takes several at once, twice as many each time that they were
used up quickly, so that what is asked for a hundred times a second costs a few trips to Redis. What
is not used within a moment is lost, so a lease begins with one. Whoever was refused is refused
again without a trip until it can be worth one.
"""

import threading
import time
from dataclasses import dataclass

from django.conf import settings

from games.limits.budgets import Budget
from games.limits.counters import counters
from games.limits.refusals import Throttled

# How long what was leased may be used, and how much of a budget one lease is at most.
LEASE_SECONDS = 2.0
LEAST_LEASES = 100
# How long a refusal is repeated without asking again.
MOST_REPEATED = 1.0
# How many are remembered before the old ones are swept out.
MANY = 10_000


@dataclass(frozen=True, slots=True)
class Standing:
    """How a budget stands after it was spent of: so many remain, for so many seconds."""

    budget: Budget
    remaining: int
    seconds: int


class _Purse:
    """What this process holds of one budget, for one who is counted."""

    __slots__ = ("left", "remaining", "seconds", "size", "until", "wait")

    def __init__(self) -> None:
        self.left = 0
        self.size = 0
        self.until = 0.0
        self.remaining = 0
        self.seconds = 1
        # After how many seconds one more can be had, where the last one was refused.
        self.wait = 0


_purses: dict[tuple[str, str], _Purse] = {}
_lock = threading.Lock()


def limit(budget: Budget) -> Budget:
    """The budget as it is set here."""
    found: Budget = settings.LIMITS[budget.name]
    return found


def spend(budget: Budget, who: str, cost: int = 1) -> Standing:
    """Spends `cost` of it, counted for `who`. Refuses `throttled`."""
    budget = limit(budget)
    key = (budget.name, who)
    now = time.monotonic()
    with _lock:
        purse = _purses.get(key)
        wanted = cost
        if purse is not None:
            if now >= purse.until:
                purse.size = purse.left = purse.wait = 0
            elif purse.wait:
                raise Throttled(purse.wait, budget.name)
            elif purse.left >= cost:
                purse.left -= cost
                return Standing(budget, purse.remaining + purse.left, purse.seconds)
            elif budget.is_leased:
                most = max(cost, budget.amount // LEAST_LEASES)
                wanted = min(most, max(cost, 2 * purse.size))
    taken = counters().take(budget, who, wanted)
    if not taken.granted and wanted > cost:
        wanted = cost
        taken = counters().take(budget, who, cost)
    with _lock:
        if len(_purses) > MANY:
            _sweep(now)
        purse = _purses.setdefault(key, _Purse())
        purse.remaining, purse.seconds = taken.remaining, taken.seconds
        if not taken.granted:
            if cost == 1:
                purse.left, purse.wait = 0, taken.wait
                purse.until = now + min(MOST_REPEATED, taken.wait)
            raise Throttled(taken.wait, budget.name)
        if budget.is_leased:
            purse.left += wanted - cost
            purse.size, purse.until = wanted, now + LEASE_SECONDS
        return Standing(budget, purse.remaining + purse.left, purse.seconds)


def refund(budget: Budget, who: str) -> None:
    """Gives back what was spent, where it turns out that it need not be counted."""
    counters().give_back(limit(budget), who)


def forgive(budget: Budget, who: str) -> None:
    """Forgets what was counted for `who`."""
    budget = limit(budget)
    counters().forget(budget, who)
    with _lock:
        _purses.pop((budget.name, who), None)


def forget_all() -> None:
    """For tests: nobody has spent anything."""
    with _lock:
        if not _purses:
            return
        _purses.clear()
    counters().forget_all()


def _sweep(now: float) -> None:
    for key, purse in list(_purses.items()):
        if purse.until <= now:
            del _purses[key]
