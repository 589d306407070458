"""What the facts of a tournament say of its matches: the results that ladders rate."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from games.models import Event, Seat
from games.store.eventstore import Recorded
from tournaments.core.stages import Outcome
from tournaments.domain.round_facts import PairingVoided, ResultCorrected, ResultRecorded
from tournaments.ladders.events import Teams
from tournaments.ladders.ladder import counted
from tournaments.ratings.services import RatableResult
from tournaments.store.tournament_log import event_of, tournament_log

Key = tuple[int, int, int]


def results_of(tournament_id: UUID, facts: Sequence[Recorded]) -> list[RatableResult]:
    """What the facts say of matches, in their order: results, corrections, and matches that were
    taken back. Nothing of a tournament that is not rated.
    """
    if not tournament_log.load(tournament_id).settings.rated:
        return []
    found: list[tuple[Recorded, UUID, tuple[Outcome, ...]]] = []
    recorded: dict[Key, UUID | None] = {}
    for fact in facts:
        event = event_of(fact)
        if isinstance(event, ResultRecorded):
            recorded[event.stage, event.round, event.pairing] = UUID(event.match)
            found.append((fact, UUID(event.match), event.outcomes))
        elif isinstance(event, PairingVoided):
            recorded[event.stage, event.round, event.pairing] = None
            if event.match is not None:
                found.append((fact, UUID(event.match), ()))
        elif isinstance(event, ResultCorrected):
            key = event.stage, event.round, event.pairing
            match = recorded[key] if key in recorded else _match_before(facts[0], *key)
            if match is not None:
                found.append((fact, match, event.outcomes))
    seated = _seated([match for _, match, _ in found])
    return [
        _result(tournament_id, fact, match, outcomes, seated[match])
        for fact, match, outcomes in found
        if match in seated
    ]


def _match_before(first: Recorded, stage: int, round_number: int, pairing: int) -> UUID | None:
    """The match whose result the pairing had got before this fact: one fact is read. None where it
    has got none, or none since it was voided.
    """
    said = Event.objects.filter(
        stream=first.stream,
        version__lt=first.version,
        type__in=(ResultRecorded.type, PairingVoided.type),
        data__stage=stage,
        data__round=round_number,
        data__pairing=pairing,
    )
    last = said.order_by("-version").values_list("type", "data__match").first()
    return UUID(last[1]) if last and last[0] == ResultRecorded.type else None


def _result(
    tournament_id: UUID,
    fact: Recorded,
    match: UUID,
    outcomes: tuple[Outcome, ...],
    seats: list[str],
) -> RatableResult:
    sides = len(outcomes) or len(seats)
    teams: Teams = tuple(tuple(seats[side::sides]) for side in range(sides))
    places = None
    if outcomes:
        teams, places = counted(teams, outcomes)
    return RatableResult(match, tournament_id, fact.version, teams, places, fact.recorded_at)


def _seated(matches: list[UUID]) -> dict[UUID, list[str]]:
    """The players of each match, by seat."""
    found: dict[UUID, list[str]] = defaultdict(list)
    for seat in Seat.objects.filter(match__in=matches).order_by("match", "number"):
        found[seat.match_id].append(seat.player_id.hex)
    return dict(found)
