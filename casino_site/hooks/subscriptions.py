"""Webhooks as their owners make, change and end them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, get_args
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from casino_site.hooks import account_news, signing
from casino_site.hooks.models import Delivery, Webhook
from casino_site.hooks.refusals import (
    TooManyWebhooks,
    UnknownDelivery,
    UnknownTypes,
    UnknownWebhook,
    WebhookNotOn,
)
from casino_site.hooks.sending import rules
from casino_site.hooks.targets import target_of
from games.accounts.bot_accounts import require_person
from games.identity import ID
from games.limits.asked import spend_of
from games.limits.budgets import WEBHOOK_MESSAGES, WEBHOOKS_AT_ONCE
from games.limits.spending import limit
from games.models import Player
from tournaments.domain.events import TournamentEvent
from tournaments.read import queries

FACT_TYPES = frozenset(event.type for event in get_args(TournamentEvent))
STATE, WHY = Webhook.State, Webhook.Why


class Made(NamedTuple):
    """A webhook, and its secret in clear, which nobody can show again."""

    hook: Webhook
    secret: str


def mine(owner: Player) -> "QuerySet[Webhook]":
    return Webhook.objects.filter(owner=owner).order_by("-made_at", "-pk")


def of_owner(owner: Player, id_: str | UUID) -> Webhook:
    """The owner's webhook of this id. Refuses `unknown_webhook`."""
    found = mine(owner).filter(pk=id_).first() if _is_id(id_) else None
    if found is None:
        raise UnknownWebhook()
    return found


def _is_id(text: str | UUID) -> bool:
    return isinstance(text, UUID) or ID.fullmatch(text) is not None


def create(
    owner: Player,
    url: str,
    now: datetime,
    *,
    event: str | None = None,
    types: Sequence[str] = (),
    description: str = "",
    after: int | None = None,
) -> Made:
    """Has the address told what is new from now on in the event, or after a version of it; without
    an event what is new for the owner.

    Refuses `people_only`, `bad_target`, `unknown_types`, `too_many_webhooks`, and
    `unknown_tournament` or `tournament_hidden` as reading does; and `throttled`.
    """
    require_person(owner)
    target_of(url, rules())
    _check_types(types, event)
    spend_of(WEBHOOK_MESSAGES, owner.pk.hex)
    secret = signing.new_secret()
    hook = Webhook(
        owner=owner, url=url, description=description, types=sorted({*types}), made_at=now,
        secret=signing.sealed(secret),
    )  # fmt: skip
    if event is not None:
        # As a stranger sees it: staff and directors get no more.
        found = queries.find(event)
        hook.event = found.pk
        hook.made = hook.version = found.version if after is None else min(after, found.version)
    with transaction.atomic():
        # One after another: nobody has more than they may by asking for many at once.
        Player.objects.select_for_update().get(pk=owner.pk)
        most = limit(WEBHOOKS_AT_ONCE).amount
        if Webhook.objects.filter(owner=owner).count() >= most:
            raise TooManyWebhooks(limit=most)
        if event is None:
            account_news.begin(hook, now)
        hook.save(force_insert=True)
    return Made(hook, secret)


def _check_types(types: Sequence[str], event: str | UUID | None) -> None:
    known = account_news.TYPES if event is None else FACT_TYPES
    for one in types:
        if one not in known:
            raise UnknownTypes(type=one[:64])


def change(hook: Webhook, said: Mapping[str, Any]) -> Webhook:
    """Says something else of it: `url`, `types`, `description`, or whether it is `on`. One that has
    ended can be turned on again. Refuses `bad_target`, `unknown_types`, `throttled`, and a webhook
    of an event that cannot be seen any more.
    """
    fields = [name for name in ("url", "types", "description") if name in said]
    if "url" in said:
        target_of(said["url"], rules())
    if "types" in said:
        _check_types(said["types"], hook.event)
        said = {**said, "types": sorted({*said["types"]})}
        _make_anew(hook)
    for name in fields:
        setattr(hook, name, said[name])
    is_on = said.get("on")
    if is_on is False and hook.state == STATE.ON:
        hook.state = STATE.PAUSED
    elif is_on and hook.state != STATE.ON:
        if hook.event is not None:
            queries.find(hook.event.hex)
        hook.state, hook.why = STATE.ON, ""
    if is_on or "url" in said:
        # What is changed is perhaps mended: it is tried at once.
        spend_of(WEBHOOK_MESSAGES, hook.owner_id.hex)
        hook.failures, hook.failing_since, hook.next_try_at = 0, None, None
        fields += ["failures", "failing_since", "next_try_at"]
    hook.save(update_fields=[*fields, "state", "why"])
    return hook


def _make_anew(hook: Webhook) -> None:
    """What waits of an event is made anew, of other types."""
    waiting = hook.deliveries.filter(kind=Delivery.Kind.FACTS, state=Delivery.State.WAITING)
    first = waiting.order_by("after").first()
    if first is not None:
        Webhook.objects.filter(pk=hook.pk).update(made=min(first.after, hook.made))
        waiting.delete()


def rotate(hook: Webhook, now: datetime) -> Made:
    """Another secret; the former one signs beside it for a day."""
    return Made(hook, signing.rotate(hook, now))


def delete(hook: Webhook) -> None:
    hook.delete()


def ping(hook: Webhook, now: datetime) -> Delivery:
    """A test, which goes before all else and is tried once.

    Refuses `webhook_not_on` and `throttled`.
    """
    require_on(hook)
    spend_of(WEBHOOK_MESSAGES, hook.owner_id.hex)
    made = hook.deliveries.create(kind=Delivery.Kind.PING, made_at=now, tried_since=now)
    Webhook.objects.filter(pk=hook.pk).update(next_try_at=None)
    return made


def deliveries(hook: Webhook, state: str | None = None) -> "QuerySet[Delivery]":
    rows = hook.deliveries.order_by("-pk")
    return rows if state is None else rows.filter(state=state)


def delivery_of(hook: Webhook, message: str) -> Delivery:
    """The message of this webhook. Refuses `unknown_delivery`."""
    name = message.removeprefix("msg_")
    found = hook.deliveries.filter(pk=name).first() if _is_id(name) else None
    if found is None:
        raise UnknownDelivery()
    return found


def require_on(hook: Webhook) -> None:
    """Refuses `webhook_not_on`."""
    if hook.state != STATE.ON:
        raise WebhookNotOn(state=hook.get_state_display())


def end_all_of(owner: Player, why: Webhook.Why) -> None:
    """Ends what somebody has, who is banned or goes."""
    Webhook.objects.filter(owner=owner).exclude(state=STATE.ENDED).update(
        state=STATE.ENDED, why=why
    )


def when_leaving(sender: object, player: Player, **kwargs: Any) -> None:
    end_all_of(player, WHY.NO_OWNER)


def when_gone(sender: object, player: Player, **kwargs: Any) -> None:
    Webhook.objects.filter(owner=player).delete()


def my_data(player: Player) -> list[dict[str, Any]]:
    return [
        {
            "url": one.url,
            "event": one.event.hex if one.event else None,
            "description": one.description,
            "types": one.types,
            "state": one.state,
            "made": one.made_at,
        }
        for one in mine(player)
    ]
