"""Celery's door to the tournaments app: hurry-ups and the sweep, which call the same duty."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tournaments import duties
from tournaments.one_at_a_time import OneAtATime

# A finished match hurries its tournament, hundreds of them a minute: one look does for all.
_advancing = OneAtATime()


@shared_task
def advance(tournament_id: str) -> None:
    """Does what is due in this tournament."""
    _advancing.run(tournament_id, lambda: duties.advance(UUID(tournament_id), timezone.now))


@shared_task
def sweep_tournaments() -> None:
    """Finds what lost hurry-ups left undone, and does it."""
    duties.advance_all(timezone.now)
