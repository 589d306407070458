"""Celery's door to tournaments: the hurry-up and the sweep, which call the same duty."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.jobs.coalescing import OneAtATime
from games.jobs.stuck_work import attempt
from games.models import StuckWork
from tournaments.progress.advance import advance, advance_all

# A finished match hurries its tournament, hundreds of them a minute: one look does for all.
_advancing = OneAtATime()


@shared_task
def advance_tournament(tournament_id: str) -> None:
    """Does what is due in this tournament."""
    with attempt(StuckWork.Kind.TOURNAMENT, UUID(tournament_id), timezone.now()):
        _advancing.run(tournament_id, lambda: advance(UUID(tournament_id), timezone.now))


@shared_task
def sweep_tournaments() -> None:
    """Finds what lost hurry-ups left undone, and does it."""
    advance_all(timezone.now)
