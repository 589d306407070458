"""Stella is staff; Alice organises, Bob plays, Charlie looks on."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from casino_site.staff.acts import ACTS, Asked, do, subject_of
from casino_site.staff.members import set_staff
from games.accounts import guests
from games.models import Player
from tests.forgetting import forgotten_states  # noqa: F401
from tests.noon import NOON
from tests.tournaments.factories import opened
from tournaments.models import Tournament

WHY = "it was rude"
Done = Callable[..., None]


def person(handle: str) -> Player:
    return Player.objects.create_person(handle, f"a password of {handle}")


@pytest.fixture
def stella(db: None) -> Player:
    player = person("stella")
    set_staff(player, True, reason="she helps", now=NOON)
    return player


@pytest.fixture
def alice(db: None) -> Player:
    return person("alice")


@pytest.fixture
def bob(db: None) -> Player:
    return person("bob")


@pytest.fixture
def charlie(db: None) -> Player:
    return person("charlie")


@pytest.fixture
def guest(db: None) -> Player:
    return guests.play_as_guest()


@pytest.fixture
def event(alice: Player, bob: Player) -> Tournament:
    """Alice's, whom Bob has entered by a name of his own."""
    return opened(alice, bob)


@pytest.fixture
def done(stella: Player) -> Done:
    """Does an act as Stella."""

    def act(what: str, subject: Any, reason: str = WHY, **given: Any) -> None:
        kind = ACTS[what]
        row = subject_of(kind.about, subject.pk)
        do(kind, Asked(row, stella, reason, given, NOON))

    return act


def browser_of(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client
