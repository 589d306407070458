"""Watching many matches on one socket, each as on a socket of its own."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.accounts import tokens
from games.identity import new_id
from games.live import broadcast, following, hub, pictures, watching
from games.match import commands, queries
from games.match.clocks import ClockRules
from games.match.match_log import match_log
from games.models import Player
from tests.games.opened_matches import create_match
from tests.games.tables import a_legal_move, on_turn
from tests.sockets import Socket, open_socket

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]
in_db: Callable[..., Any] = database_sync_to_async


@pytest.fixture
def people(transactional_db: None) -> tuple[Player, Player]:
    made = [Player.objects.create_person(name, "zebra-crossing-9") for name in ("ann", "ben")]
    return made[0], made[1]


@pytest.fixture
def matches(people: tuple[Player, Player]) -> list[UUID]:
    found = [new_id() for _ in range(3)]
    for match_id in found:
        create_match(
            match_id, ruleset="classic", overrides={}, players=people, clock=ClockRules(),
            now=timezone.now(),
        )  # fmt: skip
        for player in people:
            commands.cut(match_id, player, bytes(16), now=timezone.now())
    return found


def play_one(match_id: UUID, people: tuple[Player, Player]) -> None:
    state = match_log.load(match_id)
    mover, _ = on_turn(match_id, *people)
    version = state.version
    commands.play(
        match_id, mover, a_legal_move(state), seen_version=version, command_id=f"v{version}",
        now=timezone.now(),
    )  # fmt: skip


def name_of(match_id: UUID) -> str:
    return f"match/{match_id.hex}"


async def joined(socket: Socket) -> None:
    await socket.say(type="join")
    await socket.hear("joined")


async def test_one_socket_tells_each_match_as_a_socket_of_its_own(
    matches: list[UUID], people: tuple[Player, Player]
) -> None:
    async with (
        open_socket("/ws/watch/") as wall,
        open_socket(f"/ws/matches/{matches[0].hex}/") as alone,
    ):
        await joined(wall)
        await wall.say(type="follow", streams=[name_of(one) for one in matches])
        first = [await wall.hear("snapshot") for _ in matches]
        assert {frame["stream"] for frame in first} == {name_of(one) for one in matches}
        await alone.say(type="join")
        own = await alone.hear("snapshot")
        [same] = [frame for frame in first if frame["stream"] == name_of(matches[0])]
        assert own["data"] | {"now": ""} == same["data"] | {"now": ""}

        await in_db(play_one)(matches[0], people)
        played, alike = await wall.hear(), await alone.hear()
        assert played == {"stream": name_of(matches[0]), **alike}

        await wall.say(type="unfollow", streams=[name_of(matches[0])])
        await wall.say(type="ping")
        await wall.hear("pong")
        await in_db(play_one)(matches[0], people)
        await in_db(play_one)(matches[1], people)
        assert (await wall.hear())["stream"] == name_of(matches[1])


async def test_who_comes_back_gets_what_was_missed_of_each_and_a_snapshot_of_what_is_too_far(
    matches: list[UUID], people: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    version = (await in_db(queries.find_match)(matches[0])).version
    await in_db(play_one)(matches[0], people)
    monkeypatch.setattr(following, "MOST_MISSED", 3)
    async with open_socket("/ws/watch/") as wall:
        await joined(wall)
        known = {name_of(matches[0]): version, name_of(matches[1]): 1, name_of(matches[2]): 999}
        await wall.say(type="follow", streams=known)
        heard = [await wall.hear() for _ in range(3)]
    assert {frame["stream"]: frame["type"] for frame in heard} == {
        name_of(matches[0]): "card_played",
        name_of(matches[1]): "snapshot",
        name_of(matches[2]): "snapshot",
    }


async def test_a_wall_shows_a_player_no_hand_of_their_own(
    matches: list[UUID], people: tuple[Player, Player]
) -> None:
    issued = await in_db(tokens.issue)(people[0])
    async with open_socket("/ws/watch/") as wall:
        await wall.say(type="join", token=issued.token)
        await wall.hear("joined")
        await wall.say(type="follow", streams=[name_of(matches[0])])
        assert (await wall.hear("snapshot"))["data"]["deal"]["hand"] is None


async def test_a_fact_is_encoded_once_however_many_look_on(
    matches: list[UUID], people: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: Counter[str] = Counter()

    def counting(frame: Any) -> str:
        made[frame["type"]] += 1
        return plain(frame)

    plain = broadcast.encoded
    monkeypatch.setattr(broadcast, "encoded", counting)
    monkeypatch.setattr(pictures, "encoded", counting)
    async with (
        open_socket("/ws/watch/") as one,
        open_socket("/ws/watch/") as two,
        open_socket("/ws/watch/") as three,
    ):
        for wall in (one, two, three):
            await joined(wall)
            await wall.say(type="follow", streams=[name_of(matches[0])])
            await wall.hear("snapshot")
        await in_db(play_one)(matches[0], people)
        heard = [await wall.hear("card_played") for wall in (one, two, three)]
    assert heard[0] == heard[1] == heard[2]
    assert made == {"card_played": 1, "snapshot": 1}


async def test_what_cannot_be_followed_is_refused_and_holds_up_no_other(
    matches: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = name_of(new_id())
    async with open_socket("/ws/watch/") as wall:
        await wall.say(type="follow", streams=[unknown])
        assert (await wall.hear())["data"]["code"] == "not_joined"
        await joined(wall)
        await wall.say(type="follow", streams=[unknown, "ladder/1", name_of(matches[0])])
        heard = [await wall.hear() for _ in range(3)]
        refused = {f["data"]["stream"]: f["data"]["code"] for f in heard if f["type"] == "refused"}
        assert refused == {unknown: "unknown_match", "ladder/1": "unknown_stream"}
        assert {frame.get("stream") for frame in heard} == {None, name_of(matches[0])}

        monkeypatch.setattr(watching, "MOST_STREAMS", 2)
        await wall.say(type="follow", streams=[name_of(one) for one in matches[1:]])
        assert (await wall.hear())["data"]["code"] == "too_many_streams"
        for streams in (7, {name_of(matches[1]): -1}, {name_of(matches[1]): True}):
            await wall.say(type="follow", streams=streams)
            assert (await wall.hear())["data"]["code"] == "malformed_field"


async def test_walls_are_told_how_many_look_on(
    matches: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "PULSE_SECONDS", 0.01)
    async with open_socket("/ws/watch/") as one, open_socket("/ws/watch/") as two:
        for wall in (one, two):
            await joined(wall)
            await wall.say(type="follow", streams=[name_of(matches[0])], pulse=True)
        while (told := await one.hear("presence"))["data"]["watching"] < 2:
            pass
        assert told["stream"] == name_of(matches[0])


async def test_a_socket_that_closes_while_it_is_told_leaves_nobody_behind(
    matches: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither as a follower nor as one who looks on."""
    going, gone = asyncio.Event(), asyncio.Event()
    plain = pictures.Picture.newest

    async def slowly(picture: pictures.Picture, *asked: Any) -> Any:
        going.set()
        await gone.wait()
        return await plain(picture, *asked)

    monkeypatch.setattr(pictures.Picture, "newest", slowly)
    async with open_socket("/ws/watch/") as wall:
        await joined(wall)
        await wall.say(type="follow", streams=[name_of(matches[0])])
        await going.wait()
        house = hub.hub()
        [guest] = house.presence.guests
        guest.end()
        assert await wall.closed_with() == 4401
        gone.set()
    assert not house.attendance._rooms
    assert not house._followed
