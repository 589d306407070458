"""Sockets are counted as they are opened, while they are open, and as they join."""

from dataclasses import replace
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.accounts import tokens
from games.identity import new_id
from games.limits.budgets import (
    BUDGETS,
    JOINS,
    JOINS_OF_ACCOUNT,
    SOCKETS_AT_ONCE,
    SOCKETS_OF_ACCOUNT,
    SOCKETS_OPENED,
    Budget,
)
from games.models import Player
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.sockets import open_socket
from tournaments.actions import services
from tournaments.domain.settings import Settings
from tournaments.models import Tournament

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ann(transactional_db: None) -> Player:
    return Player.objects.create_person("ann", "zebra-crossing-9")


@pytest.fixture
def event(ann: Player) -> Tournament:
    return services.create(ann, Settings(name="Friday"), now=NOON)


def tighten(settings: Any, budget: Budget, amount: int) -> None:
    settings.LIMITS = {one.name: one for one in BUDGETS} | {
        budget.name: replace(budget, amount=amount)
    }


def socket(event: Tournament) -> Any:
    return open_socket(f"/ws/tournaments/{event.pk.hex}/")


async def test_an_address_opens_so_many(settings: Any, event: Tournament) -> None:
    tighten(settings, SOCKETS_OPENED, 2)
    for _ in range(2):
        async with socket(event) as client:
            await client.say(type="join")
            await client.hear("snapshot")
    async with socket(event) as client:
        assert await client.closed_with() == 4429


async def test_an_address_has_so_many_at_once(settings: Any, event: Tournament) -> None:
    tighten(settings, SOCKETS_AT_ONCE, 2)
    async with socket(event) as first:
        async with socket(event):
            async with socket(event) as third:
                assert await third.closed_with() == 4429
            await first.say(type="join")
            await first.hear("snapshot")
        async with socket(event) as again:
            await again.say(type="join")
            await again.hear("snapshot")


@pytest.mark.parametrize("budget", [JOINS, JOINS_OF_ACCOUNT], ids=lambda one: one.name)
async def test_joins_are_counted(
    settings: Any, event: Tournament, ann: Player, budget: Budget
) -> None:
    tighten(settings, budget, 2)
    token = (await database_sync_to_async(tokens.issue)(ann)).token
    async with socket(event) as client:
        for _ in range(2):
            await client.say(type="join", token=token)
            await client.hear("snapshot")
        await client.say(type="join", token=token)
        assert await client.closed_with() == 4429
    if budget is JOINS_OF_ACCOUNT:
        async with socket(event) as spectator:
            await spectator.say(type="join")
            await spectator.hear("snapshot")


async def test_an_account_has_so_many_at_once(
    settings: Any, event: Tournament, ann: Player
) -> None:
    tighten(settings, SOCKETS_OF_ACCOUNT, 1)
    token = (await database_sync_to_async(tokens.issue)(ann)).token
    async with socket(event) as first, socket(event) as second:
        for _ in range(2):  # joining anew is no second socket
            await first.say(type="join", token=token)
            await first.hear("snapshot")
        await second.say(type="join", token=token)
        assert await second.closed_with() == 4429
    async with socket(event) as third:
        await third.say(type="join", token=token)
        await third.hear("snapshot")


async def test_a_bad_token_is_counted_too(settings: Any) -> None:
    tighten(settings, JOINS, 1)
    for code in (4401, 4429):
        async with open_socket(f"/ws/tournaments/{new_id().hex}/") as client:
            await client.say(type="join", token="nobody's")
            assert await client.closed_with() == code
