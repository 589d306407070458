"""What concerns one player, over plain HTTP: enough to play by, without a question between."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from engine.match.cutters import BY_WAIVER
from engine.rules.cards import card_set, parse_card
from engine.rules.rulesets import RULESETS
from games.accounts import tokens
from games.identity import new_id
from games.live import streams
from games.match import commands, cuts, queries
from games.match.clocks import ClockRules
from games.match.match_log import match_log
from games.models import Player
from games.store import eventstore
from tests.bot_accounts import bot_of
from tests.games.opened_matches import create_match
from tests.long import SQLITE_FIRST
from tests.streams import Stream, open_stream

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db(transaction=True)]
PASSWORD = "zebra-crossing-9"
in_db: Callable[..., Any] = database_sync_to_async
Bots = tuple[tuple[Player, str], tuple[Player, str]]


@pytest.fixture(autouse=True)
def nothing_is_said_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "ALIVE_SECONDS", 3600.0)


@pytest.fixture
def ann(transactional_db: None) -> Player:
    return Player.objects.create_person("ann", PASSWORD)


@pytest.fixture
def bots(ann: Player) -> Bots:
    return bot_of(ann, "ann-one"), bot_of(ann, "ann-two")


@in_db
def opened(*players: Player, ruleset: str = "classic") -> UUID:
    match_id = new_id()
    create_match(
        match_id,
        ruleset=ruleset,
        overrides={},
        players=players,
        clock=ClockRules(turn_seconds=3600),
        now=timezone.now(),
    )
    return match_id


@in_db
def sent(token: str, path: str, body: Any) -> Any:
    answer = Client().post(
        f"/api/v1/{path}",
        body,
        content_type="application/json",
        headers={"Authorization": f"Token {token}"},
    )
    return answer.status_code, answer.json()


async def play(stream: Stream, token: str, turn: dict[str, Any], number: int) -> int:
    """Plays one of the moves that the stream has brought."""
    data = turn["data"]
    move = data["moves"][number % len(data["moves"])]["move"]
    body = {"command_id": f"play-{data['version']}", "version": data["version"], "move": move}
    status, answer = await sent(token, f"matches/{data['match']}/moves/", body)
    assert status == 201, answer
    return int(answer["version"])


async def plays_on(token: str, requests: list[str]) -> list[dict[str, Any]]:
    """A bot that knows its stream and `POST moves/` alone, until a match of its is over."""
    requests.append("stream")
    async with open_stream("me/stream/", token) as stream:
        number = 0
        while (frame := await stream.hear("turn", "finished"))["type"] == "turn":
            requests.append("move")
            number += 1
            await play(stream, token, frame, number)
        return stream.heard


async def test_a_match_is_played_with_one_request_for_each_play(bots: Bots) -> None:
    requests: list[str] = []
    match_id = await opened(*(player for player, _ in bots))
    one, two = await asyncio.gather(*(plays_on(token, requests) for _, token in bots))
    plays = await in_db(types_of)(match_id)
    assert requests.count("move") == plays.count("card_played")
    assert requests.count("stream") == 2
    for heard in (one, two):
        types = [frame["type"] for frame in heard]
        assert types[0] == "snapshot"
        assert types[-1] == "finished"
        assert set(types[1:-1]) == {"seated", "turn"}
        assert heard[-1]["data"]["result"] is not None
        versions = [frame["version"] for frame in heard]
        assert versions == sorted(set(versions))
    by = {seat.cut_by for seat in (await in_db(match_log.load)(match_id)).seats}
    assert by == {BY_WAIVER}


def types_of(match_id: UUID) -> list[str]:
    return [fact.type for fact in eventstore.read(match_log.stream_of(match_id))]


@pytest.mark.parametrize("ruleset", sorted(key for key in RULESETS if 2 in RULESETS[key].players))
async def test_a_turn_shows_what_rest_shows_the_same_seat_and_no_card_more(
    bots: Bots, ruleset: str
) -> None:
    (player, token), (other, other_token) = bots
    match_id = await opened(player, other, ruleset=ruleset)
    async with (
        open_stream("me/stream/", token) as mine,
        open_stream("me/stream/", other_token) as theirs,
    ):
        streams_ = {0: (mine, token, player), 1: (theirs, other_token, other)}
        controls = 0
        for number in range(7):
            while (state := await in_db(match_log.load)(match_id)).turn is None:
                await asyncio.sleep(0)
            seat = state.turn
            stream, said_by, who = streams_[seat]
            turn = await stream.hear("turn")
            view = await in_db(queries.view)(match_id, who, timezone.now())
            assert turn["data"]["view"] | {"now": ""} == view | {"now": ""}
            moves = await in_db(queries.moves)(match_id, queries.Sight(seat))
            assert turn["data"]["moves"] == moves["moves"]
            assert turn["data"]["complete"] == moves["complete"]
            hidden = state.deal.hands[1 - seat]
            assert not hands_in(turn["data"]["view"]) & hidden, "a card of the other hand"
            seen_by_other = await in_db(queries.view)(
                match_id, streams_[1 - seat][2], timezone.now()
            )
            controls += hands_in(seen_by_other) & hidden == hidden != 0
            await play(stream, said_by, turn, number)
    assert controls > 3, "the check sees a hand where there is one"


def hands_in(view: dict[str, Any]) -> int:
    return card_set([parse_card(card) for card in view["deal"]["hand"] or ()])


async def test_who_comes_back_is_on_turn_again_and_hears_what_has_ended(bots: Bots) -> None:
    (player, token), (other, _) = bots
    match_id = await opened(player, other)
    async with open_stream("me/stream/", token) as stream:
        known = (await stream.hear("seated"))["version"]
        await in_db(cuts.waive_cut)(match_id, other, now=timezone.now())
        while (await in_db(match_log.load)(match_id)).status != "playing":
            await asyncio.sleep(0.01)
    await in_db(commands.resign)(match_id, other, command_id="enough", now=timezone.now())
    async with open_stream(f"me/stream/?after={known}", token) as again:
        finished = await again.hear("finished")
    assert finished["data"]["match"] == match_id.hex
    assert finished["data"]["result"]["reason"] == "resigned"
    async with open_stream("me/stream/", token) as anew:
        assert (await anew.hear())["data"]["matches"] == []


async def test_who_listens_hears_at_once_that_they_are_seated(bots: Bots) -> None:
    (player, token), (other, _) = bots
    async with open_stream("me/stream/", token) as stream:
        assert (await stream.hear())["data"] == {
            "player": {"id": player.pk.hex, "handle": "ann-one", "kind": "program"},
            "matches": [],
            "awaits": [],
        }
        match_id = await opened(player, other)
        seated = await stream.hear("seated")
    assert (seated["data"]["match"], seated["data"]["seat"]) == (match_id.hex, 0)


async def test_a_bot_that_wants_its_own_cut_is_told_that_it_owes_one(bots: Bots) -> None:
    (player, token), (other, _) = bots
    match_id = await opened(player, other)
    async with open_stream("me/stream/?cuts=own", token) as stream:
        assert (await stream.hear("cut"))["data"]["match"] == match_id.hex
    assert (await in_db(match_log.load)(match_id)).seats[0].cut is None


async def test_nobody_is_cut_for_who_has_not_asked_for_a_bot(ann: Player, bots: Bots) -> None:
    await opened(ann, bots[0][0])
    token = (await in_db(tokens.issue)(ann)).token
    async with open_stream("me/stream/", token) as stream:
        assert (await stream.hear("cut"))["data"]["seat"] == 0


async def test_a_bot_that_listens_is_online(bots: Bots) -> None:
    _, token = bots[0]

    @in_db
    def online() -> list[str]:
        answer = Client().get("/api/v1/bot-accounts/?online=true").json()
        return [one["handle"] for one in answer["results"]]

    assert await online() == []
    async with open_stream("me/stream/", token) as stream:
        await stream.hear()
        while not await online():
            await asyncio.sleep(0.05)
    assert await online() == ["ann-one"]


async def test_a_bot_hears_what_was_refused_to_it(bots: Bots) -> None:
    (player, token), (other, _) = bots
    match_id = await opened(player, other)
    async with open_stream("me/stream/", token) as stream:
        await stream.hear("seated")
        body = {"command_id": "early", "version": 0, "move": "Ac"}
        status, problem = await sent(token, f"matches/{match_id.hex}/moves/", body)
        told = (await stream.hear("refused"))["data"]
    assert status == 409
    assert told == {"match": match_id.hex, "command_id": "early", "problem": problem}


async def test_the_stream_is_for_who_has_signed_in(ann: Player) -> None:
    async with open_stream("me/stream/") as answer:
        assert (answer.status, (await answer.body())["code"]) == (401, "not_authenticated")
