"""Reading ratings: the JSON of docs/protocol.md, in a bounded number of queries.

Everything here is public. The ladder's row is read before the rows under it, so a document may be
newer than the version that it names, never older.
"""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.db.models.functions import Lower

from games.envelopes import timestamp
from games.models import Player
from tournaments.core.refusals import UnknownLadder, UnknownPlayer
from tournaments.ladders.ladder import LADDERS
from tournaments.ladders.rules import SHOWN_PER_MU
from tournaments.models.ratings import Ladder, RatedMatch, Rating, RatingChange, ladder_id
from tournaments.ratings.documents import (
    LadderDocument,
    LeaderDocument,
    PlayerRatingDocument,
    RatingChangeDocument,
    RatingFields,
)
from tournaments.store.entrant_views import player_json


def ladders() -> list[LadderDocument]:
    """All ladders, those that have rated nothing yet too."""
    rows = {row.key: row for row in Ladder.objects.annotate(players=Count("ratings"))}
    return [
        {
            "ladder": key,
            "players": rows[key].players if key in rows else 0,
            "version": rows[key].version if key in rows else 0,
        }
        for key in LADDERS
    ]


def find(key: str) -> Ladder:
    """The ladder, at version 0 where it has rated nothing. Refuses `unknown_ladder`."""
    if key not in LADDERS:
        raise UnknownLadder()
    return Ladder.objects.filter(key=key).first() or Ladder(id=ladder_id(key), key=key, version=0)


def find_player(handle: str) -> Player:
    """The person or bot of this handle, however it is capitalised. Refuses `unknown_player`."""
    try:
        Player._meta.get_field("handle").run_validators(handle)
    except ValidationError:
        raise UnknownPlayer() from None  # unasked: a database may choke on such a text
    by_index = Player.objects.alias(lowered=Lower("handle"))
    found = by_index.filter(lowered=handle.lower()).first()
    if found is None:
        raise UnknownPlayer()
    return found


def in_order(ladder: Ladder) -> QuerySet[Rating]:
    """Who is on the ladder: settled ratings first, the highest first."""
    found = Rating.objects.filter(ladder=ladder).select_related("player")
    return found.order_by("provisional", "-mu", "player")


def leaderboard(ladder: Ladder, skip: int, most: int) -> list[LeaderDocument]:
    """So many lines of the ladder, with the players' ranks."""
    rows = list(in_order(ladder)[skip : skip + most])
    return [
        {"rank": rank, "player": player_json(row.player), **rating_json(row)}
        for row, rank in zip(rows, _ranks(ladder, skip, rows), strict=True)
    ]


def ratings_of(player: Player, key: str | None, most: int) -> list[PlayerRatingDocument]:
    """The player's ladders, each with the last `most` matches, oldest first."""
    rows = Rating.objects.filter(player=player).select_related("ladder")
    found = {row.ladder.key: row for row in rows}
    return [
        {
            "ladder": name,
            "rank": _rank(found[name]),
            **rating_json(found[name]),
            "history": _history(found[name], most),
        }
        for name in LADDERS
        if name in found and key in (None, name)
    ]


def ratings_of_players(players: Collection[UUID], key: str) -> dict[UUID, int]:
    """The ratings on one ladder of those of the players who have one."""
    rows = Rating.objects.filter(ladder__key=key, player__in=players)
    return {row.player_id: row.rated.skill.shown for row in rows}


def rating_json(row: Rating) -> RatingFields:
    return {
        "rating": row.rated.skill.shown,
        "deviation": round(SHOWN_PER_MU * row.sigma),
        "provisional": row.provisional,
        "matches": row.matches,
    }


def _ranks(ladder: Ladder, skip: int, rows: list[Rating]) -> Iterable[int | None]:
    """Equals share a rank; a provisional rating has none."""
    rank, before = 0, None
    for place, row in enumerate(rows, skip + 1):
        if row.provisional:
            yield None
            continue
        if before is None:
            rank = _rank(row) or 1
        elif row.mu != before:
            rank = place
        before = row.mu
        yield rank


def _rank(row: Rating) -> int | None:
    if row.provisional:
        return None
    ahead = Rating.objects.filter(ladder=row.ladder_id, provisional=False, mu__gt=row.mu)
    return 1 + ahead.count()


def _history(rating: Rating, most: int) -> list[RatingChangeDocument]:
    changes = RatingChange.objects.filter(ladder=rating.ladder_id, player=rating.player_id)
    newest = list(changes.order_by("-version")[:most])
    matches = _matches(rating.ladder_id, [change.version for change in newest])
    return [
        _change_json(change, match, places)
        for change in reversed(newest)
        # Between the two readings the match may have been taken out of the ladder.
        if (places := (match := matches[change.version]).places) is not None
    ]


def _matches(ladder: UUID, versions: list[int]) -> dict[int, RatedMatch]:
    rows = RatedMatch.objects.filter(ladder=ladder, version__in=versions)
    return {row.version: row for row in rows}


def _change_json(
    change: RatingChange, match: RatedMatch, places: list[int]
) -> RatingChangeDocument:
    player = change.player_id.hex
    team = next(number for number, team in enumerate(match.teams) if player in team)
    return {
        "version": change.version,
        "match": change.match.hex,
        "tournament": match.tournament.hex if match.tournament else None,
        "teams": match.teams,
        "place": places[team],
        "before": change.before.skill.shown,
        "after": change.after.skill.shown,
        "at": timestamp(change.at),
    }
