"""Hurry-ups: background work is queued after commit, and a dead broker never fails a request.

Whatever is queued here is also found by a sweep, so a hint that is lost costs seconds and nothing
else.
"""

import logging
from functools import partial
from typing import Any

from celery import Task
from django.db import transaction

log = logging.getLogger(__name__)


def hurry(task: Task, *args: Any) -> None:
    """Queues `task(*args)` once the current transaction has committed."""
    transaction.on_commit(partial(_send, task, args), robust=True)


def _send(task: Task, args: tuple[Any, ...]) -> None:
    try:
        task.apply_async(args, retry=False)
    except Exception as error:
        # kombu lets errors of many transports through; whichever it is, the sweep does the work.
        log.warning("could not queue %s: %s", task.name, error)
