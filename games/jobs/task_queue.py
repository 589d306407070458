"""Hurry-ups: background work is queued after commit, and a dead broker never fails a request.

Whatever is queued here is also found by a sweep, so a hint that is lost costs seconds and nothing
else.
"""

import logging
from typing import Any

from celery import Task
from django.db import transaction

log = logging.getLogger(__name__)
# The queue of what somebody waits for (docs/operations.md).
URGENT = "clockwork"


def enqueue_after_commit(task: "Task[..., object]", *args: Any, queue: str | None = None) -> None:
    """Queues `task(*args)` once the current transaction has committed; `queue` None is its own."""
    transaction.on_commit(lambda: _send(task, args, queue), robust=True)


def _send(task: "Task[..., object]", args: tuple[Any, ...], queue: str | None) -> None:
    try:
        if queue is None:
            task.apply_async(args, retry=False)
        else:
            task.apply_async(args, retry=False, queue=queue)
    except Exception as error:
        # kombu lets errors of many transports through; whichever it is, the sweep does the work.
        log.warning("could not queue %s: %s", task.name, error)
