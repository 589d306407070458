"""How much a test tries of what has no end: enough for every change, and more by `make long`."""

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

Amount, Test = TypeVar("Amount"), TypeVar("Test", bound=Callable[..., object])
LONG = "LONG" in os.environ

# Marks of what proves the same on both databases and takes long: one lane runs it, and `make long`
# both.
SQLITE_FIRST = [pytest.mark.long, *([pytest.mark.store] if LONG else [])]
POSTGRESQL_FIRST = [
    pytest.mark.long,
    pytest.mark.store,
    *([] if LONG else [pytest.mark.postgresql]),
]

# Marks of what starts the product on a database of its own, whichever lane it is in: that of
# PostgreSQL runs it, which has less to do.
OWN_DATABASE = [pytest.mark.store, pytest.mark.postgresql]

# Marks of what `make long` alone runs, on both databases: processes killed at random and at every
# step, which `make storm` and `make steps` do at length. `make test` kills some of them as well
# (`tests/site/test_whole_path.py`).
DEFERRED = [pytest.mark.long, pytest.mark.store, *([] if LONG else [pytest.mark.deferred])]


# Marks of further cases of what others prove already: `make long` alone runs them.
FURTHER = [pytest.mark.long, *([] if LONG else [pytest.mark.deferred])]


def further(test: Test) -> Test:
    """The test, as one of those that `make long` alone runs."""
    return _marked(test, FURTHER)


def sqlite_first(test: Test) -> Test:
    """The test, as one of those that `make long` alone runs on PostgreSQL too."""
    return _marked(test, SQLITE_FIRST)


def own_database(test: Test) -> Test:
    """The test, as one of what starts the product on a database of its own."""
    return _marked(test, OWN_DATABASE)


def _marked(test: Test, marks: list[pytest.MarkDecorator]) -> Test:
    for mark in marks:
        test = mark(test)
    return test


def thinned(cases: Iterable[Any], is_usual: Callable[[Any], bool]) -> list[ParameterSet]:
    """The cases of a test, of which `make test` runs those that are usual, `make long` the others.

    A case that is a tuple has several values, as `pytest.mark.parametrize` has it.
    """
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=[] if is_usual(case) else FURTHER
        )
        for case in cases
    ]


def enough(usual: Amount, long: Amount) -> Amount:
    return long if LONG else usual
