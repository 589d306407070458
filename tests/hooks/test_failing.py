"""Who does not receive is tried again, for longer and longer, until it is no use."""

from datetime import timedelta

import pytest

from casino_site.hooks import delivering, duties, redelivery
from casino_site.hooks.models import Delivery, Webhook
from tests.hooks.receiver import Receiver, receiving
from tests.hooks.scene import Later, enter, state
from tournaments.models import Tournament

pytestmark = [pytest.mark.store, pytest.mark.django_db]


def test_a_webhook_that_fails_rests_for_longer_and_longer(
    hook: Webhook, receiver: Receiver, clock: Later
) -> None:
    receiver.will_answer(*[500] * 20)
    pauses = []
    for _ in range(9):
        delivering.deliver(hook.pk, clock)
        due = state(hook).next_try_at
        assert due is not None
        pauses.append(due - clock.now)
        before = len(receiver.got)
        delivering.deliver(hook.pk, clock)
        assert len(receiver.got) == before
        clock.now = due
    assert pauses == sorted(pauses)
    assert pauses[0] < timedelta(seconds=7)
    assert pauses[-1] > timedelta(hours=6)


def test_who_asks_for_a_pause_gets_it_within_bounds(
    hook: Webhook, receiver: Receiver, clock: Later
) -> None:
    receiver.will_answer(503, Retry_After="120")
    delivering.deliver(hook.pk, clock)
    assert state(hook).next_try_at == clock.now + timedelta(seconds=120)
    clock.goes_on(minutes=2)
    receiver.will_answer(503, Retry_After="999999999")
    delivering.deliver(hook.pk, clock)
    assert state(hook).next_try_at == clock.now + timedelta(hours=1)


def test_a_message_that_nobody_takes_for_a_day_is_given_up_and_the_next_is_sent(
    hook: Webhook, event: Tournament, receiver: Receiver, clock: Later
) -> None:
    receiver.will_answer(500, 500)
    delivering.deliver(hook.pk, clock)
    clock.goes_on(hours=25)
    delivering.deliver(hook.pk, clock)
    [parked] = Delivery.objects.filter(state=Delivery.State.PARKED)
    assert [one["status"] for one in parked.attempts] == [500, 500]
    assert state(hook).version == parked.upto

    enter(event, "cleo")
    clock.goes_on(hours=1)
    delivering.deliver(hook.pk, clock)
    assert receiver.got[-1].versions == [parked.upto + 1]


def test_a_message_that_was_given_up_is_sent_again_when_its_owner_says_so(
    hook: Webhook, receiver: Receiver, clock: Later
) -> None:
    receiver.will_answer(500, 500)
    delivering.deliver(hook.pk, clock)
    clock.goes_on(hours=25)
    delivering.deliver(hook.pk, clock)
    redelivery.redeliver(Delivery.objects.get(), clock.now)
    delivering.deliver(hook.pk, clock)
    assert {got.id for got in receiver.got} == {Delivery.objects.get().message}
    assert Delivery.objects.get().state == Delivery.State.DELIVERED


def test_a_webhook_of_which_nothing_is_received_for_days_ends(
    hook: Webhook, event: Tournament, receiver: Receiver, clock: Later
) -> None:
    receiver.will_answer(*[500] * 3)
    for name in ("cleo", "dora", "erin"):
        delivering.deliver(hook.pk, clock)
        enter(event, name)
        clock.goes_on(days=3)
    assert (state(hook).state, state(hook).why) == ("ended", "failing")


def test_who_answers_that_it_is_gone_is_sent_no_more(
    hook: Webhook, event: Tournament, receiver: Receiver, clock: Later
) -> None:
    receiver.will_answer(410)
    delivering.deliver(hook.pk, clock)
    assert (state(hook).state, state(hook).why) == ("ended", "gone")
    enter(event, "cleo")
    delivering.deliver(hook.pk, clock)
    assert len(receiver.got) == 1


def test_redirects_are_not_followed(hook: Webhook, receiver: Receiver, clock: Later) -> None:
    with receiving() as other:
        receiver.will_answer(307, Location=other.url)
        delivering.deliver(hook.pk, clock)
        assert other.got == []
    [delivery] = Delivery.objects.all()
    assert delivery.attempts[0]["failed"] == "Redirects are not followed."


def test_an_event_that_is_hidden_is_told_no_more(
    hook: Webhook, event: Tournament, receiver: Receiver, clock: Later
) -> None:
    Tournament.objects.filter(pk=event.pk).update(hidden=True)
    assert duties.due(clock.now) == [hook.pk]
    delivering.deliver(hook.pk, clock)
    assert receiver.got == []
    assert (state(hook).state, state(hook).why) == ("ended", "no_event")
