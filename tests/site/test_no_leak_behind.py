"""What nobody is shown tells nothing either: the broker that tasks lie in, the log of the worker
that takes them, and doors that were open to somebody who has signed out since.
"""

import logging
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from http.cookies import SimpleCookie

import pytest
from celery.contrib.testing.worker import start_worker
from celery.signals import setup_logging, worker_init
from django.core.cache import cache
from django.test import Client

from casino_site.celery import app, keep_connections
from engine import MatchState, Move
from games.accounts import tokens
from games.jobs import bot_turns
from games.jobs.tasks import play_bot
from games.match.match_log import match_log
from games.models import Player
from tests.engine.two_worlds import World, another_world, some_world
from tests.long import sqlite_first
from tests.patience import PATIENCE
from tests.product import eventually
from tests.site import leaks
from tests.site.alike import differences, logged
from tests.site.broker import OF_ONE_TASK, Broker, broker
from tests.site.watching import (
    House,
    Seen,
    addresses,
    looks,
    play_as_bot,
    play_over_rest,
    signed_in,
    write,
)
from tests.site.worlds import CASES, house_of, two_worlds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]
WITH_A_BOT = CASES[1]
RUNTIME = re.compile(r"\d+\.\d+(e-\d+)?s")


def secrets_of(world: World) -> list[str]:
    """What the seed and the deck look like where they are written down."""
    deal = world.then.deal
    assert deal is not None
    return [world.now.seed.hex(), repr(world.now.seed), repr(deal.stock), repr(deal.hands)]


# What lies in the broker.


def queued(house: House, world: World, lying: Broker) -> list[str]:
    """The messages that the plays of the world leave in the queues."""
    cache.clear()  # of the throttles
    write(house, world)
    lying.empty()
    for number, play in enumerate(world.plays):
        if house.seats[play.seat].kind == Player.Kind.BOT:
            play_as_bot(house, play.move)
        else:
            play_over_rest(house, world, number)
    return lying.texts()


@sqlite_first
def test_the_broker_holds_ids_of_what_is_to_be_done_and_nothing_else() -> None:
    house = house_of(WITH_A_BOT)
    worlds = two_worlds_before_the_bot(0)
    with broker() as lying:
        found = []
        for world in worlds:
            one = replace(world, plays=world.plays[:1])
            found.append(queued(house, one, lying))
            for task in lying.tasks():
                arguments, named, _ = task["body"]
                assert (arguments, named) == ([house.match_id.hex], {})
            for text in found[-1]:
                assert not any(secret in text for secret in secrets_of(world))
                assert not any(player.handle in text for player in house.seats)
        counters = {key for key in lying.other_keys() if key.startswith(b"good-ten-limits:")}
        assert lying.other_keys() - counters <= {b"unacked", b"unacked_index", b"unacked_mutex"}
    assert found[0]
    assert found[0] == found[1]


def test_a_task_that_leaks_is_found_in_the_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    house = house_of(WITH_A_BOT)
    leaks.a_task(monkeypatch)
    with broker() as lying:
        one, other = (queued(house, world, lying) for world in two_worlds_before_the_bot(0))
        lying.empty()
    assert one != other


def two_worlds_before_the_bot(seat: int | None) -> tuple[World, World]:
    """Two worlds, alike for a seat, in which a person plays and then the bot is on turn."""
    bot = WITH_A_BOT.seats - 1
    for seed in range(1000):
        world = some_world(WITH_A_BOT.table, seed)
        if not world.plays or world.now.turn != bot - 1:
            continue
        other = another_world(world, seat, random.Random(seed))
        if other is not None:
            return world, other
    raise AssertionError


# What a worker logs.


