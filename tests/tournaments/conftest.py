"""Olga organises; Ann, Bob and whoever else enter."""

from collections.abc import Callable

import pytest

from games.models import Player
from tests.forgetting import forgotten_states  # noqa: F401

NewPlayers = Callable[[int], list[Player]]


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
