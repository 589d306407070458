"""Works that begin in the same moment, each in a thread with a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

from engine.errors import Refusal

Work = Callable[[], object]


def in_threads(*works: Work) -> list[Exception]:
    """The exceptions that the works ended with."""
    return [came for came in _run(works) if isinstance(came, Exception)]


def at_once(works: Sequence[Work]) -> list[object]:
    """What each work returned, or its refusal's code; another exception is raised."""
    answers = []
    for came in _run(works):
        if isinstance(came, Exception) and not isinstance(came, Refusal):
            raise came
        answers.append(came.code if isinstance(came, Refusal) else came)
    return answers


def _run(works: Sequence[Work]) -> list[object]:
    gate = Barrier(len(works))

    def run(work: Work) -> object:
        gate.wait()
        try:
            return work()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))
