"""What is sent: messages made from where a webhook stands, and the body of each."""

import json
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from casino_site.hooks import account_news
from casino_site.hooks.models import Delivery, Webhook
from casino_site.hooks.signing import sealed, unsealed
from games.envelopes import Envelope, timestamp
from games.paging import filled
from games.store import eventstore
from tournaments.models import Tournament
from tournaments.read.frames import frame_of
from tournaments.store.tournament_log import tournament_log

# Of facts in one message; it has no more bytes than a page of a list.
MOST_FACTS = 100
# Where nothing of the wanted types comes, so many facts are looked at in one go.
MOST_LOOKED_AT = 2000
FACTS, NEWS, PING = "tournament.facts", "account.news", "webhook.ping"


class Lost(Exception):
    """Somebody else sends for this webhook by now, or it is not on any more."""


class Page(NamedTuple):
    """Facts as they are sent, as JSON; `upto` is the last that was looked at."""

    facts: list[Any]
    upto: int


def next_message(hook: Webhook, now: datetime) -> Delivery | None:
    """What is to be sent next: tests, what waits, or else what is new, from which a message is made
    by whoever holds the webhook. None: nothing. Raises `Lost`.
    """
    waiting = hook.deliveries.filter(state=Delivery.State.WAITING)
    found = waiting.filter(kind=Delivery.Kind.PING).order_by("pk").first()
    found = found or waiting.order_by("upto", "pk").first()
    if found is not None:
        return found
    return _of_account(hook, now) if hook.event is None else _of_event(hook, now)


def _of_event(hook: Webhook, now: datetime) -> Delivery | None:
    looked_at = 0
    while looked_at < MOST_LOOKED_AT:
        page = _page(hook, hook.made, MOST_FACTS)
        if page.upto == hook.made:
            return None
        looked_at += page.upto - hook.made
        if page.facts:
            return _make(hook, now, Delivery.Kind.FACTS, page.upto)
        _step(hook, made=page.upto, version=page.upto)
    return None


def _page(hook: Webhook, after: int, most: int) -> Page:
    assert hook.event is not None
    facts: list[Any] = []
    upto = after
    found = eventstore.public(tournament_log.stream_of(hook.event), after, most)
    wanted = [frame_of(one) for one in found if not hook.types or one.type in hook.types]
    fitting = filled(wanted, lambda frame: frame, most)
    facts = [json.loads(one) for one in fitting.results]
    if fitting.more:
        upto = facts[-1]["version"]
    elif found:
        upto = found[-1].version
    return Page(facts, upto)


def _of_account(hook: Webhook, now: datetime) -> Delivery | None:
    news, told = account_news.collect(hook, now)
    if not news:
        if told != hook.told:
            _step(hook, told=told)
        return None
    wanted = [one for one in news if not hook.types or one["type"] in hook.types]
    upto = news[-1]["version"]
    if not wanted:
        _step(hook, told=told, made=upto, version=upto)
        return None
    body = sealed(json.dumps(wanted, ensure_ascii=False))
    return _make(hook, now, Delivery.Kind.NEWS, upto, body=body, told=told)


def _make(
    hook: Webhook,
    now: datetime,
    kind: Delivery.Kind,
    upto: int,
    body: bytes | None = None,
    **said: Any,
) -> Delivery:
    """The message and where the webhook stands after it, written together: it is made once, and has
    its id, before it is sent.
    """
    with transaction.atomic():
        after = hook.made
        _step(hook, made=upto, **said)
        return Delivery.objects.create(
            webhook=hook, kind=kind, after=after, upto=upto, body=body, made_at=now, tried_since=now
        )


def _step(hook: Webhook, **said: Any) -> None:
    """Only from where it stood, and only for who holds it."""
    rows = Webhook.objects.filter(pk=hook.pk, lease=hook.lease, made=hook.made)
    if not rows.update(**said):
        raise Lost()
    for name, value in said.items():
        setattr(hook, name, value)


def body_of(delivery: Delivery, hook: Webhook) -> str:
    """The message as it is sent; the same whenever it is sent, unless words in a fact were taken
    away meanwhile.
    """
    return json.dumps(document_of(delivery, hook), separators=(",", ":"), ensure_ascii=False)


def document_of(delivery: Delivery, hook: Webhook) -> dict[str, Any]:
    type_, data = _told(delivery, hook)
    return {
        "type": type_,
        "timestamp": timestamp(delivery.made_at),
        "data": {"webhook": hook.pk.hex, **data},
    }


def _told(delivery: Delivery, hook: Webhook) -> tuple[str, dict[str, Any]]:
    reach = {"after": delivery.after, "version": delivery.upto}
    if delivery.kind == Delivery.Kind.FACTS:
        assert hook.event is not None
        results = _page(hook, delivery.after, delivery.upto - delivery.after).facts
        return FACTS, {"tournament": _named(hook.event), **reach, "results": results}
    if delivery.kind == Delivery.Kind.NEWS:
        news: list[Envelope] = json.loads(unsealed(delivery.body)) if delivery.body else []
        player = {"id": hook.owner_id.hex, "handle": hook.owner.handle}
        return NEWS, {"player": player, **reach, "results": news}
    return PING, {}


def _named(event: UUID) -> dict[str, str]:
    row = Tournament.objects.get(pk=event)
    return {"id": row.pk.hex, "slug": row.slug, "name": row.name}
