"""Alice and Bob play, Charlie looks on."""

from uuid import UUID

import pytest
from rest_framework.test import APIClient

from games.identity import new_id
from games.match import commands
from games.match.clocks import ClockRules
from games.models import Player
from tests.forgetting import forgotten_states  # noqa: F401
from tests.games.opened_matches import create_match
from tests.games.tables import OpenMatch
from tests.noon import NOON


@pytest.fixture
def alice(db: None) -> Player:
    return Player.objects.create_person("alice", "a password of alice")


@pytest.fixture
def bob(db: None) -> Player:
    return Player.objects.create_person("bob", "a password of bob")


@pytest.fixture
def charlie(db: None) -> Player:
    return Player.objects.create_person("charlie", "a password of charlie")


@pytest.fixture
def bots(db: None) -> list[Player]:
    return [
        Player.objects.create(handle=f"{key}-{n}", kind=Player.Kind.BOT, bot=key)
        for n, key in enumerate(("greedy", "random"), 1)
    ]


@pytest.fixture
def master(db: None) -> Player:
    return Player.objects.create(handle="master-1", kind=Player.Kind.BOT, bot="master")


@pytest.fixture
def client() -> APIClient:
    return APIClient()


@pytest.fixture
def open_match() -> OpenMatch:
    """Opens a match; by default its people have cut, so the first turn is on."""

    def opened(*players: Player, cut: bool = True, **clock: int | str) -> UUID:
        match_id = new_id()
        create_match(
            match_id,
            ruleset="classic",
            overrides={},
            players=players,
            clock=ClockRules(**clock),  # type: ignore[arg-type]
            now=NOON,
        )
        for number, player in enumerate(players if cut else ()):
            if player.kind == Player.Kind.PERSON:
                commands.cut(match_id, player, bytes([number]) * 16, now=NOON)
        return match_id

    return opened
