"""A match over plain HTTP: what sockets tell, line by line, to whoever can read an answer."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.test import Client, override_settings
from django.utils import timezone

from games.accounts import tokens
from games.limits.budgets import SOCKETS_OF_ACCOUNT, budgets_of
from games.live import hub, streams
from games.live.broadcast import MATCH
from games.live.delivery import LINES
from games.live.fact_streams import FactStream
from games.live.streams import Reader
from games.match import commands
from games.match.match_log import match_log
from games.models import Player
from tests.games.opened_matches import begun_match
from tests.games.tables import a_legal_move, on_turn
from tests.sockets import open_socket
from tests.streams import Stream, Wire, open_stream

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]
PASSWORD = "zebra-crossing-9"
in_db: Callable[..., Any] = database_sync_to_async


@pytest.fixture
def people(transactional_db: None) -> tuple[Player, Player]:
    ann, ben = (Player.objects.create_person(name, PASSWORD) for name in ("ann", "ben"))
    return ann, ben


@pytest.fixture
def match_id(people: tuple[Player, Player]) -> UUID:
    return begun_match(people)


@pytest.fixture(autouse=True)
def nothing_is_said_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a stream which ends only when it next says that it is alive does not end here."""
    monkeypatch.setattr(streams, "ALIVE_SECONDS", 3600.0)


@in_db
def play_one(match_id: UUID, people: tuple[Player, Player]) -> int:
    mover, _ = on_turn(match_id, *people)
    state = match_log.load(match_id)
    move, name = a_legal_move(state), f"play-{state.version}"
    return commands.play(
        match_id, mover, move, seen_version=state.version, command_id=name, now=timezone.now()
    ).version


@in_db
def token_of(player: Player) -> str:
    return tokens.issue(player).token


async def at_version(stream: Stream, version: int) -> None:
    while (await stream.hear())["version"] < version:
        pass


