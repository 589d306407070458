"""Windows of time in which is counted, on a store of the library `limits`: Redis or memory.

A sliding window counts what the last window and the running one hold, the last one less and less
of: so nobody gets twice the amount at the turn of a window. A fixed window begins with what is
counted first; of it, what was spent can be given back.
"""

import time
from dataclasses import dataclass
from math import ceil, floor

from limits.storage import MemoryStorage, RedisStorage

from games.limits.budgets import Budget

Store = RedisStorage | MemoryStorage


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of asking for some: whether they are `granted`; how many `remain`, for how many
    seconds; and after how many seconds one more can be had.
    """

    granted: bool
    remaining: int
    seconds: int
    wait: int


def take(store: Store, budget: Budget, who: str, cost: int) -> Taken:
    """Takes all of them or none. Raises what the store raises."""
    key = _key(budget, who)
    if budget.is_refunded:
        return _taken_of_fixed(store, budget, key, cost)
    granted = store.acquire_sliding_window_entry(key, budget.amount, budget.seconds, cost)
    window = Sliding(*store.get_sliding_window(key, budget.seconds))
    wait = 0 if granted else max(1, ceil(window.wait(budget.amount, budget.seconds, cost)))
    remaining = window.remaining(budget.amount, budget.seconds)
    left = ceil(window.left(budget.seconds))
    return Taken(granted, remaining, min(max(1, left), budget.seconds), wait)


def give_back(store: Store, budget: Budget, who: str, cost: int = 1) -> None:
    """Undoes what was taken of a budget that can be refunded."""
    store.incr(_key(budget, who), budget.seconds, -cost)


def forget(store: Store, budget: Budget, who: str) -> None:
    """Begins to count from nothing."""
    store.clear(_key(budget, who))


@dataclass(frozen=True, slots=True)
class Sliding:
    """A sliding window, as `limits` tells it: how many the last window has, and for how long they
    still count; how many the running one has, and when it is over, plus a whole window.
    """

    before: int
    before_counts: float
    now: int
    now_counts: float

    def left(self, seconds: int) -> float:
        """How long the running window still lasts."""
        return max(0.0, self.now_counts - seconds) or seconds

    def remaining(self, amount: int, seconds: int) -> int:
        weighted = floor(self.before * self.before_counts / seconds) + self.now
        return max(0, amount - weighted)

    def wait(self, amount: int, seconds: int, cost: int) -> float:
        """After how many seconds so many can be had, if nobody takes any meanwhile."""
        room = amount - self.now - cost
        if room >= 0:
            if not self.before:
                return 0.0
            return max(0.0, self.before_counts - (room + 1) * seconds / self.before)
        if not self.now:
            return float(seconds)  # more than there ever is
        # What this window has must itself grow old first.
        allowed = max(0, amount - cost) + 1
        return self.left(seconds) + max(0.0, seconds - allowed * seconds / self.now)


def _taken_of_fixed(store: Store, budget: Budget, key: str, cost: int) -> Taken:
    count = store.incr(key, budget.seconds, cost)
    left = max(1, ceil(store.get_expiry(key) - time.time()))
    if count <= budget.amount:
        return Taken(True, budget.amount - count, left, 0)
    store.incr(key, budget.seconds, -cost)
    return Taken(False, 0, left, left)


def _key(budget: Budget, who: str) -> str:
    """With the length of the window, which somebody may change while it lasts."""
    return f"{budget.name}/{budget.seconds}/{who}"
