"""Beat's scheduler: Celery's own, which keeps no file, says now and then that it still runs, and
calls no sweep where nobody takes what is queued.
"""

import logging
import time
from typing import Any

from celery.beat import ScheduleEntry, Scheduler
from django.db import Error
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis import RedisError

from casino_site.liveness import EVERY, touch
from games.jobs import signs_of_life

log = logging.getLogger(__name__)
# So much waits in a queue only where the processes that take from it are away, or far behind; a
# sweep would find nothing more for them to do, and Redis would fill.
MOST_WAITING = 1000


class SeenScheduler(Scheduler):
    """`celery beat -S casino_site.beat:SeenScheduler`."""

    _next_sign = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> float:
        pause: float = super().tick(*args, **kwargs)
        if time.monotonic() >= self._next_sign:
            self._next_sign = time.monotonic() + EVERY
            self.give_sign()
        return pause

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Calls the sweep; its time is over all the same where it is left out."""
        if self._waiting(str(entry.task)) < MOST_WAITING:
            super().apply_entry(entry, producer)

    def _waiting(self, name: str) -> int:
        """How many tasks wait where this one would; 0 if the broker does not say."""
        queue = self.app.amqp.router.route({}, name)["queue"].name
        try:
            with self.app.connection_or_acquire() as connection:
                return int(connection.default_channel.client.llen(queue))
        except (OperationalError, RedisError, OSError):
            return 0

    def give_sign(self) -> None:
        """Says that beat runs, in its row and in the file of its container."""
        touch()
        try:
            signs_of_life.give(signs_of_life.BEAT, timezone.now())
        except Error as fault:  # the sweeps need no row, and a database that is away comes back
            log.warning("could not say that beat runs: %s", fault)
