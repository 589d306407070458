"""Who does not answer delays nobody: receivers, moves and commands go on."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings
from django.db import connections
from django.utils import timezone

from casino_site import processes
from casino_site.hooks import delivering, sending, subscriptions, tasks
from casino_site.hooks.models import Delivery, Webhook
from games.models import Player
from tests.hooks.receiver import Receiver, receiving
from tests.noon import NOON
from tests.patience import PATIENCE
from tests.product import eventually
from tests.threads import at_once
from tournaments.actions import services
from tournaments.models import Tournament

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]


def send(hook: Webhook) -> None:
    try:
        delivering.deliver(hook.pk, timezone.now)
    finally:
        connections.close_all()


def test_a_live_receiver_beside_a_dead_one_gets_everything_meanwhile(
    olga: Player, event: Tournament, receiver: Receiver
) -> None:
    now = timezone.now()
    with receiving() as dead, ThreadPoolExecutor(1) as beside:
        dead.is_mute = True
        waits, goes_on = (
            subscriptions.create(olga, one.url, now, event=event.slug, after=0).hook
            for one in (dead, receiver)
        )
        sent = beside.submit(send, waits)
        eventually(lambda: dead.got, PATIENCE, "a message to who does not answer")
        delivering.deliver(goes_on.pk, timezone.now)
        assert receiver.versions == [1, 2, 3, 4]
        assert not sent.done()
        dead.ends.set()
        sent.result(PATIENCE)
    assert Webhook.objects.get(pk=waits.pk).failures == 1


def test_slow_receivers_of_one_owner_leave_room_for_others(
    olga: Player, event: Tournament, receiver: Receiver
) -> None:
    now, most = timezone.now(), delivering.MOST_OF_AN_OWNER
    ann = Player.objects.get(handle="ann")
    with receiving() as slow, ThreadPoolExecutor(most) as beside:
        slow.is_mute = True
        *some, one_more = (
            subscriptions.create(olga, slow.url, now, event=event.slug, after=0).hook
            for _ in range(most + 1)
        )
        sent = [beside.submit(send, hook) for hook in some]
        eventually(lambda: len(slow.got) == most, PATIENCE, "messages to who does not answer")
        assert not delivering.deliver(one_more.pk, timezone.now)
        others = subscriptions.create(ann, receiver.url, now, event=event.slug, after=0).hook
        delivering.deliver(others.pk, timezone.now)
        assert receiver.versions == [1, 2, 3, 4]
        assert len(slow.got) == most
        slow.ends.set()
        for one in sent:
            one.result(PATIENCE)
        slow.is_mute = False
        delivering.deliver(one_more.pk, timezone.now)
        assert len(slow.got) == most + 1


def test_two_who_send_at_once_send_once(
    olga: Player, event: Tournament, receiver: Receiver
) -> None:
    hook = subscriptions.create(olga, receiver.url, timezone.now(), event=event.slug, after=0).hook
    at_once([lambda: send(hook)] * 4)
    assert receiver.versions == [1, 2, 3, 4]


def test_a_message_that_is_made_anew_while_it_is_on_its_way_is_not_lost(
    olga: Player, event: Tournament, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner changes what is sent, just before the receiver's answer is written down."""
    hook = subscriptions.create(olga, receiver.url, timezone.now(), event=event.slug, after=0).hook
    real = sending.send

    def change_first(*args: str) -> object:
        outcome = real(*args)
        monkeypatch.setattr(delivering, "send", real)
        subscriptions.change(Webhook.objects.get(), {"types": ["registration_opened"]})
        return outcome

    monkeypatch.setattr(delivering, "send", change_first)
    delivering.deliver(hook.pk, timezone.now)
    assert not Delivery.objects.exists()
    delivering.deliver(hook.pk, timezone.now)
    assert [len(got.versions) for got in receiver.got] == [4, 1]
    assert Webhook.objects.get().version == 4


def test_messages_have_a_queue_and_a_process_of_their_own() -> None:
    for name in ("deliver", "sweep_webhooks", "forget_deliveries"):
        route = current_app.amqp.router.route({}, f"casino_site.hooks.tasks.{name}")
        assert route["queue"].name == "hooks"
    queues = {
        make: argv[argv.index("-Q") + 1].split(",")
        for make, argv in (("courier", processes.courier()), ("worker", processes.worker()))
    }
    assert queues == {"courier": ["hooks"], "worker": ["clockwork", "rounds", "bots"]}
    assert timedelta(seconds=settings.CELERY_BEAT_SCHEDULE["webhooks"]["schedule"]) < (
        timedelta(seconds=5)
    )


def test_an_event_that_goes_on_is_found_by_the_next_sweep(
    olga: Player, event: Tournament, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is queued where its command is done: a server without webhooks pays nothing."""
    queued: list[tuple[object, tuple[object, ...]]] = []

    def enqueue(task: object, *args: object) -> None:
        queued.append((task, args))

    monkeypatch.setattr(tasks, "enqueue_after_commit", enqueue)
    hook = subscriptions.create(olga, receiver.url, timezone.now(), event=event.slug).hook
    tasks.sweep_webhooks()
    assert not queued
    services.enter(event, Player.objects.create_person("cleo", "a password"), now=NOON)
    assert not queued
    tasks.sweep_webhooks()
    assert queued == [(tasks.deliver, (hook.pk.hex,))]
    tasks.deliver(hook.pk.hex)
    assert len(receiver.got) == 1
