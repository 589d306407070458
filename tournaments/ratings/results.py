"""What the facts of a tournament say of its matches: the results that ladders rate."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from games.models import Seat
from games.store import eventstore
from games.store.eventstore import Recorded
from tournaments.core.stages import Outcome
from tournaments.domain.round_facts import PairingVoided, ResultCorrected, ResultRecorded
from tournaments.ladders.events import Teams
from tournaments.ladders.ladder import counted
from tournaments.ratings.services import Result
from tournaments.store.tournament_log import event_of, tournament_log

Key = tuple[int, int, int]


def results_of(tournament_id: UUID, facts: Sequence[Recorded]) -> list[Result]:
    """What the facts say of matches, in their order: results, corrections, and matches that were
    taken back. Nothing of a tournament that is not rated.
    """
    if not tournament_log.load(tournament_id).settings.rated:
        return []
    found: list[tuple[Recorded, UUID, tuple[Outcome, ...]]] = []
    matches: dict[Key, UUID] | None = None
    for fact in facts:
        event = event_of(fact)
        if isinstance(event, ResultRecorded):
            found.append((fact, UUID(event.match), event.outcomes))
        elif isinstance(event, PairingVoided) and event.match is not None:
            found.append((fact, UUID(event.match), ()))
        elif isinstance(event, ResultCorrected):
            matches = matches or _matches(tournament_id, facts[-1].version)
            match = matches.get((event.stage, event.round, event.pairing))
            if match is not None:
                found.append((fact, match, event.outcomes))
    seated = _seated([match for _, match, _ in found])
    return [
        _result(tournament_id, fact, match, outcomes, seated[match])
        for fact, match, outcomes in found
        if match in seated
    ]


def _matches(tournament_id: UUID, version: int) -> dict[Key, UUID]:
    """The match whose result each pairing last got, up to this version."""
    stream = tournament_log.stream_of(tournament_id)
    found = {}
    for fact in eventstore.read(stream, limit=version):
        if fact.type == ResultRecorded.type:
            event = event_of(fact)
            assert isinstance(event, ResultRecorded)
            found[event.stage, event.round, event.pairing] = UUID(event.match)
    return found


def _result(
    tournament_id: UUID,
    fact: Recorded,
    match: UUID,
    outcomes: tuple[Outcome, ...],
    seats: list[str],
) -> Result:
    sides = len(outcomes) or len(seats)
    teams: Teams = tuple(tuple(seats[side::sides]) for side in range(sides))
    places = None
    if outcomes:
        teams, places = counted(teams, outcomes)
    return Result(match, tournament_id, fact.version, teams, places, fact.recorded_at)


def _seated(matches: list[UUID]) -> dict[UUID, list[str]]:
    """The players of each match, by seat."""
    found: dict[UUID, list[str]] = defaultdict(list)
    for seat in Seat.objects.filter(match__in=matches).order_by("match", "number"):
        found[seat.match_id].append(seat.player_id.hex)
    return dict(found)
