"""Whether the ladders say of a tournament's matches what the tournament itself says."""

from collections.abc import Iterator
from uuid import UUID

from games.store.replay import History
from tournaments.ladders.ladder import ladder_of
from tournaments.models.ratings import RatedMatch, RatingProgress
from tournaments.ratings.results import results_of
from tournaments.ratings.services import RatableResult, with_bots

Standings = dict[tuple[UUID, str], tuple[object, object]]


def faults_of_ratings(tournament_id: UUID, history: History) -> Iterator[str]:
    """Each match of the tournament that is rated otherwise than its facts say, or not at all,
    though they have been read for ratings. In a transaction: ratings of the tournament wait for its
    end.
    """
    facts = [fact for fact, _, _ in history]
    held = RatingProgress.objects.select_for_update().filter(tournament=tournament_id).first()
    read = facts[: held.version if held else 0]
    wanted = _wanted(results_of(tournament_id, read) if read else [])
    rated: Standings = {
        (row.match, row.ladder.key): (row.teams, row.places)
        for row in RatedMatch.objects.filter(tournament=tournament_id).select_related("ladder")
        if row.places is not None
    }
    for key in sorted(wanted.keys() | rated.keys(), key=str):
        if wanted.get(key) != rated.get(key):
            match, ladder = key
            yield f"match {match.hex} is not in ladder {ladder} as the tournament says"


def _wanted(results: list[RatableResult]) -> Standings:
    """How each match that counts stands in the end, in its one ladder."""
    last = {result.match: result for result in results}
    bots = with_bots(list(last.values()))
    return {
        (match, ladder_of(result.teams, with_bots=match in bots)): (
            [list(team) for team in result.teams],
            list(result.places),
        )
        for match, result in last.items()
        if result.places is not None
    }
