"""Whoever follows an event that staff take out of sight is told so, and follows it no more."""

from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.models import Player
from tests.sockets import open_socket
from tests.staff.conftest import Done
from tournaments.models import Tournament

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]
in_db: Callable[..., Any] = database_sync_to_async


async def test_a_socket_of_an_event_that_is_hidden_ends(
    event: Tournament, stella: Player, done: Done
) -> None:
    address = f"/ws/tournaments/{event.slug}/"
    async with open_socket(address) as first, open_socket(address) as second:
        for viewer in (first, second):
            await viewer.say(type="join")
            await viewer.hear("snapshot")

        await in_db(done)("hide", event)

        for viewer in (first, second):
            assert (await viewer.hear())["type"] == "tournament_hidden"
            assert await viewer.closed_with() == 4404

    async with open_socket(address) as late:
        await late.say(type="join")
        assert await late.closed_with() == 4404

    await in_db(done)("show", event)
    async with open_socket(address) as again:
        await again.say(type="join")
        assert (await again.hear())["type"] == "snapshot"


async def test_whoever_missed_that_an_event_was_hidden_is_let_go_too(
    event: Tournament, done: Done, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint was lost: the next ping finds out."""
    async with open_socket(f"/ws/tournaments/{event.slug}/") as viewer:
        await viewer.say(type="join")
        await viewer.hear("snapshot")
        with monkeypatch.context() as patch:
            patch.setattr("games.live.hub.tell", lambda *args, **kwargs: None)
            await in_db(done)("hide", event)
        monkeypatch.setattr("games.live.following.FRESH_SECONDS", 0.0)

        await viewer.say(type="ping")

        assert await viewer.closed_with() == 4404
