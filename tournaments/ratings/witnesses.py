"""What rows know of the streams of tournaments and ladders (`games.store.witnesses`).

Ratings and standings are made after the facts and note how far those had come.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from games.store.witnesses import Witness
from tournaments.domain import codec
from tournaments.ladders import events
from tournaments.models import StandingsEdition, Tournament
from tournaments.models.ratings import Ladder, RatedMatch, RatingChange, RatingProgress


def _of_tournament(tournament_id: UUID) -> Iterable[int]:
    for rows, column in (
        (Tournament.objects.filter(id=tournament_id), "version"),
        (StandingsEdition.objects.filter(tournament=tournament_id), "version"),
        (RatedMatch.objects.filter(tournament=tournament_id), "revision"),
        (RatingProgress.objects.filter(tournament=tournament_id), "version"),
    ):
        yield from rows.order_by(f"-{column}").values_list(column, flat=True)[:1]


def _tournaments() -> Iterable[UUID]:
    yield from Tournament.objects.values_list("id", flat=True)
    yield from RatingProgress.objects.values_list("tournament", flat=True)
    rated = RatedMatch.objects.filter(tournament__isnull=False).order_by()
    for id_ in rated.values_list("tournament", flat=True).distinct():
        assert id_ is not None
        yield id_


def _of_ladder(ladder_id: UUID) -> Iterable[int]:
    for rows in (
        Ladder.objects.filter(id=ladder_id),
        RatedMatch.objects.filter(ladder=ladder_id),
        RatingChange.objects.filter(ladder=ladder_id),
    ):
        yield from rows.order_by("-version").values_list("version", flat=True)[:1]


def _ladders() -> Iterable[UUID]:
    return Ladder.objects.values_list("id", flat=True)


def _named(type_: str, data: dict[str, Any]) -> Any | None:
    """As `games.api.keys` makes the digests of commands: by whom, of what somebody has done."""
    return {"by": data["by"]} if data.get("by") else None


def _rated(type_: str, data: dict[str, Any]) -> Any | None:
    """As `tournaments.ratings.services` makes the digests of its commands."""
    if type_ in ("match_rated", "rating_corrected"):
        return [data["teams"], data["places"]]
    return None


TOURNAMENT_WITNESS = Witness("tournament", _of_tournament, _tournaments, _named, codec.SCHEMA_OF)
RATINGS_WITNESS = Witness("ratings", _of_ladder, _ladders, _rated, events.SCHEMA_OF)
