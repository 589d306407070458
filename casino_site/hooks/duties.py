"""Which webhooks are due, and what nobody needs any more."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from casino_site.hooks import account_news
from casino_site.hooks.models import Delivery, Webhook
from tournaments.models import Tournament

AT_ONCE = 500
# Of accounts so many are looked at together, each after another.
LOOKED_AT_ONCE = 200
# So long messages are kept, to be looked at and sent once more.
KEPT, PARKED_KEPT = timedelta(days=7), timedelta(days=30)
WAITING = Delivery.State.WAITING


def due(now: datetime) -> Sequence[UUID]:
    """Those for which there is something to send, the longest waiting first."""
    free = _free(now)
    if not free.exists():
        return []
    waiting = Delivery.objects.filter(webhook=OuterRef("pk"), state=WAITING)
    gone_on = Tournament.objects.filter(pk=OuterRef("event"), version__gt=OuterRef("made"))
    out_of_sight = Tournament.objects.filter(pk=OuterRef("event"), hidden=True)
    found = free.filter(Exists(waiting) | Exists(gone_on) | Exists(out_of_sight))
    ids = list(found.order_by("next_try_at", "pk").values_list("pk", flat=True)[:AT_ONCE])
    return [*ids, *_of_accounts(free.filter(event=None).exclude(pk__in=ids))]


def _of_accounts(rows: "QuerySet[Webhook]") -> list[UUID]:
    found: list[UUID] = []
    last = UUID(int=0)
    while some := list(rows.filter(pk__gt=last).order_by("pk")[:LOOKED_AT_ONCE]):
        last = some[-1].pk
        found += [hook.pk for hook in account_news.with_news(some)]
    return found


def _free(now: datetime) -> "QuerySet[Webhook]":
    """On, sent to by nobody, and not resting."""
    return Webhook.objects.filter(
        Q(leased_until=None) | Q(leased_until__lt=now),
        Q(next_try_at=None) | Q(next_try_at__lte=now),
        state=Webhook.State.ON,
    )


def forget_old(now: datetime) -> None:
    """Takes messages away that were received or given up long ago."""
    is_old = Q(state=Delivery.State.DELIVERED, ended_at__lt=now - KEPT) | Q(
        state=Delivery.State.PARKED, ended_at__lt=now - PARKED_KEPT
    )
    old = Delivery.objects.filter(is_old).order_by("ended_at").values_list("pk", flat=True)
    Delivery.objects.filter(pk__in=list(old[:10_000])).delete()
    over = Webhook.objects.filter(former_until__lt=now, former_secret__isnull=False)
    over.update(former_secret=None, former_until=None)
