"""What is new in an event is sent: at least once, in the order of versions, to whoever receives."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from standardwebhooks import Webhook as Verifier

from casino_site.hooks import delivering, duties, messages, redelivery, signing, subscriptions
from casino_site.hooks.models import Delivery, Webhook
from games.models import Player
from tests.hooks.receiver import Receiver
from tests.hooks.scene import Later, enter, state
from tournaments.models import Tournament

pytestmark = [pytest.mark.store, pytest.mark.django_db]


def test_facts_are_sent_as_strangers_read_them(
    hook: Webhook, event: Tournament, receiver: Receiver, clock: Later, client: Any
) -> None:
    delivering.deliver(hook.pk, clock)

    [got] = receiver.got
    read = client.get(f"/api/v1/tournaments/{event.slug}/events/").json()
    assert got.message["type"] == "tournament.facts"
    assert got.message["data"]["results"] == read["results"]
    assert got.message["data"]["version"] == read["version"] == state(hook).version


def test_a_message_is_signed_as_standard_webhooks_has_it(
    olga: Player, event: Tournament, receiver: Receiver, clock: Later
) -> None:
    made = subscriptions.create(olga, receiver.url, clock.now, event=event.slug, after=0)
    delivering.deliver(made.hook.pk, clock)
    [got] = receiver.got
    assert Verifier(made.secret).verify(got.body, got.headers) == got.message
    assert made.secret.encode() not in bytes(state(made.hook).secret)


def test_only_what_comes_after_is_sent_unless_more_is_asked_for(
    olga: Player, event: Tournament, receiver: Receiver, clock: Later
) -> None:
    event.refresh_from_db()
    hook = subscriptions.create(olga, receiver.url, clock.now, event=event.pk.hex).hook
    delivering.deliver(hook.pk, clock)
    assert receiver.got == []
    enter(event, "cleo")
    delivering.deliver(hook.pk, clock)
    assert receiver.versions == [event.version + 1]


def test_a_receiver_that_fails_twice_gets_everything_once_it_does_not_in_order(
    hook: Webhook, event: Tournament, receiver: Receiver, clock: Later
) -> None:
    receiver.will_answer(500, 503)
    for _ in range(2):
        delivering.deliver(hook.pk, clock)
        clock.goes_on(minutes=10)
    enter(event, "cleo")
    delivering.deliver(hook.pk, clock)

    first, again, received, after = receiver.got
    assert first.id == again.id == received.id != after.id
    assert first.body == again.body == received.body
    assert received.versions + after.versions == list(range(1, event.version + 2))
    assert state(hook).failures == 0


def test_who_is_killed_between_sending_and_writing_it_down_sends_again_under_the_same_id(
    hook: Webhook, receiver: Receiver, clock: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def kill(*args: object) -> bool:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(delivering, "_note", kill)
        with pytest.raises(Killed):
            delivering.deliver(hook.pk, clock)
    delivering.deliver(hook.pk, clock)
    first, again = receiver.got
    assert (first.id, first.body) == (again.id, again.body)
    assert state(hook).version == again.versions[-1]


def test_a_lease_that_nobody_gave_back_ends(
    hook: Webhook, receiver: Receiver, clock: Later
) -> None:
    Webhook.objects.filter(pk=hook.pk).update(
        lease=hook.pk, leased_until=clock.now + delivering.LEASE
    )
    delivering.deliver(hook.pk, clock)
    assert receiver.got == []
    clock.goes_on(minutes=2)
    delivering.deliver(hook.pk, clock)
    assert len(receiver.got) == 1


def test_everything_after_a_version_is_sent_again(
    hook: Webhook, receiver: Receiver, clock: Later
) -> None:
    delivering.deliver(hook.pk, clock)
    assert redelivery.redeliver_after(hook, 2, clock.now) == 2
    delivering.deliver(hook.pk, clock)
    first, again = receiver.got
    assert again.versions == first.versions[2:]
    assert state(hook).version == first.versions[-1]


def test_only_the_wanted_types_are_sent(
    olga: Player, event: Tournament, receiver: Receiver, clock: Later
) -> None:
    hook = subscriptions.create(
        olga, receiver.url, clock.now, event=event.slug, after=0, types=["registration_opened"]
    ).hook
    delivering.deliver(hook.pk, clock)
    assert [one["type"] for one in receiver.got[0].message["data"]["results"]] == [
        "registration_opened"
    ]
    event.refresh_from_db()
    assert state(hook).made == event.version


def test_much_is_sent_in_parts_none_of_which_overlap(
    hook: Webhook, receiver: Receiver, clock: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "MOST_FACTS", 3)
    delivering.deliver(hook.pk, clock)
    assert [len(got.versions) for got in receiver.got] == [3, 1]
    assert receiver.versions == [1, 2, 3, 4]


def test_the_former_secret_signs_for_a_day(
    olga: Player, event: Tournament, receiver: Receiver, clock: Later
) -> None:
    hook, first = subscriptions.create(olga, receiver.url, clock.now, event=event.slug)
    second = subscriptions.rotate(hook, clock.now).secret
    enter(event, "cleo")
    delivering.deliver(hook.pk, clock)
    [got] = receiver.got
    for secret in (first, second):
        assert Verifier(secret).verify(got.body, got.headers)
    clock.goes_on(hours=25)
    duties.forget_old(clock.now)
    assert state(hook).former_secret is None
    enter(event, "dora")
    delivering.deliver(hook.pk, clock)
    assert len(receiver.got[-1].headers["webhook-signature"].split()) == 1


def test_a_test_is_sent_before_all_else_and_tried_once(
    hook: Webhook, receiver: Receiver, clock: Later
) -> None:
    receiver.will_answer(500)
    delivering.deliver(hook.pk, clock)
    subscriptions.ping(hook, clock.now)
    receiver.will_answer(500)
    delivering.deliver(hook.pk, clock)
    assert [got.message["type"] for got in receiver.got] == [
        "tournament.facts", "webhook.ping", "tournament.facts",
    ]  # fmt: skip


def test_old_messages_are_forgotten(hook: Webhook, clock: Later) -> None:
    delivering.deliver(hook.pk, clock)
    duties.forget_old(clock.now + timedelta(days=6))
    assert Delivery.objects.count() == 1
    duties.forget_old(clock.now + timedelta(days=8))
    assert Delivery.objects.count() == 0


def test_what_is_due_is_found_whatever_became_of_the_hint(
    hook: Webhook, event: Tournament, clock: Callable[[], Any]
) -> None:
    assert duties.due(clock()) == [hook.pk]
    delivering.deliver(hook.pk, clock)
    assert duties.due(clock()) == []
    enter(event, "cleo")
    assert duties.due(clock()) == [hook.pk]


def test_secrets_are_sealed_anew_when_the_keys_outside_change(
    hook: Webhook, receiver: Receiver, clock: Later, settings: Any
) -> None:
    subscriptions.rotate(hook, clock.now)
    Delivery.objects.create(
        webhook=hook, kind="news", body=signing.sealed("[]"), state="parked",
        made_at=clock.now, tried_since=clock.now,
    )  # fmt: skip
    settings.LOG_KEYS = [Fernet.generate_key().decode(), *settings.LOG_KEYS]
    call_command("rotate_log_keys")
    settings.LOG_KEYS = settings.LOG_KEYS[:1]
    assert signing.unsealed(Delivery.objects.get(kind="news").body or b"") == "[]"
    assert delivering.deliver(hook.pk, clock) is False
    assert len(receiver.got[0].headers["webhook-signature"].split()) == 2


def test_no_address_of_a_receiver_is_logged(
    hook: Webhook, receiver: Receiver, clock: Later, caplog: pytest.LogCaptureFixture
) -> None:
    """There may be a secret in it."""
    Webhook.objects.update(url=f"{receiver.url}/in-the-address")
    delivering.deliver(hook.pk, clock)
    assert receiver.got[0].path.endswith("/in-the-address")
    assert "in-the-address" not in caplog.text
    assert not logging.getLogger("httpx").isEnabledFor(logging.INFO)
