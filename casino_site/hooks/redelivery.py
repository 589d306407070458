"""Messages that are sent once more."""

from datetime import datetime

from django.db import transaction

from casino_site.hooks.models import Delivery, Webhook
from casino_site.hooks.refusals import NotToBeRedelivered
from casino_site.hooks.subscriptions import require_on
from games.limits.asked import spend_of
from games.limits.budgets import WEBHOOK_MESSAGES

WAITING = Delivery.State.WAITING


def redeliver(delivery: Delivery, now: datetime) -> Delivery:
    """Has the message sent again, under the same id. Refuses a test (`not_to_be_redelivered`),
    `webhook_not_on` and `throttled`.
    """
    hook = delivery.webhook
    require_on(hook)
    if delivery.kind == Delivery.Kind.PING:
        raise NotToBeRedelivered()
    spend_of(WEBHOOK_MESSAGES, hook.owner_id.hex)
    with transaction.atomic():
        hook.deliveries.filter(pk=delivery.pk).update(state=WAITING, tried_since=now, ended_at=None)
        Webhook.objects.filter(pk=hook.pk).update(next_try_at=None)
    delivery.refresh_from_db()
    return delivery


def redeliver_after(hook: Webhook, after: int, now: datetime) -> int:
    """Has everything after a version sent again, from which it is answered how far. Of an event
    all its facts, in new messages; of an account the messages that are still kept.

    Refuses `webhook_not_on` and `throttled`.
    """
    require_on(hook)
    spend_of(WEBHOOK_MESSAGES, hook.owner_id.hex)
    with transaction.atomic():
        row = Webhook.objects.select_for_update().get(pk=hook.pk)
        row.next_try_at = None
        messages = row.deliveries.exclude(kind=Delivery.Kind.PING).filter(upto__gt=after)
        if row.event is None:
            messages.update(state=WAITING, tried_since=now, ended_at=None)
        else:
            # What is on its way is made anew: its sender finds its row gone.
            messages.filter(state=WAITING).delete()
            row.made = min(row.made, after)
        row.version = min(row.version, after)
        row.save(update_fields=["next_try_at", "made", "version"])
    hook.refresh_from_db()
    return hook.version
