"""An event over plain HTTP: its facts, and its standings as they change."""

from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.models import Player
from tests.long import SQLITE_FIRST
from tests.streams import open_stream
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import play_to_the_end, running
from tournaments.live import streams
from tournaments.read import queries

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db(transaction=True)]
in_db: Callable[..., Any] = database_sync_to_async


async def test_an_event_is_followed_to_its_end(olga: Player, people: NewPlayers) -> None:
    tournament = await in_db(running)(olga, await in_db(people)(4))
    async with open_stream("tournaments/friday-night/stream/") as stream:
        first = await stream.hear()
        assert (first["type"], first["version"]) == ("snapshot", 10)
        assert set(first["data"]) == {"tournament", "bracket", "standings"}
        await in_db(play_to_the_end)(tournament)
        assert await stream.to_the_end() == {"reason": "over", "come_back": False}
    facts = await in_db(queries.facts)(tournament.pk, 10)
    assert stream.heard[1:-1] == facts
    assert facts[-1]["type"] == "tournament_completed"
    after = f"tournaments/friday-night/stream/?after={facts[-1]['version']}"
    async with open_stream(after, Accept="text/event-stream") as again:
        assert again.status == 204


async def test_standings_come_whenever_they_have_changed(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PAUSE_SECONDS", 0.0)
    tournament = await in_db(running)(olga, await in_db(people)(4))
    path = "tournaments/friday-night/stream/?standings=true"
    async with open_stream(path) as one, open_stream(path) as other:
        begun = await one.hear("standings")
        assert [line["played"] for line in begun["data"]["results"]] == [0] * 4
        assert (await other.hear("standings"))["data"] == begun["data"]
        await in_db(play_to_the_end)(tournament)
        await one.to_the_end()
        await other.to_the_end()
    told = [frame["data"] for frame in one.heard if frame["type"] == "standings"]
    assert told[-1]["results"][0]["wins"] == 2
    assert [one["version"] for one in told] == sorted({one["version"] for one in told})
    last = [frame["type"] for frame in other.heard][-2:]
    assert last == ["standings", "ended"]


async def test_pages_of_others_may_follow_an_event(olga: Player, people: NewPlayers) -> None:
    await in_db(running)(olga, await in_db(people)(4))
    path = "tournaments/friday-night/stream/"
    async with open_stream(path, Origin="https://elsewhere.example") as stream:
        assert stream.headers["access-control-allow-origin"] == "*"
    async with open_stream(f"{path}?standings=maybe") as answer:
        assert (await answer.body())["code"] == "malformed_field"
    async with open_stream("tournaments/nothing/stream/") as answer:
        assert (answer.status, (await answer.body())["code"]) == (404, "unknown_tournament")
