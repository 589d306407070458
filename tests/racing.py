"""Processes of the product that act in the same moment, on the database of the test run."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier, Lock
from typing import Any

from tests.patience import PATIENCE

Work = Callable[..., object]
# What a process does to itself before the first race; the gate and the lock are all racers'.
Prepare = Callable[[Barrier, Lock], None]


class Racers:
    """Processes that wait for work, and begin it together."""

    def __init__(self, count: int, prepare: Prepare | None) -> None:
        context = multiprocessing.get_context("spawn")
        # Kept: a semaphore that nobody here holds is gone before its process has found it.
        self.gate, self.lock = context.Barrier(count), context.Lock()
        self.pipes: list[Connection] = []
        self.processes = []
        for _ in range(count):
            ours, theirs = context.Pipe()
            arguments = (_environment(), self.gate, self.lock, theirs)
            process = context.Process(target=_run, args=arguments, daemon=True)
            process.start()
            theirs.close()
            ours.send(prepare)
            self.pipes.append(ours)
            self.processes.append(process)

    def at_once(self, work: Work, *arguments: tuple[Any, ...]) -> list[object]:
        """What each racer's work answered, or the code of its refusal."""
        for pipe, given in zip(self.pipes, arguments, strict=True):
            pipe.send((work, given))
        answers = [pipe.recv() if pipe.poll(PATIENCE) else "no answer" for pipe in self.pipes]
        for answer in answers:
            if isinstance(answer, _Failed):
                raise AssertionError(answer.how)
        return answers

    def stop(self) -> None:
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.join(PATIENCE)


@contextmanager
def racers(count: int, prepare: Prepare | None = None) -> Iterator[Racers]:
    """So many processes, gone at the end of the block."""
    racing = Racers(count, prepare)
    try:
        yield racing
    finally:
        racing.stop()


class _Failed:
    """A work that ended by an exception which is no refusal."""

    def __init__(self, how: str) -> None:
        self.how = how


def _environment() -> dict[str, str]:
    """That of this test run, by the product's own settings and on the test database."""
    from django.conf import settings
    from django.db import connection

    name = str(connection.settings_dict["NAME"])
    server = os.environ.get("DATABASE_URL")
    url = f"sqlite:///{name}" if server is None else f"{server.rpartition('/')[0]}/{name}"
    keys = ",".join(settings.LOG_KEYS)
    ours = {"DJANGO_SETTINGS_MODULE": "casino_site.settings", "GOODTEN_LOG_KEYS": keys}
    return {**os.environ, **ours, "DATABASE_URL": url}


def _run(
    environment: dict[str, str],
    gate: Barrier,
    lock: Lock,
    pipe: Connection,
) -> None:
    os.environ |= environment
    import django

    django.setup()
    from engine.errors import Refusal

    # Sent only now: what it imports needs the settings.
    prepare: Prepare | None = pipe.recv()
    if prepare is not None:
        prepare(gate, lock)
    while True:
        try:
            work, given = pipe.recv()
        except EOFError:
            return
        gate.wait(PATIENCE)
        try:
            answer = work(*given)
        except Refusal as refusal:
            answer = refusal.code
        except Exception as error:
            answer = _Failed(repr(error))
        pipe.send(answer)
