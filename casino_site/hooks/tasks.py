"""Celery's door to the webhooks: a queue and a process of their own, as receivers may be slow."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from casino_site.hooks import delivering, duties
from casino_site.hooks.models import Webhook
from games.jobs import signs_of_life
from games.jobs.task_queue import enqueue_after_commit


@shared_task
def deliver(hook_id: str) -> None:
    """Sends what this webhook is to be sent; what is left is queued behind all others."""
    if delivering.deliver(UUID(hook_id), timezone.now):
        enqueue_after_commit(deliver, hook_id)


@shared_task
def sweep_webhooks() -> None:
    """Finds webhooks for which there is something to send."""
    for hook_id in duties.due(timezone.now()):
        enqueue_after_commit(deliver, hook_id.hex)


@shared_task
def give_sign_of_life() -> None:
    """Says that a courier takes messages."""
    signs_of_life.give(signs_of_life.COURIER, timezone.now())


@shared_task
def forget_deliveries() -> None:
    """Takes old messages away."""
    duties.forget_old(timezone.now())


def deliver_soon(hook: Webhook) -> None:
    """Queues it, once what is being written is committed."""
    enqueue_after_commit(deliver, hook.pk.hex)
