"""How much a test tries of what has no end: enough for every change, and more by `make long`."""

import os
from typing import TypeVar

import pytest

Amount = TypeVar("Amount")
LONG = "LONG" in os.environ

# Marks of what proves the same on both databases and takes long: one lane runs it, and `make long`
# both.
SQLITE_FIRST = [pytest.mark.long, *([pytest.mark.store] if LONG else [])]
POSTGRESQL_FIRST = [
    pytest.mark.long,
    pytest.mark.store,
    *([] if LONG else [pytest.mark.postgresql]),
]

# Marks of what `make long` alone runs, on both databases: processes killed at random and at every
# step, which `make storm` and `make steps` do at length. `make test` kills some of them as well
# (`tests/site/test_whole_path.py`).
DEFERRED = [pytest.mark.long, pytest.mark.store, *([] if LONG else [pytest.mark.deferred])]


def enough(usual: Amount, long: Amount) -> Amount:
    return long if LONG else usual
