"""Beat's scheduler: Celery's own, which keeps no file, and says now and then that it still runs."""

import logging
import time
from typing import Any

from celery.beat import Scheduler
from django.db import Error
from django.utils import timezone

from casino_site.liveness import EVERY, touch
from games.jobs import signs_of_life

log = logging.getLogger(__name__)


class SeenScheduler(Scheduler):
    """`celery beat -S casino_site.beat:SeenScheduler`."""

    _next_sign = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> float:
        pause: float = super().tick(*args, **kwargs)
        if time.monotonic() >= self._next_sign:
            self._next_sign = time.monotonic() + EVERY
            self.give_sign()
        return pause

    def give_sign(self) -> None:
        """Says that beat runs, in its row and in the file of its container."""
        touch()
        try:
            signs_of_life.give(signs_of_life.BEAT, timezone.now())
        except Error as fault:  # the sweeps need no row, and a database that is away comes back
            log.warning("could not say that beat runs: %s", fault)
