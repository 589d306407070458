"""Casual matches that all agreed to have rated: they come into their ladder once, by what their own
last fact says.
"""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef

from games.casual.models import Table
from games.jobs.stuck_work import work_through
from games.match.results import results_of
from games.models import Match, StuckWork
from games.store.replay import History
from tournaments.models.ratings import RatedMatch
from tournaments.ratings.services import RatableResult, rate

AT_ONCE = 200


def rate_casual(match_id: UUID, now: datetime) -> None:
    """Rates the match if it is over and was agreed to; done twice it is as done once."""
    table = Table.objects.filter(pk=match_id, rated=True)
    if not table.exists() or not _is_over(match_id):
        return
    result = _result_of(match_id)
    if result is not None:
        rate([result], now)
    table.update(to_rate=False)


def unrated() -> list[UUID]:
    """Casual matches that are over and to be rated, the longest first."""
    over = Match.objects.filter(pk=OuterRef("pk"), status=Match.Status.FINISHED)
    rows = Table.objects.filter(Exists(over), to_rate=True).order_by("created_at")
    return list(rows.values_list("pk", flat=True)[:AT_ONCE])


def _is_over(match_id: UUID) -> bool:
    return Match.objects.filter(pk=match_id, status=Match.Status.FINISHED).exists()


def rate_due(now: datetime) -> None:
    """The sweep: rates whatever is due, whatever became of its hurry-ups."""
    work_through(StuckWork.Kind.RATING, unrated(), lambda match_id: rate_casual(match_id, now), now)


def faults_of_casual(match_id: UUID, history: History) -> Iterator[str]:
    """A casual match that is rated otherwise than it ended, or though nobody agreed to it."""
    rows = RatedMatch.objects.filter(match=match_id, tournament=None, places__isnull=False)
    for row in rows.select_related("ladder"):
        result = _result_of(match_id)
        is_agreed = Table.objects.filter(pk=match_id, rated=True).exists()
        wanted = (
            None
            if result is None or result.places is None
            else ([list(team) for team in result.teams], list(result.places), result.revision)
        )
        if not is_agreed or wanted != (row.teams, row.places, row.revision):
            yield f"match {match_id.hex} is not in ladder {row.ladder.key} as it ended"


def _result_of(match_id: UUID) -> RatableResult | None:
    """How the match ended; None of one that has not, was taken back, or had nobody in a seat."""
    found = results_of([match_id]).get(match_id)
    if found is None or found.winner is None or not all(found.came):
        return None
    match = Match.objects.prefetch_related("seats").get(pk=match_id)
    players = [seat.player_id.hex for seat in match.seats.all()]
    assert match.finished_at is not None
    return RatableResult(
        match=match_id,
        tournament=None,
        revision=match.version,
        teams=tuple(tuple(players[seat] for seat in side) for side in found.sides),
        places=found.places,
        at=match.finished_at,
    )
