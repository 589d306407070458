"""What is new for an account is sent as its own stream tells it."""

import json
from typing import Any

import pytest
from django.utils import timezone

from casino_site.hooks import delivering, duties, subscriptions
from casino_site.hooks.models import Delivery, Webhook
from games.casual import challenges
from games.match import commands
from games.match.at_seat import look
from games.models import Match, Player
from tests.hooks.receiver import Receiver

pytestmark = [pytest.mark.store, pytest.mark.django_db]


@pytest.fixture
def zoe(db: None) -> Player:
    return Player.objects.create_person("zoe", "a password")


def challenged(by: Player, other: Player) -> Any:
    handle, wish = challenges.wish_of({"player": other.handle})
    return challenges.challenge(by, handle, wish, timezone.now())


def news_in(receiver: Receiver) -> list[Any]:
    return [one for got in receiver.got for one in got.message["data"]["results"]]


def send(hook: Webhook) -> None:
    for due in duties.due(timezone.now()):
        assert due == hook.pk
        delivering.deliver(due, timezone.now)


def test_a_challenge_a_table_a_turn_and_an_end_are_told(
    olga: Player, zoe: Player, receiver: Receiver
) -> None:
    hook = subscriptions.create(olga, receiver.url, timezone.now()).hook
    send(hook)
    assert receiver.got == []

    table = challenged(zoe, olga)
    send(hook)
    assert [one["type"] for one in news_in(receiver)] == ["invited"]
    challenges.accept(table.pk.hex, olga, timezone.now())
    match = Match.objects.get()
    send(hook)
    assert [one["type"] for one in news_in(receiver)][1:] == ["seated", "cut"]

    for player in (olga, zoe):
        commands.cut(match.pk, player, bytes(16), now=timezone.now())
    send(hook)
    commands.resign(match.pk, zoe, command_id="enough", now=timezone.now())
    send(hook)
    assert news_in(receiver)[-1]["type"] == "finished"
    before = len(receiver.got)
    send(hook)
    assert len(receiver.got) == before
    versions = [one["version"] for one in news_in(receiver)]
    assert versions == sorted({*versions})


def test_who_is_on_turn_is_told_what_their_seat_sees_and_may_play(
    olga: Player, zoe: Player, receiver: Receiver
) -> None:
    table = challenged(zoe, olga)
    challenges.accept(table.pk.hex, olga, timezone.now())
    match = Match.objects.get()
    both = [subscriptions.create(one, receiver.url, timezone.now()).hook for one in (olga, zoe)]
    for player in (olga, zoe):
        commands.cut(match.pk, player, bytes(16), now=timezone.now())
    for hook in both:
        delivering.deliver(hook.pk, timezone.now)

    [got] = receiver.got
    [told] = got.message["data"]["results"]
    assert told["type"] == "turn"
    on_turn = olga if got.message["data"]["player"]["handle"] == "olga" else zoe
    seen = look(match.pk, on_turn, timezone.now(), 0)
    assert seen is not None
    assert seen.view is not None
    assert seen.moves is not None
    assert told["data"]["view"]["deal"] == json.loads(json.dumps(seen.view["deal"]))
    assert told["data"]["moves"] == json.loads(json.dumps(seen.moves["moves"]))


def test_what_is_kept_of_them_shows_no_card(olga: Player, zoe: Player, receiver: Receiver) -> None:
    hook = subscriptions.create(olga, receiver.url, timezone.now()).hook
    receiver.will_answer(500)
    challenged(zoe, olga)
    send(hook)
    [delivery] = Delivery.objects.all()
    assert b"invited" not in bytes(delivery.body)
    Webhook.objects.update(next_try_at=None)
    send(hook)
    assert receiver.got[0].body == receiver.got[1].body


def test_only_the_wanted_news_is_told(olga: Player, zoe: Player, receiver: Receiver) -> None:
    hook = subscriptions.create(olga, receiver.url, timezone.now(), types=["finished"]).hook
    challenged(zoe, olga)
    send(hook)
    assert receiver.got == []
    assert duties.due(timezone.now()) == []


def test_nobody_is_told_of_others(olga: Player, zoe: Player, receiver: Receiver) -> None:
    yves = Player.objects.create_person("yves", "a password")
    hook = subscriptions.create(olga, receiver.url, timezone.now()).hook
    challenged(zoe, yves)
    send(hook)
    assert receiver.got == []
