"""Where is counted: in Redis, for all processes together; in this process while Redis is away.

A Redis that refuses, or does not answer in time, is not asked again by those who count. A thread
looks for it, and once it answers it is counted there again.
"""

import logging
import threading
from collections.abc import Callable
from functools import cache
from typing import TypeVar

import redis
from django.conf import settings
from limits.storage import MemoryStorage, RedisStorage
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.limits import windows
from games.limits.budgets import Budget
from games.limits.windows import Store, Taken

T = TypeVar("T")
log = logging.getLogger(__name__)
PREFIX = "good-ten-limits"
# How long whoever counts waits for Redis, once: then it is away.
SECONDS_WAITED = 0.5
SECONDS_BETWEEN_LOOKS = 1.0
CONNECTIONS = 16


class Counters:
    """Counts in the Redis of this address. Any thread may."""

    def __init__(self, url: str) -> None:
        self._pool = redis.BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=SECONDS_WAITED,
            socket_timeout=SECONDS_WAITED,
            socket_connect_timeout=SECONDS_WAITED,
            retry=Retry(NoBackoff(), 0),
        )
        self._far = RedisStorage(url, connection_pool=self._pool, key_prefix=PREFIX)
        self._near = MemoryStorage()
        self._lock = threading.Lock()
        self._is_away = False
        self._looking: threading.Thread | None = None
        self._is_over = threading.Event()

    @property
    def is_away(self) -> bool:
        """Whether is counted in this process alone."""
        return self._is_away

    def take(self, budget: Budget, who: str, cost: int = 1) -> Taken:
        return self._do(lambda store: windows.take(store, budget, who, cost))

    def give_back(self, budget: Budget, who: str, cost: int = 1) -> None:
        self._do(lambda store: windows.give_back(store, budget, who, cost))

    def forget(self, budget: Budget, who: str) -> None:
        self._do(lambda store: windows.forget(store, budget, who))

    def forget_all(self) -> None:
        """For tests: nothing has been counted."""
        self._near.reset()
        if not self._is_away:
            self._far.reset()

    def close(self) -> None:
        """Ends its connections, and the search for Redis."""
        self._is_over.set()
        if self._looking is not None:
            self._looking.join()
        self._pool.disconnect()

    def _do(self, work: Callable[[Store], T]) -> T:
        if not self._is_away:
            try:
                return work(self._far)
            except redis.RedisError as fault:
                self._lost(fault)
        return work(self._near)

    def _lost(self, fault: redis.RedisError) -> None:
        with self._lock:
            if self._is_away:
                return
            self._is_away = True
            self._looking = threading.Thread(target=self._look, name="limits", daemon=True)
        log.warning("limits are counted in this process alone: %s", type(fault).__name__)
        self._looking.start()

    def _look(self) -> None:
        while not self._answers():
            if self._is_over.wait(SECONDS_BETWEEN_LOOKS):
                return
        self._is_away = False
        log.warning("limits are counted for all processes together again")

    def _answers(self) -> bool:
        try:
            return bool(self._far.get_connection().ping())
        except redis.RedisError:
            return False


@cache
def counters() -> Counters:
    """Those of this process."""
    return Counters(settings.CELERY_BROKER_URL)