@pytest.fixture
def worker(log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A worker of this process, that takes tasks from the broker of the tests and logs all that it
    can. The process has been set up, and logs and connects as a test does.
    """
    log.set_level(logging.DEBUG, "celery.app.trace")  # the product has it at WARNING

    def leave_as_it_is(**_: object) -> None:
        """Celery sets up no log where somebody else does."""

    monkeypatch.setattr("django.setup", lambda: None)
    worker_init.disconnect(keep_connections)
    setup_logging.connect(leave_as_it_is)
    queues = ["clockwork", "bots", "rounds"]
    with broker() as lying:
        lying.empty()  # of what other tests have queued, which nobody was there to do
    try:
        with start_worker(app, perform_ping_check=False, loglevel="DEBUG", queues=queues):
            yield
    finally:
        setup_logging.disconnect(leave_as_it_is)
        worker_init.connect(keep_connections)


def worked(house: House, world: World, log: pytest.LogCaptureFixture) -> list[str]:
    """What is logged while a worker plays the bot that is on turn."""
    write(house, world)
    log.clear()
    play_bot.delay(house.match_id.hex)
    eventually(lambda: "succeeded in" in log.text, PATIENCE, "the bot has played")
    assert match_log.load(house.match_id).version > len(world.past)
    lines = [RUNTIME.sub("", OF_ONE_TASK.sub("", line)) for line in logged(log)]
    for line in lines:
        assert not any(secret in line for secret in secrets_of(world))
    return lines


def two_worlds_of_the_bot() -> tuple[World, World]:
    """Two worlds, alike for a bot that is on turn."""
    seat = WITH_A_BOT.seats - 1
    for seed in range(1000):
        world = some_world(WITH_A_BOT.table, seed)
        world = replace(world, plays=(), future=())
        if world.now.turn == seat:
            other = another_world(world, seat, random.Random(seed))
            if other is not None:
                return world, other
    raise AssertionError


@sqlite_first
@pytest.mark.usefixtures("worker")
def test_a_worker_logs_nothing_that_is_hidden(
    log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At DEBUG as well; and a line that leaks is found out."""
    monkeypatch.setattr(bot_turns.SystemRandomness, "below", lambda self, n: 0)
    house = house_of(WITH_A_BOT)
    worlds = two_worlds_of_the_bot()
    one, other = (worked(house, world, log) for world in worlds)
    assert any("play_bot" in line for line in one)
    assert one == other
    plain = bot_turns.chosen_move

    def leaking(state: MatchState) -> Move:
        assert state.deal is not None
        logging.getLogger("games.jobs").debug("hands %s", [*map(hash, state.deal.hands)])
        return plain(state)

    monkeypatch.setattr(bot_turns, "chosen_move", leaking)
    one, other = (worked(house, world, log) for world in worlds)
    assert one != other


# Who has signed out.


def left_behind(house: House, world: World) -> Seen:
    """What somebody gets by the session and the token that a seat's player has ended."""
    cache.clear()  # of the throttles
    write(house, world)
    player = house.seats[0]
    by_session = signed_in(player)
    issued = tokens.issue(player)
    by_token = Client(headers={"Authorization": f"Token {issued.token}"})
    match = f"/api/v1/matches/{house.match_id.hex}/"
    for client in (by_session, by_token):
        assert client.get(match).json()["deal"]["hand"]
    kept = by_session.cookies.output(header="", sep=";")
    assert by_session.post("/sign-out/").status_code == 302
    by_session.cookies = SimpleCookie(kept)
    for row in tokens.living(player):
        tokens.revoke(player, row.token_key)
    seen: Seen = {}
    for name, client in (("session", by_session), ("token", by_token)):
        cache.clear()
        answers = looks(house, client, "after", addresses(house))
        seen |= {f"{name}, {where}": what for where, what in answers.items()}
    return seen


def seen_by_who_left(house: House) -> list[str]:
    one, other = (left_behind(house, world) for world in two_worlds(CASES[0], None))
    return differences(one, other)


@sqlite_first
def test_a_session_and_a_token_that_have_ended_show_no_more_than_anybody_sees() -> None:
    assert seen_by_who_left(replace(house_of(CASES[0]), whole_site=False)) == []


def test_a_session_that_outlives_its_end_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control, and the same of a token."""
    house = replace(house_of(CASES[0]), whole_site=False)
    monkeypatch.setattr("django.contrib.auth.views.auth_logout", lambda request: None)
    monkeypatch.setattr(tokens, "revoke", lambda player, key: None)
    found = seen_by_who_left(house)
    assert any(where.startswith("session") for where in found)
    assert any(where.startswith("token") for where in found)
