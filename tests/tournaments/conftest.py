"""Olga organises; Ann, Bob and whoever else enter."""

from collections.abc import Callable, Iterator

import pytest

from games.match.match_log import match_log
from games.models import Player
from tournaments.store.tournament_log import tournament_log

NewPlayers = Callable[[int], list[Player]]


@pytest.fixture(autouse=True)
def forgotten_states() -> Iterator[None]:
    """States kept per process belong to the database of one test."""
    match_log.forget()
    tournament_log.forget()
    yield
    match_log.forget()
    tournament_log.forget()


@pytest.fixture
def olga(db: None) -> Player:
    return Player.objects.create_person("olga", "a password of olga")


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_person("ann", "a password of ann")


@pytest.fixture
def people(db: None) -> NewPlayers:
    """So many people, p1, p2, …"""

    def made(count: int) -> list[Player]:
        return Player.objects.bulk_create(
            Player(handle=f"p{number}", password="!") for number in range(1, count + 1)
        )

    return made
