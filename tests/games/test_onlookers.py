"""Who looks on at the same match shares what is read for them, and never sees more than anybody."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.db.backends.utils import CursorWrapper

from engine.rules.moves import move_to_json
from games.accounts import tokens
from games.live import sockets
from games.match import queries
from games.match.match_log import match_log
from games.models import Player
from tests.games.opened_matches import begun_match
from tests.games.tables import a_legal_move, on_turn
from tests.sockets import Socket, open_socket

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]

ONLOOKERS = 40
in_db: Callable[..., Any] = database_sync_to_async


@pytest.fixture
def people(transactional_db: None) -> tuple[Player, Player]:
    made = [Player.objects.create_person(name, "zebra-crossing-9") for name in ("ann", "ben")]
    return made[0], made[1]


@pytest.fixture
def match_id(people: tuple[Player, Player]) -> UUID:
    return begun_match(people)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, they come about the same time."""
    monkeypatch.setattr(sockets, "SECONDS_SHARED", 3600)


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of the database, in whatever thread."""
    asked, lock, execute = list[str](), threading.Lock(), CursorWrapper.execute

    def counted(self: CursorWrapper, sql: Any, params: Any = None) -> Any:
        with lock:
            asked.append(str(sql))
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", counted)
    return asked


async def joined(stack: AsyncExitStack, match_id: UUID, **frame: Any) -> Socket:
    client = await stack.enter_async_context(open_socket(f"/ws/matches/{match_id.hex}/"))
    await client.say(type="join", **frame)
    return client


@pytest.mark.usefixtures("unhurried")
async def test_those_who_come_to_look_on_ask_the_database_nothing_more_than_the_first(
    match_id: UUID, statements: list[str]
) -> None:
    async with AsyncExitStack() as stack:
        first = await joined(stack, match_id)
        seen = await first.hear("snapshot")
        assert statements
        statements.clear()
        others = [await joined(stack, match_id) for _ in range(ONLOOKERS)]
        back = await joined(stack, match_id, after=seen["version"])
        for snapshot in await asyncio.gather(*(one.hear("snapshot") for one in others)):
            assert (snapshot["version"], snapshot["data"]) == (seen["version"], seen["data"])
        await back.say(type="ping")
        assert (await back.hear())["type"] in ("presence", "pong")
        assert [sql for sql in statements if "games_match" in sql or "games_seat" in sql] == []


@pytest.mark.usefixtures("unhurried")
async def test_who_comes_after_a_move_sees_it_though_a_snapshot_is_kept(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    async with AsyncExitStack() as stack:
        first = await joined(stack, match_id)
        before = await first.hear("snapshot")
        state = await in_db(match_log.load)(match_id)
        mover, _ = await in_db(on_turn)(match_id, *people)
        player = await joined(stack, match_id, token=(await in_db(tokens.issue)(mover)).token)
        await player.hear("snapshot")
        move = move_to_json(a_legal_move(state))
        await player.say(type="move", command_id="one", version=state.version, move=move)
        await first.hear("card_played")
        second = await joined(stack, match_id)
        assert (await second.hear("snapshot"))["version"] > before["version"]


@pytest.mark.usefixtures("unhurried")
async def test_seats_see_their_own_hand_among_many_who_look_on(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    """Whoever came before: what is shared is never a seat's, and a seat's is never shared."""
    token = (await in_db(tokens.issue)(people[1])).token
    async with AsyncExitStack() as stack:
        for frame in ({}, {"token": token}, {}):
            client = await joined(stack, match_id, **frame)
            view = (await client.hear("snapshot"))["data"]
            assert (view["deal"]["hand"] is None) is (not frame)
        again = await joined(stack, match_id, token=token)
        await again.hear("snapshot")
        await again.say(type="join")
        assert (await again.hear("snapshot"))["data"]["deal"]["hand"] is None


async def test_what_is_shared_is_asked_for_as_nobody_whoever_comes_first(
    match_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else who may look live a moment after they joined would show it to everybody."""
    director = await in_db(Player.objects.create_person)("cat", "zebra-crossing-9")
    token, view = (await in_db(tokens.issue)(director)).token, queries.view
    asked: list[Player | None] = []

    def viewed(match_id: UUID, player: Player | None, *args: Any) -> dict[str, Any]:
        asked.append(player)
        return view(match_id, player, *args)

    monkeypatch.setattr(queries, "view", viewed)
    async with AsyncExitStack() as stack:
        client = await joined(stack, match_id, token=token)
        await client.hear("snapshot")
    assert asked == [None]
