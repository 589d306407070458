"""Celery's door to what staff need."""

from celery import shared_task
from django.utils import timezone

from casino_site.staff import acts, traces


@shared_task
def sweep_staff() -> None:
    """Forgets who signed in from where, a month later, and finishes bans that broke off."""
    now = timezone.now()
    traces.forget_old(now)
    acts.finish_bans(now)
