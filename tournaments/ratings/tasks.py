"""Celery's door to ratings: the hurry-up and the sweep, which call the same duty."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.jobs.coalescing import OneAtATime
from games.jobs.stuck_work import attempt
from games.models import StuckWork
from tournaments.ratings import casual, progress

# Each result hurries its ratings, and all but one of them would wait for the same row.
_rating = OneAtATime()


@shared_task
def rate_tournament(tournament_id: str) -> None:
    """Rates what this tournament has recorded."""
    with attempt(StuckWork.Kind.RATING, UUID(tournament_id), timezone.now()):
        _rating.run(
            tournament_id, lambda: progress.rate_tournament(UUID(tournament_id), timezone.now())
        )


@shared_task
def sweep_ratings() -> None:
    """Finds results that lost hurry-ups left unrated, and rates them."""
    progress.rate_due(timezone.now())
    casual.rate_due(timezone.now())


@shared_task
def rate_casual(match_id: str) -> None:
    """Rates this casual match, if all agreed to it."""
    with attempt(StuckWork.Kind.RATING, UUID(match_id), timezone.now()):
        casual.rate_casual(UUID(match_id), timezone.now())
