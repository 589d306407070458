"""Celery's door to what staff need."""

from celery import shared_task
from django.utils import timezone

from casino_site.staff import traces


@shared_task
def sweep_traces() -> None:
    """Forgets who signed in from where, a month later."""
    traces.forget_old(timezone.now())
