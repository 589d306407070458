"""Words that the tests of ratings share."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from engine import Fact
from games.identity import new_id
from games.models import Player
from games.store import eventstore
from tests.noon import NOON
from tournaments.models.ratings import Ladder, RatedMatch, Rating, RatingChange
from tournaments.ratings.services import RatableResult, stream_of
from tournaments.store.tournament_log import tournament_log


def recorded(facts: int = 30) -> UUID:
    """A tournament of which only the record exists: so many facts for results to rest on."""
    id_ = new_id()
    with transaction.atomic():
        noted = [Fact("noted", 1, {}, None)] * facts
        eventstore.append(tournament_log.stream_of(id_), 0, noted, actor="test", now=NOON)
    return id_


def result(
    tournament: UUID,
    match: str,
    *teams: Player | Sequence[Player],
    places: Sequence[int] | None = None,
    wins: bool = True,
    revision: int = 1,
) -> RatableResult:
    """A result in the order of the teams, unless `places` says otherwise; not `wins`: annulled."""
    sides = [(team,) if isinstance(team, Player) else tuple(team) for team in teams]
    found = tuple(places or range(1, len(sides) + 1))
    return RatableResult(
        match=match_id(match),
        tournament=tournament,
        revision=revision,
        teams=tuple(tuple(player.pk.hex for player in side) for side in sides),
        places=found if wins else None,
        at=NOON,
    )


def match_id(name: str) -> UUID:
    return uuid5(UUID(int=0), name)


def facts_of(ladder: str) -> list[str]:
    return [fact.type for fact in eventstore.read(stream_of(ladder))]


def shown(ladder: str) -> dict[str, int]:
    """Everybody's rating by handle."""
    rows = Rating.objects.filter(ladder__key=ladder).select_related("player")
    return {row.player.handle: row.rated.skill.shown for row in rows}


def rows() -> dict[str, list[dict[str, Any]]]:
    """All rows of ratings, without the counters of their tables and of renamings."""
    found = {}
    for model in (Ladder, RatedMatch, Rating, RatingChange):
        values = list(model._default_manager.values())
        for row in values:
            row.pop("id")
            row.pop("renamings", None)
        found[model.__name__] = sorted(values, key=str)
    return found
