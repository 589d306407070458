"""The read models of ladders, written in the transaction that appends their facts."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import TypeVar
from uuid import UUID

from games.store.eventstore import StaleStream
from tournaments.ladders import ladder as pure
from tournaments.ladders.ladder import MatchStanding
from tournaments.ladders.rating_history import BEGINNER, Change, Counted, Rated, changes
from tournaments.models.ratings import Ladder, RatedMatch, Rating, RatingChange

ROWS_AT_ONCE = 500
Row = TypeVar("Row")


def project(ladder: UUID, before: pure.Ladder, after: pure.Ladder, touched: set[str]) -> None:
    """Writes how the `touched` matches stand after a change, and all that follows from it.

    Raises `StaleStream` where the row is not of the state before: the log was put back meanwhile.
    """
    standings = {match: after.matches[match] for match in touched}
    _write_matches(ladder, standings)
    if standings:
        _rate_from(ladder, min(standing.version for standing in standings.values()))
    row = Ladder.objects.filter(pk=ladder, version=before.version)
    if not row.update(version=after.version):
        raise StaleStream(ladder.hex)


def write_anew(row: Ladder, matches: Mapping[str, MatchStanding]) -> None:
    """Writes all that follows from the matches of a ladder that has no rows yet."""
    in_order = sorted(matches.items(), key=lambda item: item[1].version)
    rows = (_match_row(row.pk, match, standing) for match, standing in in_order)
    for chunk in _chunks(rows):
        RatedMatch.objects.bulk_create(chunk)
    counting = (
        Counted(standing.version, match, standing.teams, standing.places, standing.at)
        for match, standing in in_order
        if standing.places is not None
    )
    _write_changes(row.pk, {}, counting)


def _write_matches(ladder: UUID, standings: Mapping[str, MatchStanding]) -> None:
    rows = [_match_row(ladder, match, standing) for match, standing in standings.items()]
    RatedMatch.objects.bulk_create(
        rows,
        batch_size=ROWS_AT_ONCE,
        update_conflicts=True,
        unique_fields=["match", "ladder"],
        update_fields=["revision", "teams", "places"],
    )


def _match_row(ladder: UUID, match: str, standing: MatchStanding) -> RatedMatch:
    return RatedMatch(
        ladder_id=ladder,
        match=UUID(match),
        version=standing.version,
        revision=standing.revision,
        tournament=UUID(standing.tournament) if standing.tournament else None,
        teams=[list(team) for team in standing.teams],
        places=None if standing.places is None else list(standing.places),
        at=datetime.fromisoformat(standing.at),
    )


def _rate_from(ladder: UUID, version: int) -> None:
    """Rates the matches from `version` on anew, as if what was made of them had never been."""
    undone = RatingChange.objects.filter(ladder=ladder, version__gte=version).order_by("version")
    start: dict[str, Rated] = {}
    for change in undone:
        start.setdefault(change.player_id.hex, change.before)
    matches = [
        _counted(match)
        for match in RatedMatch.objects.filter(ladder=ladder, version__gte=version).order_by(
            "version"
        )
        if match.places is not None
    ]
    others = {player for match in matches for team in match.teams for player in team} - set(start)
    for rating in _ratings(ladder, others):
        start[rating.player_id.hex] = rating.rated
    undone.delete()
    _write_changes(ladder, start, matches)


def _counted(row: RatedMatch) -> Counted:
    assert row.places is not None
    teams = tuple(tuple(team) for team in row.teams)
    return Counted(row.version, row.match.hex, teams, tuple(row.places), row.at.isoformat())


def _ratings(ladder: UUID, players: set[str]) -> Iterator[Rating]:
    for chunk in _chunks(sorted(players)):
        ids = [UUID(player) for player in chunk]
        yield from Rating.objects.filter(ladder=ladder, player__in=ids)


def _write_changes(ladder: UUID, start: Mapping[str, Rated], matches: Iterable[Counted]) -> None:
    """Rates the matches and leaves everybody in `start` or in them with the rating they have."""
    final = dict(start)

    def rows() -> Iterator[RatingChange]:
        for change in changes(start, matches):
            final[change.player] = change.after
            yield _change_row(ladder, change)

    for chunk in _chunks(rows()):
        RatingChange.objects.bulk_create(chunk)
    _write_ratings(ladder, final)


def _change_row(ladder: UUID, change: Change) -> RatingChange:
    return RatingChange(
        ladder_id=ladder,
        version=change.counted.version,
        player_id=UUID(change.player),
        match=UUID(change.counted.match),
        number=change.after.matches,
        mu_before=change.before.skill.mu,
        sigma_before=change.before.skill.sigma,
        mu=change.after.skill.mu,
        sigma=change.after.skill.sigma,
        at=datetime.fromisoformat(change.counted.at),
    )


def _write_ratings(ladder: UUID, ratings: Mapping[str, Rated]) -> None:
    gone = [UUID(player) for player, rating in ratings.items() if rating == BEGINNER]
    for chunk in _chunks(gone):
        Rating.objects.filter(ladder=ladder, player__in=chunk).delete()
    kept = [
        Rating(
            ladder_id=ladder,
            player_id=UUID(player),
            mu=rating.skill.mu,
            sigma=rating.skill.sigma,
            provisional=rating.skill.provisional,
            matches=rating.matches,
        )
        for player, rating in ratings.items()
        if rating != BEGINNER
    ]
    Rating.objects.bulk_create(
        kept,
        batch_size=ROWS_AT_ONCE,
        update_conflicts=True,
        unique_fields=["ladder", "player"],
        update_fields=["mu", "sigma", "provisional", "matches"],
    )


def _chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    remaining = iter(rows)
    while chunk := list(islice(remaining, ROWS_AT_ONCE)):
        yield chunk
