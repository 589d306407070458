"""Following a tournament over its socket, through the whole application and a real Redis."""

from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.live.following import MOST_MISSED
from games.models import Player
from tests.noon import NOON
from tests.sockets import open_socket
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import opened, play_to_the_end, running
from tournaments.actions import services
from tournaments.live import consumers
from tournaments.read import queries

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]

in_db: Callable[..., Any] = database_sync_to_async


async def test_a_viewer_gets_a_snapshot_and_then_every_fact(
    olga: Player, people: NewPlayers
) -> None:
    players = await in_db(people)(4)
    tournament = await in_db(running)(olga, players)
    async with open_socket("/ws/tournaments/friday-night/") as viewer:
        await viewer.say(type="join")
        snapshot = await viewer.hear("snapshot")
        assert snapshot["version"] == snapshot["data"]["tournament"]["version"] == 10
        assert set(snapshot["data"]) == {"tournament", "bracket", "standings"}
        assert [one["round"] for one in snapshot["data"]["bracket"]["rounds"]] == [1, 2]
        assert len(snapshot["data"]["standings"]["results"]) == 4

        await in_db(play_to_the_end)(tournament)

        heard = [await viewer.hear() for _ in range(9)]
    assert [frame["version"] for frame in heard] == list(range(11, 20))
    assert [frame["type"] for frame in heard] == [
        *["result_recorded"] * 2,
        "round_closed",
        "round_paired",
        "round_published",
        "result_recorded",
        "round_closed",
        "stage_completed",
        "tournament_completed",
    ]
    assert heard == await in_db(queries.facts)(tournament.pk, 10)


async def test_a_snapshot_of_many_entrants_has_no_bracket(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "LARGEST_BRACKET", 3)
    tournament = await in_db(running)(olga, await in_db(people)(4))
    async with open_socket(f"/ws/tournaments/{tournament.pk.hex}/") as viewer:
        await viewer.say(type="join")
        snapshot = await viewer.hear("snapshot")
    assert snapshot["data"]["bracket"] is None
    assert len(snapshot["data"]["standings"]["results"]) == 4


async def test_a_viewer_who_comes_back_gets_what_was_missed(olga: Player, ann: Player) -> None:
    tournament = await in_db(opened)(olga, ann)
    async with open_socket(f"/ws/tournaments/{tournament.pk.hex}/") as viewer:
        await viewer.say(type="join", after=1)
        missed = [await viewer.hear() for _ in range(2)]
    assert [frame["type"] for frame in missed] == ["registration_opened", "entrant_registered"]
    assert missed[1]["data"]["members"] == [{"player": ann.pk.hex, "bot": None}]


async def test_who_missed_much_gets_a_snapshot(olga: Player) -> None:
    def many() -> None:
        tournament = opened(olga, capacity=512)
        services.enter_bots(tournament, olga, "greedy", MOST_MISSED, now=NOON)

    await in_db(many)()
    async with open_socket("/ws/tournaments/friday-night/") as viewer:
        await viewer.say(type="join", after=0)
        assert (await viewer.hear())["type"] == "snapshot"


async def test_a_lost_announcement_is_read_from_the_store(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await in_db(people)(2)
    tournament = await in_db(opened)(olga)
    async with open_socket("/ws/tournaments/friday-night/") as viewer:
        await viewer.say(type="join")
        await viewer.hear("snapshot")
        with monkeypatch.context() as deaf:
            deaf.setattr("games.live.hub.tell", lambda stream, told: None)
            await in_db(services.enter)(tournament, first, now=NOON)
        await in_db(services.enter)(tournament, second, now=NOON)

        heard = [await viewer.hear() for _ in range(2)]
    assert [frame["data"]["members"][0]["player"] for frame in heard] == [
        first.pk.hex,
        second.pk.hex,
    ]
    assert [frame["version"] for frame in heard] == [3, 4]


@pytest.mark.parametrize("name", ["nothing", "0" * 32, "\x00"])
async def test_an_unknown_tournament_closes_the_socket(db: None, name: str) -> None:
    async with open_socket(f"/ws/tournaments/{name}/") as viewer:
        await viewer.say(type="join")
        refused = await viewer.hear("refused")
        assert refused["data"]["code"] == "unknown_tournament"
        assert await viewer.closed_with() == 4404


async def test_a_socket_of_a_tournament_takes_no_commands(olga: Player) -> None:
    await in_db(opened)(olga)
    async with open_socket("/ws/tournaments/friday-night/") as viewer:
        await viewer.say(type="join")
        await viewer.hear("snapshot")
        await viewer.say(type="move", command_id="one")
        refused = await viewer.hear("refused")
    assert (refused["data"]["code"], refused["data"]["command_id"]) == ("unknown_frame", "one")
