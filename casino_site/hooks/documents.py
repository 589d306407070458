"""The documents of webhooks (docs/protocol.md, Webhooks)."""

from typing import Annotated, Any, TypedDict

from casino_site.hooks.models import Delivery, Webhook
from games.documents import Choices, Help, Timestamp
from games.envelopes import timestamp
from tournaments.models import Tournament

WEBHOOK_STATES = tuple(one.value for one in Webhook.State)
DELIVERY_STATES = tuple(one.value for one in Delivery.State)


class FollowedEvent(TypedDict):
    id: str
    slug: str | None
    name: str | None


class WebhookDocument(TypedDict):
    id: str
    url: str
    description: str
    event: Annotated[FollowedEvent | None, Help("Null: it follows its owner's own account.")]
    types: Annotated[list[str], Help("What is told; everything where it is empty.")]
    state: Annotated[str, Choices(WEBHOOK_STATES)]
    why: Annotated[
        str | None,
        Help("Why it has ended: `gone`, `failing`, `no_event` or `no_owner`."),
    ]
    version: Annotated[int, Help("What was delivered, or given up, up to.")]
    failures: Annotated[int, Help("How many tries have failed one after another.")]
    next_try_at: Annotated[Timestamp | None, Help("When it is tried again, where it fails.")]
    former_secret_until: Annotated[
        Timestamp | None, Help("Until then the secret before this one signs as well.")
    ]
    made_at: Timestamp


class MadeWebhook(WebhookDocument):
    secret: Annotated[str, Help("Shown this once.")]


class WebhookList(TypedDict):
    results: list[WebhookDocument]
    next: str | None


class AttemptDocument(TypedDict):
    at: Timestamp
    status: Annotated[int | None, Help("What it answered, if it did.")]
    failed: Annotated[str, Help("What was wrong, for people; empty where nothing was.")]
    milliseconds: int


class DeliveryDocument(TypedDict):
    id: Annotated[str, Help("What the receiver gets as `webhook-id`.")]
    kind: Annotated[str, Choices(tuple(one.value for one in Delivery.Kind))]
    after: Annotated[int, Help("It has what came after this version, …")]
    version: Annotated[int, Help("… up to this one.")]
    state: Annotated[str, Choices(DELIVERY_STATES)]
    tries: int
    attempts: Annotated[list[AttemptDocument], Help("The last twenty tries, the oldest first.")]
    made_at: Timestamp
    ended_at: Timestamp | None


class DeliveryList(TypedDict):
    results: list[DeliveryDocument]
    next: str | None


class RedeliveredDocument(TypedDict):
    version: Annotated[int, Help("What comes after it is sent again.")]


def webhook_documents(hooks: list[Webhook]) -> list[WebhookDocument]:
    events = Tournament.objects.in_bulk({hook.event for hook in hooks if hook.event is not None})
    return [_document(hook, events) for hook in hooks]


def webhook_document(hook: Webhook) -> WebhookDocument:
    return webhook_documents([hook])[0]


def _document(hook: Webhook, events: dict[Any, Tournament]) -> WebhookDocument:
    return {
        "id": hook.pk.hex,
        "url": hook.url,
        "description": hook.description,
        "event": _followed(hook, events),
        "types": hook.types,
        "state": hook.state,
        "why": hook.why or None,
        "version": hook.version,
        "failures": hook.failures,
        "next_try_at": timestamp(hook.next_try_at) if hook.next_try_at else None,
        "former_secret_until": timestamp(hook.former_until) if hook.former_until else None,
        "made_at": timestamp(hook.made_at),
    }


def _followed(hook: Webhook, events: dict[Any, Tournament]) -> FollowedEvent | None:
    """What is hidden has no name any more."""
    if hook.event is None:
        return None
    row = events.get(hook.event)
    if row is None or row.hidden:
        return {"id": hook.event.hex, "slug": None, "name": None}
    return {"id": hook.event.hex, "slug": row.slug, "name": row.name}


def delivery_document(delivery: Delivery) -> DeliveryDocument:
    return {
        "id": delivery.message,
        "kind": delivery.kind,
        "after": delivery.after,
        "version": delivery.upto,
        "state": delivery.state,
        "tries": delivery.tries,
        "attempts": delivery.attempts,
        "made_at": timestamp(delivery.made_at),
        "ended_at": timestamp(delivery.ended_at) if delivery.ended_at else None,
    }
