"""Hurry-ups that come together cost one look, and none is forgotten."""

import threading

import pytest

from games.jobs.coalescing import OneAtATime
from tests.patience import PATIENCE


def test_calls_that_come_while_the_work_is_done_are_done_once_more_together() -> None:
    calls, begun, go_on = OneAtATime(), threading.Event(), threading.Event()
    done: list[int] = []

    def work() -> None:
        done.append(len(done))
        begun.set()
        assert go_on.wait(PATIENCE)

    worker = threading.Thread(target=calls.run, args=("friday", work))
    worker.start()
    assert begun.wait(PATIENCE)
    for _ in range(5):
        calls.run("friday", lambda: done.append(-1))
    assert done == [0]

    go_on.set()
    worker.join(PATIENCE)

    assert done == [0, 1]


def test_other_keys_are_worked_on_meanwhile() -> None:
    calls = OneAtATime()
    done: list[str] = []

    calls.run("friday", lambda: calls.run("saturday", lambda: done.append("saturday")))

    assert done == ["saturday"]


def test_after_work_that_fails_the_next_call_works_again() -> None:
    calls = OneAtATime()
    done: list[str] = []

    def fails() -> None:
        calls.run("friday", lambda: done.append("never"))
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError):
        calls.run("friday", fails)
    calls.run("friday", lambda: done.append("again"))

    assert done == ["again"]
