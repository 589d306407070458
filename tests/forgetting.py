"""What the product keeps per process, which belongs to the database of one test."""

from collections.abc import Iterator

import pytest

from games.match.match_log import match_log
from games.store.sealing import key_of
from tournaments.api.kept_pages import shelf
from tournaments.read import wall
from tournaments.store.tournament_log import tournament_log


@pytest.fixture(autouse=True)
def forgotten_states() -> Iterator[None]:
    """States and keys, forgotten before a test and after it."""
    forget()
    yield
    forget()


def forget() -> None:
    match_log.forget()
    tournament_log.forget()
    key_of.cache_clear()
    wall.forget()
    shelf.forget()
