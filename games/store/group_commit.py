"""Group commit: what is decided in a process at the same moment is written in one transaction.

One thread writes. While it waits for the database, decisions gather, and go together next. Each is
answered for itself, after its commit.
"""

import asyncio
import logging
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Generic

from django.db import connection

from games.store.aggregate import Change, Event, State
from games.store.stream_log import Prepared, StreamLog

log = logging.getLogger(__name__)
Answer = Change[State, Event] | None
Waiting = tuple[Prepared[State, Event], asyncio.Future[Change[State, Event] | None]]
AT_ONCE = 64
THREAD = "commits"
# The thread and its connection end when nothing was to be written for so long.
IDLE_SECONDS = 30.0


def is_writer() -> bool:
    """Whether this is a thread for which others' moves wait."""
    return threading.current_thread().name == THREAD


class GroupCommit(Generic[State, Event]):
    """Writes to the streams of one log."""

    def __init__(self, stream_log: StreamLog[State, Event, Any]) -> None:
        self._log = stream_log
        self._waiting: list[Waiting[State, Event]] = []
        self._called = threading.Condition()
        self._writer: threading.Thread | None = None
        self._is_over = False

    async def commit(self, prepared: Prepared[State, Event]) -> Change[State, Event] | None:
        """Waits until the decision is committed; None where it was not, and has to be made anew:
        its stream has moved on, or the database failed.
        """
        done = asyncio.get_running_loop().create_future()
        with self._called:
            self._waiting.append((prepared, done))
            if self._writer is None:
                self._writer = threading.Thread(target=self._run, name=THREAD, daemon=True)
                self._writer.start()
            self._called.notify()
        change: Answer[State, Event] = await done
        return change

    def close(self) -> None:
        """Ends the thread, once what waits is written."""
        with self._called:
            writer, self._is_over = self._writer, True
            self._called.notify()
        if writer is not None:
            writer.join()
        self._is_over = False

    def _run(self) -> None:
        try:
            while some := self._next():
                self._write(some)
        finally:
            connection.close()

    def _next(self) -> list[Waiting[State, Event]]:
        """What waits, as soon as anything does; nothing when the thread is to end."""
        with self._called:
            if not self._waiting and not self._is_over:
                self._called.wait(IDLE_SECONDS)
            some, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            if not some:
                self._writer = None
            # In one order in all processes: two that write to the same streams would wait for each
            # other.
            return sorted(some, key=lambda one: one[0].id)

    def _write(self, some: Sequence[Waiting[State, Event]]) -> None:
        changes: Sequence[Answer[State, Event]]
        try:
            changes = self._log.append_together([prepared for prepared, _ in some])
        except Exception as fault:
            # Whoever decided does it again by itself, and is told of the fault if it lasts.
            log.warning("could not write %d decisions: %s", len(some), type(fault).__name__)
            connection.close()
            changes = [None] * len(some)
        answers = [(done, change) for (_, done), change in zip(some, changes, strict=True)]
        # A loop is woken once for all its answers: each wake-up costs this thread its turn.
        for loop in {done.get_loop() for done, _ in answers}:
            own = [(done, change) for done, change in answers if done.get_loop() is loop]
            with suppress(RuntimeError):  # a loop that has ended waits for nothing
                loop.call_soon_threadsafe(_answer, own)


def _answer(answers: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for done, change in answers:
        if not done.done():
            done.set_result(change)
