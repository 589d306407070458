"""Sending: one sender at a time for each webhook, message after message, in the order of versions.

The database is the truth: who sends holds a lease, writes the message before it is sent, and what
became of it afterwards. Whoever is killed in between leaves a message that waits, and the next
sender sends it again under the same id.
"""

import logging
import secrets
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db import transaction

from casino_site.hooks import messages, owners
from casino_site.hooks.messages import Lost
from casino_site.hooks.models import Delivery, Webhook
from casino_site.hooks.sending import GONE, Outcome, send
from casino_site.hooks.signing import headers_of
from games.envelopes import timestamp
from games.models import Player
from tournaments.models import Tournament

log = logging.getLogger(__name__)
STATE, WHY = Webhook.State, Webhook.Why
# One turn of one webhook: then others go on.
MOST_AT_ONCE, SECONDS_AT_ONCE = 10, 15.0
# Of one owner so many are sent to at once: whoever has slow receivers only leaves room for others.
MOST_OF_AN_OWNER = 4
# Longer than a turn whose last message takes as long as it may.
LEASE = timedelta(seconds=90)
# After so many failures one after another; the last for all later ones.
PAUSES = tuple(
    timedelta(seconds=one) for one in (5, 30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600, 8 * 3600)
)
LONGEST_ASKED = timedelta(hours=1)
# So long a message is tried, and a webhook whose messages all fail is kept on.
TRIED_FOR, FAILING_FOR = timedelta(hours=24), timedelta(days=5)
MOST_ATTEMPTS = 20
Clock = Callable[[], datetime]


def deliver(hook_id: UUID, clock: Clock) -> bool:
    """Sends what is to be sent, for no longer than others can wait; whether there may be more."""
    lease = uuid4()
    hook = _claim(hook_id, lease, clock())
    if hook is None:
        return False
    began = time.monotonic()
    try:
        for _ in range(MOST_AT_ONCE):
            if not _deliver_next(hook, clock):
                return False
            if time.monotonic() - began > SECONDS_AT_ONCE:
                break
        return True
    except Lost:
        return False
    finally:
        Webhook.objects.filter(pk=hook.pk, lease=lease).update(lease=None, leased_until=None)


def _claim(hook_id: UUID, lease: UUID, now: datetime) -> Webhook | None:
    """The webhook, for who holds it from now on; None where somebody else does, where it rests, or
    where as many others of its owner are sent to as may be.
    """
    owners_of = Webhook.objects.filter(pk=hook_id).values("owner")
    with transaction.atomic():
        # Of one owner one is claimed after another.
        rows = Webhook.objects.filter(owner__in=owners_of).order_by("pk").select_for_update()
        hooks = {one.pk: one for one in rows}
        hook = hooks.pop(hook_id, None)
        sent_to = [one for one in hooks.values() if _is_held(one, now)]
        if hook is None or not _is_due(hook, now) or len(sent_to) >= MOST_OF_AN_OWNER:
            return None
        hook.lease, hook.leased_until = lease, now + LEASE
        hook.save(update_fields=["lease", "leased_until"])
    return hook


def _is_held(hook: Webhook, now: datetime) -> bool:
    return hook.leased_until is not None and hook.leased_until >= now


def _is_due(hook: Webhook, now: datetime) -> bool:
    rests = hook.next_try_at is not None and hook.next_try_at > now
    return hook.state == STATE.ON and not rests and not _is_held(hook, now)


def _deliver_next(hook: Webhook, clock: Clock) -> bool:
    """Sends the next message; whether it was received. Raises `Lost`."""
    if why := _why_not(hook):
        _end(hook, why)
        return False
    delivery = messages.next_message(hook, clock())
    if delivery is None:
        return False
    body = messages.body_of(delivery, hook)
    now = clock()
    outcome = send(hook.url, headers_of(hook, delivery.message, body, now), body)
    return _note(hook, delivery, outcome, clock())


def _why_not(hook: Webhook) -> Webhook.Why | None:
    """Why nothing may be sent any more, if so: of an event nobody may read, of nobody's account."""
    owner = hook.owner
    if not owner.is_active or owner.kind != Player.Kind.PERSON:
        return WHY.NO_OWNER
    if hook.event is None:
        return None
    rows = Tournament.objects.filter(pk=hook.event, hidden=False)
    is_seen = rows.exclude(state=Tournament.State.DELETED).exists()
    return None if is_seen else WHY.NO_EVENT


def _note(hook: Webhook, delivery: Delivery, outcome: Outcome, now: datetime) -> bool:
    """Writes what became of a try, and when the next is."""
    is_test = delivery.kind == Delivery.Kind.PING
    with transaction.atomic():
        rows = Webhook.objects.select_for_update().filter(pk=hook.pk, lease=hook.lease)
        held = rows.select_related(None).first()
        if held is None:
            raise Lost()
        if not _note_try(delivery, outcome, now, is_test=is_test):
            raise Lost()
        if not outcome.failed:
            held.failures, held.failing_since, held.next_try_at = 0, None, None
            held.version = max(held.version, delivery.upto)
        elif not is_test:
            held.failures += 1
            held.failing_since = held.failing_since or now
            held.next_try_at = now + _pause(held.failures, outcome.wait)
            if delivery.state == Delivery.State.PARKED:
                held.version = max(held.version, delivery.upto)
        held.save(update_fields=["failures", "failing_since", "next_try_at", "version"])
    hook.made = held.made
    if outcome.status == GONE:
        _end(hook, WHY.GONE)
    elif held.failing_since and now - held.failing_since > FAILING_FOR:
        _end(hook, WHY.FAILING)
    return not outcome.failed or is_test


def _note_try(delivery: Delivery, outcome: Outcome, now: datetime, *, is_test: bool) -> bool:
    """Adds the try to the message; False where the message is not there any more."""
    tried = {
        "at": timestamp(now),
        "status": outcome.status,
        "failed": outcome.failed,
        "milliseconds": outcome.milliseconds,
    }
    delivery.attempts = [*delivery.attempts, tried][-MOST_ATTEMPTS:]
    delivery.tries += 1
    if not outcome.failed:
        delivery.state, delivery.ended_at = Delivery.State.DELIVERED, now
    elif is_test or outcome.status == GONE or now - delivery.tried_since > TRIED_FOR:
        delivery.state, delivery.ended_at = Delivery.State.PARKED, now
    names = ("attempts", "tries", "state", "ended_at")
    said = {name: getattr(delivery, name) for name in names}
    return bool(Delivery.objects.filter(pk=delivery.pk).update(**said))


def _pause(failures: int, asked: int | None) -> timedelta:
    """Longer after each failure, and never the same for many; as long as is asked for, if that is
    longer and not too long.
    """
    usual = PAUSES[min(failures, len(PAUSES)) - 1]
    spread = usual * (80 + secrets.randbelow(41)) / 100
    wished = min(timedelta(seconds=asked or 0), LONGEST_ASKED)
    return max(spread, wished)


def _end(hook: Webhook, why: Webhook.Why) -> None:
    """Nothing is sent any more until its owner says so; who can be written to is told."""
    rows = Webhook.objects.filter(pk=hook.pk, state=STATE.ON)
    if rows.update(state=STATE.ENDED, why=why):
        hook.state, hook.why = STATE.ENDED, why
        log.info("webhook %s has ended: %s", hook.pk.hex, why)
        owners.tell_of_end(hook)
    raise Lost()
