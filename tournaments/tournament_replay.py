"""Tournaments, replayed."""

from typing import Any
from uuid import UUID

from games.eventstore import Recorded
from games.replay import Aggregate
from tournaments import projections
from tournaments.domain.codec import from_fact, to_fact
from tournaments.domain.commands import (
    CreateTournament,
    Entry,
    MatchResult,
    OpenRegistration,
    PairRound,
    RecordResults,
    RegisterEntrants,
    Start,
    TournamentCommand,
    WithdrawEntrant,
)
from tournaments.domain.decide import decide
from tournaments.domain.events import (
    EntrantRegistered,
    EntrantWithdrawn,
    RegistrationOpened,
    ResultRecorded,
    RoundPaired,
    TournamentCreated,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.domain.evolve import evolve
from tournaments.domain.state import NEW, State
from tournaments.models import Entrant, Pairing, Tournament


def _event_of(fact: Recorded) -> TournamentEvent:
    return from_fact(fact.type, fact.data)


def _command_of(state: State, event: TournamentEvent) -> TournamentCommand | None:
    match event:
        case TournamentCreated():
            fields = {name: getattr(event, name) for name in TournamentCreated.__slots__}
            return CreateTournament(**fields)
        case RegistrationOpened():
            return OpenRegistration(state.options.organiser)
        case EntrantRegistered():
            by = event.player if event.bot is None else state.options.organiser
            entry = Entry(event.entrant, event.player, event.bot)
            return RegisterEntrants(by, (entry,))
        case EntrantWithdrawn():
            gone = [entrant.player for entrant in state.entrants if entrant.id == event.entrant]
            return WithdrawEntrant(gone[0]) if gone else None
        case TournamentStarted():
            return Start(None)
        case RoundPaired():
            matches = tuple(paired.match for paired in event.pairings if paired.match)
            return PairRound(event.round, matches)
        case ResultRecorded():
            return RecordResults((_result_of(state, event),))
    return None


def _result_of(state: State, event: ResultRecorded) -> MatchResult:
    pairings = state.open_round.pairings if state.open_round else ()
    entrants = next((p.entrants for p in pairings if p.match == event.match), ())
    winner = entrants.index(event.winner) if event.winner in entrants else 0
    return MatchResult(event.match, winner, event.scores, event.reason, event.anchor)


def _lock(tournament_id: UUID) -> None:
    Tournament.objects.select_for_update().filter(id=tournament_id).first()


def _rows(tournament_id: UUID) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, rows, key in (
        ("tournament", Tournament.objects.filter(id=tournament_id), "id"),
        ("entrant", Entrant.objects.filter(tournament=tournament_id), "number"),
        ("pairing", Pairing.objects.filter(tournament=tournament_id), ("round", "number")),
    ):
        for row in rows.values():
            place = row[key] if isinstance(key, str) else tuple(row[part] for part in key)
            if name == "pairing":
                del row["id"]  # a counter of the table, which means nothing
            found |= {f"{name} {place} {column}": value for column, value in row.items()}
    return found


def _remove_rows(tournament_id: UUID) -> None:
    Tournament.objects.filter(id=tournament_id).update(champion=None)
    Pairing.objects.filter(tournament=tournament_id).delete()
    Tournament.objects.filter(id=tournament_id).delete()


def _write_rows(
    tournament_id: UUID, history: list[tuple[Recorded, TournamentEvent, State]]
) -> None:
    for fact, event, state in history:
        projections.project(state, [event], fact.recorded_at)


TOURNAMENTS: Aggregate[State, TournamentEvent, TournamentCommand] = Aggregate(
    kind="tournament",
    new=NEW,
    event_of=_event_of,
    fact_of=to_fact,
    command_of=_command_of,
    decide=decide,
    evolve=evolve,
    lock=_lock,
    rows=_rows,
    remove_rows=_remove_rows,
    write_rows=_write_rows,
)
