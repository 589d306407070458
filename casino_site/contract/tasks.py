"""Celery's door to what the contract keeps."""

from celery import shared_task
from django.utils import timezone

from casino_site.contract import kept_answers


@shared_task
def sweep_kept_answers() -> None:
    """Takes away answers that nobody can ask for again."""
    kept_answers.forget_old(timezone.now())
