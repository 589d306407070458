"""What the facts of a tournament say of its matches: the results that ladders rate."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from games.eventstore import Recorded
from games.models import Seat
from tournaments.domain.codec import from_fact
from tournaments.domain.events import ResultRecorded
from tournaments.domain.scores import played
from tournaments.ratings.facts import Teams
from tournaments.ratings.ladder import counted
from tournaments.ratings.services import Result
from tournaments.tournament_log import tournament_log


def results_of(tournament_id: UUID, facts: Sequence[Recorded]) -> list[Result]:
    """The results among the facts, in their order; of those who sat at the tables."""
    events = [(fact, from_fact(fact.type, fact.data)) for fact in facts]
    decided = [(fact, event) for fact, event in events if isinstance(event, ResultRecorded)]
    seated = _seated([UUID(event.match) for _, event in decided])
    state = tournament_log.load(tournament_id)
    players = {entrant.id: entrant.player for entrant in state.entrants}
    return [
        _result(tournament_id, fact, event, seated[UUID(event.match)], players[event.winner])
        for fact, event in decided
    ]


def _result(
    tournament_id: UUID, fact: Recorded, event: ResultRecorded, seats: Teams, winner: str
) -> Result:
    outcomes = played([1 if winner in team else 2 for team in seats], event.scores)
    teams, places = counted(seats, outcomes)
    return Result(
        match=UUID(event.match),
        tournament=tournament_id,
        revision=fact.version,
        teams=teams,
        places=places,
        at=fact.recorded_at,
    )


def _seated(matches: list[UUID]) -> dict[UUID, Teams]:
    """Who sits at each table, seat by seat."""
    found: dict[UUID, Teams] = defaultdict(tuple)
    for seat in Seat.objects.filter(match__in=matches).order_by("match", "number"):
        found[seat.match_id] += ((seat.player_id.hex,),)
    return found