async def test_a_stream_begins_with_how_everything_stands_and_goes_on_with_each_fact(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    async with open_stream(f"matches/{match_id.hex}/stream/") as stream:
        assert stream.status == 200
        assert stream.headers["content-type"] == "application/x-ndjson"
        first = await stream.hear()
        assert (first["type"], first["data"]["deal"]["hand"]) == ("snapshot", None)
        version = await play_one(match_id, people)
        await at_version(stream, version)
    numbers = [frame["version"] for frame in stream.heard]
    assert numbers == list(range(first["version"], version + 1))


async def test_a_stream_says_what_a_socket_says_to_the_same_seat(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    token, path = await token_of(people[0]), f"matches/{match_id.hex}/"
    async with open_stream(f"{path}stream/", token) as stream, open_socket(f"/ws/{path}") as socket:
        await socket.say(type="join", token=token)
        seen, joined = (await stream.hear())["data"], (await socket.hear())["data"]
        assert seen | {"now": ""} == joined | {"now": ""}
        assert seen["deal"]["hand"]
        for _ in range(3):
            version = await play_one(match_id, people)
            await at_version(stream, version)
        while (await socket.hear())["version"] < version:
            pass
    assert stream.raw[1:] == socket.texts[1:]


async def test_who_comes_back_hears_what_they_missed_and_nothing_twice(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    path = f"matches/{match_id.hex}/stream/"
    async with open_stream(path) as stream:
        known = (await stream.hear())["version"]
    version = await play_one(match_id, people)
    async with open_stream(f"{path}?after={known}") as stream:
        await at_version(stream, version)
    async with open_stream(path, Last_Event_ID=str(known)) as by_header:
        await at_version(by_header, version)
    assert [frame["version"] for frame in stream.heard] == list(range(known + 1, version + 1))
    assert by_header.raw == stream.raw
    async with open_stream(f"{path}?after={version + 5}") as ahead:
        assert (await ahead.hear())["type"] == "snapshot"


async def test_pages_get_events_with_the_version_to_come_back_with(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    path = f"matches/{match_id.hex}/stream/"
    async with open_stream(path, Accept="text/event-stream") as stream:
        assert stream.headers["content-type"] == "text/event-stream"
        assert await stream.block() == "retry: 2000"
        first = await stream.hear("snapshot")
        version = await play_one(match_id, people)
        await at_version(stream, version)
    ids = [block.split("\n")[0] for block in stream.raw[1:]]
    assert ids == [f"id: {number}" for number in range(first["version"], version + 1)]


async def test_nothing_holds_a_line_back(match_id: UUID) -> None:
    path = f"matches/{match_id.hex}/stream/"
    async with open_stream(path, Accept_Encoding="gzip, br") as stream:
        assert stream.headers["x-accel-buffering"] == "no"
        assert "no-transform" in stream.headers["cache-control"]
        assert "no-store" in stream.headers["cache-control"]
        assert not {"content-encoding", "content-length"} & stream.headers.keys()


async def test_a_stream_says_that_it_is_alive(
    match_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "ALIVE_SECONDS", 0.01)
    path = f"matches/{match_id.hex}/stream/"
    async with open_stream(path) as stream, open_stream(path, Accept="text/event-stream") as events:
        version = (await stream.hear())["version"]
        alive = await stream.hear("alive")
        assert (alive["version"], alive["data"]) == (version, {})
        while await events.block() != ": alive":
            pass


async def test_the_last_line_says_that_the_match_is_over_and_pages_do_not_come_back(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    path = f"matches/{match_id.hex}/stream/"
    async with open_stream(path) as stream:
        await stream.hear()
        done = await in_db(commands.resign)(
            match_id, people[0], command_id="enough", now=timezone.now()
        )
        assert await stream.to_the_end() == {"reason": "over", "come_back": False}
    assert "match_finished" in [frame["type"] for frame in stream.heard]
    async with open_stream(f"{path}?after={done.version}") as again:
        assert again.status == 204
    async with open_stream(path) as late:
        assert (await late.hear())["type"] == "snapshot"
        assert (await late.to_the_end())["reason"] == "over"


async def test_a_revoked_token_ends_its_stream_and_no_other(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    path = f"matches/{match_id.hex}/stream/"
    issued, other = await token_of(people[0]), await token_of(people[0])
    async with open_stream(path, issued) as revoked, open_stream(path, other) as kept:
        await revoked.hear()
        await kept.hear()
        word = {"Authorization": f"Token {issued}"}
        assert (await in_db(Client().delete)("/api/v1/tokens/", headers=word)).status_code == 204
        assert await revoked.to_the_end() == {"reason": "signed_out", "come_back": False}
        version = await play_one(match_id, people)
        await at_version(kept, version)
    assert len(revoked.heard) == 2, "nothing is told after that"


async def test_a_process_that_is_told_to_stop_ends_its_streams_with_a_last_line(
    match_id: UUID,
) -> None:
    async with open_stream(f"matches/{match_id.hex}/stream/") as stream:
        await stream.hear()
        stream.wire.on_stop()
        assert await stream.to_the_end() == {"reason": "stopping", "come_back": True}


async def test_an_account_has_so_many_streams_and_sockets_and_no_more(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    token, path = await token_of(people[0]), f"matches/{match_id.hex}/stream/"
    with override_settings(LIMITS=budgets_of({SOCKETS_OF_ACCOUNT.variable: "2"})):
        async with (
            open_stream(path, token) as first,
            open_socket(f"/ws/matches/{match_id.hex}/") as socket,
        ):
            await first.hear()
            await socket.say(type="join", token=token)
            await socket.hear()
            async with open_stream(path, token) as one_more:
                assert one_more.status == 429
                assert one_more.headers["retry-after"] == "10"
                refusal = await one_more.body()
                assert refusal["code"] == "throttled"
                assert refusal["params"]["limit"] == "sockets-at-once-account"
            async with open_stream(path, await token_of(people[1])) as of_another:
                assert of_another.status == 200


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("matches/{id}/stream/?after=x", 400, "malformed_field"),
        ("matches/" + "0" * 32 + "/stream/", 404, "unknown_match"),
    ],
)
async def test_what_is_refused_is_a_problem_document(
    match_id: UUID, path: str, status: int, code: str
) -> None:
    async with open_stream(path.format(id=match_id.hex)) as answer:
        assert answer.status == status
        assert answer.headers["content-type"] == "application/problem+json"
        assert (await answer.body())["code"] == code


async def test_a_bad_token_gets_no_stream(match_id: UUID) -> None:
    async with open_stream(f"matches/{match_id.hex}/stream/", "none") as answer:
        assert answer.status == 401


def test_where_nothing_carries_an_answer_on_a_stream_is_refused(match_id: UUID) -> None:
    answer = Client().get(f"/api/v1/matches/{match_id.hex}/stream/")
    assert (answer.status_code, answer.json()["code"]) == (421, "not_served_here")


async def test_who_reads_nothing_is_cut_off_and_followed_no_more(
    match_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line takes the beginning and no more."""
    monkeypatch.setattr(streams, "SECONDS_CLOGGED", 0.05)
    stream = FactStream(
        Reader("127.0.0.1", None, 0.0, LINES),
        MATCH,
        match_id,
        viewer=None,
        after=0,
        snapshot=lambda: (1, {}),
        is_over=lambda: False,
    )
    wire, never = Wire(), asyncio.Event()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            await never.wait()

    async def receive() -> Any:
        await never.wait()

    start = {"type": "http.response.start", "status": 200, "headers": []}
    await stream.serve(start, receive, send, wire)
    assert wire.is_cut
    assert stream.following is None
    assert stream not in hub.hub().presence.guests
