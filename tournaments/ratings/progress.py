"""The duty of ratings: every result that a tournament records comes into its ladder, once.

How far a tournament has been read is kept in the transaction that rates, so a run may stop
anywhere and run beside itself.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.jobs.stuck_work import work_through
from games.models import StuckWork
from games.store import eventstore
from tournaments.models import Tournament
from tournaments.models.ratings import RatingProgress
from tournaments.ratings.results import results_of
from tournaments.ratings.services import rate
from tournaments.store.tournament_log import tournament_log

FACTS_AT_ONCE = 500


def rate_tournament(tournament_id: UUID, now: datetime) -> None:
    """Rates what the tournament has recorded since it was read last."""
    while _step(tournament_id, now):
        pass


def unread_tournaments() -> list[UUID]:
    """Tournaments that have facts which nobody has looked at for ratings."""
    read = RatingProgress.objects.filter(
        tournament=OuterRef("pk"), version__gte=OuterRef("version")
    )
    return list(Tournament.objects.filter(~Exists(read)).values_list("pk", flat=True))


def rate_due(now: datetime) -> None:
    """The sweep: rates whatever is due, whatever became of its hurry-ups."""

    def do(tournament_id: UUID) -> None:
        rate_tournament(tournament_id, now)

    work_through(StuckWork.Kind.RATING, sorted(unread_tournaments()), do, now)


@transaction.atomic
def _step(tournament_id: UUID, now: datetime) -> bool:
    """Reads on by some facts; False when there are none, or somebody else is reading them: who has
    read looks once more, and the sweep finds what was recorded in that very moment.
    """
    RatingProgress.objects.get_or_create(tournament=tournament_id, defaults={"version": 0})
    unread = RatingProgress.objects.select_for_update(skip_locked=True)
    progress = unread.filter(tournament=tournament_id).first()
    if progress is None:
        return False
    stream = tournament_log.stream_of(tournament_id)
    facts = eventstore.read(stream, after=progress.version, limit=FACTS_AT_ONCE)
    if not facts:
        return False
    rate(results_of(tournament_id, facts), now)
    progress.version = facts[-1].version
    progress.save()
    return True
