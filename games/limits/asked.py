"""The request that is being answered: where it comes from, and how what it spends of stands.

Whatever hashes a password or makes an account is told by this whom to count it for, without being
handed the request.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from games.limits.budgets import Budget
from games.limits.refusals import Throttled
from games.limits.spending import Standing, limit, spend


@dataclass
class Asked:
    """One request. `address` is what addresses are counted by, `session` the browser's session."""

    address: str
    session: str | None = None
    standings: dict[str, Standing] = field(default_factory=dict)
    # The handle that somebody signed in to, if this request did so.
    signed_in_to: str | None = None

    def spend(self, budget: Budget, who: str, cost: int = 1) -> None:
        """Spends of a budget, and keeps how it stands. Refuses `throttled`."""
        try:
            self.standings[budget.name] = spend(budget, who, cost)
        except Throttled as refusal:
            self.standings[budget.name] = Standing(limit(budget), 0, refusal.wait)
            raise


_asked: ContextVar[Asked | None] = ContextVar("asked", default=None)


def being_asked() -> Asked | None:
    """None outside of requests: in commands, tasks and sockets."""
    return _asked.get()


@contextmanager
def answering(asked: Asked) -> Iterator[None]:
    token = _asked.set(asked)
    try:
        yield
    finally:
        _asked.reset(token)


def spend_here(budget: Budget, cost: int = 1) -> None:
    """Spends for the address that asks, if anybody does. Refuses `throttled`."""
    asked = _asked.get()
    if asked is not None:
        asked.spend(budget, asked.address, cost)


def spend_of(budget: Budget, account: str, cost: int = 1) -> None:
    """Spends for an account. Refuses `throttled`."""
    asked = _asked.get()
    if asked is None:
        spend(budget, account, cost)
    else:
        asked.spend(budget, account, cost)
