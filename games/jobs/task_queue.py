"""Hurry-ups: background work is queued after commit, and a dead broker never fails a request.

Whatever is queued here is also found by a sweep, so a hint that is lost costs seconds and nothing
else.
"""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from celery import Task
from django.db import transaction

from games.store.group_commit import is_writer

log = logging.getLogger(__name__)
# The queue of what somebody waits for (docs/operations.md).
URGENT = "clockwork"
# The queue of matches with bots that think, which has a process of its own.
THINKING = "thinking"
# What waits for a broker that does not answer; more is left to the sweeps.
MOST_WAITING = 1000
_room = threading.BoundedSemaphore(MOST_WAITING)
_queueing = ThreadPoolExecutor(1, thread_name_prefix="queueing")


def enqueue_after_commit(task: "Task[..., object]", *args: Any, queue: str | None = None) -> None:
    """Queues `task(*args)` once the current transaction has committed; `queue` None is its own."""
    transaction.on_commit(lambda: _queue(task, args, queue), robust=True)


def _queue(task: "Task[..., object]", args: tuple[Any, ...], queue: str | None) -> None:
    """At once, but from the thread that commits for others: that one waits for no broker."""
    if not is_writer():
        _send(task, args, queue)
    elif _room.acquire(blocking=False):
        _queueing.submit(_send, task, args, queue).add_done_callback(lambda sent: _room.release())


def _send(task: "Task[..., object]", args: tuple[Any, ...], queue: str | None) -> None:
    try:
        if queue is None:
            task.apply_async(args, retry=False)
        else:
            task.apply_async(args, retry=False, queue=queue)
    except Exception as error:
        # kombu lets errors of many transports through; whichever it is, the sweep does the work.
        log.warning("could not queue %s: %s", task.name, error)
