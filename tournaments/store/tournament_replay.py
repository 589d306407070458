"""Tournaments, replayed."""

from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from games.store.eventstore import Recorded
from games.store.replay import Aggregate
from tournaments.core.stages import Status
from tournaments.domain import commands as asked
from tournaments.domain import events as facts
from tournaments.domain.codec import to_fact
from tournaments.domain.decide import decide
from tournaments.domain.decision import text
from tournaments.domain.entrant_facts import (
    ByeRequested,
    ClubSet,
    EntrantCheckedIn,
    EntrantDisqualified,
    EntrantPaused,
    EntrantRegistered,
    EntrantReinstated,
    EntrantResumed,
    EntrantWithdrawn,
    MemberSubstituted,
    PairForbidden,
    SeedingSet,
)
from tournaments.domain.evolve import evolve
from tournaments.domain.fact_parts import (
    Table,
)
from tournaments.domain.round_facts import (
    DisputeResolved,
    MatchForfeited,
    PairingOverridden,
    ResultCorrected,
    ResultDisputed,
    ResultRecorded,
    RoundClosed,
    RoundDiscarded,
    RoundFailed,
    RoundPaired,
    RoundPublished,
    RoundRetried,
    ScoreAdjusted,
)
from tournaments.domain.state import NEW, State
from tournaments.models import (
    Entrant,
    Member,
    Pairing,
    RetiredMatch,
    Round,
    Seating,
    Stage,
    Tournament,
)
from tournaments.ratings.proof import fault_of_ratings
from tournaments.store import projections
from tournaments.store.tournament_log import event_of

Asked = Callable[[State, Any, datetime], asked.TournamentCommand]


def _command_of(
    state: State, event: facts.TournamentEvent, at: datetime
) -> asked.TournamentCommand | None:
    """The command whose first fact this was; None for what only follows from others."""
    ask = _ASKED.get(type(event))
    return None if ask is None else ask(state, event, at)


def _created(state: State, event: facts.TournamentCreated, at: datetime) -> asked.CreateTournament:
    return asked.CreateTournament(
        event.tournament, event.slug, event.organiser, event.settings, event.seed, at
    )


def _registered(state: State, event: EntrantRegistered, at: datetime) -> asked.RegisterEntrants:
    entry = asked.Entry(event.entrant, event.members, event.name, event.club)
    return asked.RegisterEntrants(event.by, (entry,))


def _paired(state: State, event: RoundPaired, at: datetime) -> asked.PairRound:
    return asked.PairRound(_matches(event.tables), at)


def _matches(tables: tuple[Table, ...]) -> tuple[str, ...]:
    return tuple(table.match for table in tables if table.match is not None)


def _failed(state: State, event: RoundFailed, at: datetime) -> asked.PairRound | asked.FailRound:
    if event.problem == "no_pairing":
        return asked.PairRound((), at)
    return asked.FailRound(event.problem)


def _overridden(state: State, event: PairingOverridden, at: datetime) -> asked.OverridePairings:
    tables = tuple((table.number, table.sides) for table in event.tables)
    return asked.OverridePairings(
        event.by, event.stage, event.round, tables, event.reason, _matches(event.tables)
    )


def _later(starts_at: str, at: datetime) -> datetime | None:
    """When a round was to start, if it was not at once."""
    return None if starts_at == text(at) else datetime.fromisoformat(starts_at)


def _result(state: State, event: ResultRecorded, at: datetime) -> asked.RecordResults:
    result = asked.MatchResult(
        match=event.match,
        places=tuple(outcome.place for outcome in event.outcomes),
        points=tuple(outcome.points for outcome in event.outcomes),
        came=tuple(outcome.status is not Status.NO_SHOW for outcome in event.outcomes),
        reason=event.reason,
        anchor=event.anchor,
        deals=event.deals,
    )
    return asked.RecordResults((result,), at)


def _forfeited(state: State, event: MatchForfeited, at: datetime) -> asked.ForfeitMatch:
    lost = tuple(
        side for side, outcome in enumerate(event.outcomes) if outcome.status is Status.FORFEIT_LOSS
    )
    return asked.ForfeitMatch(
        event.by, event.stage, event.round, event.pairing, lost, event.reason, at
    )


def _corrected(state: State, event: ResultCorrected, at: datetime) -> asked.CorrectResult:
    return asked.CorrectResult(
        by=event.by,
        stage=event.stage,
        round=event.round,
        pairing=event.pairing,
        places=tuple(outcome.place for outcome in event.outcomes),
        points=tuple(outcome.points for outcome in event.outcomes),
        reason=event.reason,
        reset=True,
        now=at,
    )


_ASKED: Mapping[type[facts.TournamentEvent], Asked] = {
    facts.TournamentCreated: _created,
    facts.SettingsChanged: lambda _, e, at: asked.ChangeSettings(e.by, e.settings, at),
    facts.RegistrationOpened: lambda _, e, at: asked.OpenRegistration(e.by),
    facts.CheckInOpened: lambda _, e, at: asked.OpenCheckIn(e.by),
    EntrantRegistered: _registered,
    EntrantCheckedIn: lambda _, e, at: asked.CheckIn(e.by, e.entrant),
    EntrantWithdrawn: lambda _, e, at: asked.WithdrawEntrant(e.by, e.entrant, e.reason),
    EntrantReinstated: lambda _, e, at: asked.ReinstateEntrant(e.by, e.entrant, e.reason),
    EntrantDisqualified: lambda _, e, at: asked.DisqualifyEntrant(e.by, e.entrant, e.reason),
    EntrantPaused: lambda _, e, at: asked.PauseEntrant(e.by, e.entrant, e.reason),
    EntrantResumed: lambda _, e, at: asked.ResumeEntrant(e.by, e.entrant),
    ByeRequested: lambda _, e, at: asked.RequestBye(e.by, e.entrant),
    MemberSubstituted: lambda _, e, at: asked.Substitute(
        e.by, e.entrant, e.out, e.member, e.reason
    ),
    SeedingSet: lambda _, e, at: asked.SetSeeding(e.by, e.seeds),
    ClubSet: lambda _, e, at: asked.SetClub(e.by, e.entrant, e.club),
    PairForbidden: lambda _, e, at: asked.ForbidPair(e.by, e.entrants, e.reason),
    facts.TournamentStarted: lambda _, e, at: asked.Start(e.by),
    facts.StageStarted: lambda _, e, at: asked.StartStage(e.lot, e.rated, at),
    RoundPaired: _paired,
    RoundPublished: lambda _, e, at: asked.PublishRound(
        e.by, e.stage, e.round, _later(e.starts_at, at), at
    ),
    RoundDiscarded: lambda _, e, at: asked.DiscardRound(e.by, e.stage, e.round, e.reason),
    PairingOverridden: _overridden,
    RoundFailed: _failed,
    RoundRetried: lambda _, e, at: asked.RetryRound(e.by),
    ResultRecorded: _result,
    MatchForfeited: _forfeited,
    ResultCorrected: _corrected,
    ResultDisputed: lambda _, e, at: asked.DisputeResult(
        e.by, e.stage, e.round, e.pairing, e.reason, at
    ),
    DisputeResolved: lambda _, e, at: asked.ResolveDispute(
        e.by, e.stage, e.round, e.pairing, e.reason, at
    ),
    RoundClosed: lambda _, e, at: asked.Settle(at),
    facts.StageCompleted: lambda _, e, at: asked.Settle(at),
    ScoreAdjusted: lambda _, e, at: asked.AdjustScore(e.by, e.entrant, e.score, e.reason),
    facts.StageEndedEarly: lambda _, e, at: asked.EndEarly(e.by, e.reason, at),
    # Nobody was left to start the next stage with.
    facts.TournamentCompleted: lambda _, e, at: asked.StartStage(b"", (), at),
    facts.TournamentPaused: lambda _, e, at: asked.PauseTournament(e.by, e.reason),
    facts.TournamentResumed: lambda _, e, at: asked.ResumeTournament(e.by),
    facts.TournamentCancelled: lambda _, e, at: asked.CancelTournament(e.by, e.reason, at),
}


def _lock(tournament_id: UUID) -> None:
    Tournament.objects.select_for_update().filter(id=tournament_id).first()


def _rows(tournament_id: UUID) -> dict[str, Any]:
    """Every value of every row by table, key and column; counters of the tables mean nothing, and
    how far the editions have come is no consequence of the facts.
    """
    found: dict[str, Any] = {}
    of = {"tournament": tournament_id}
    for name, rows, keys, hidden in (
        ("tournament", Tournament.objects.filter(id=tournament_id), ("id",), ()),
        ("entrant", Entrant.objects.filter(**of), ("number",), ()),
        ("member", Member.objects.filter(**of), ("entrant_id", "player_id"), ("id",)),
        ("stage", Stage.objects.filter(**of), ("number",), ("id", "edition")),
        ("round", Round.objects.filter(**of), ("stage", "number"), ("id",)),
        ("pairing", Pairing.objects.filter(**of), ("stage", "round", "number"), ("id",)),
        ("retired match", RetiredMatch.objects.filter(**of), ("match_id",), ()),
    ):
        for row in rows.values():
            place = tuple(row[key] for key in keys)
            for column, value in row.items():
                if column not in hidden:
                    found[f"{name} {place} {column}"] = value
    seatings = Seating.objects.filter(pairing__tournament=tournament_id).values_list(
        "pairing__stage", "pairing__round", "pairing__number", "side", "position",
        "entrant_id", "place", "points", "score", "status",
    )  # fmt: skip
    for *place, entrant, rank, points, score, status in seatings:
        found[f"seating {tuple(place)}"] = (entrant, rank, points, score, status)
    return found


def _remove_rows(tournament_id: UUID) -> None:
    Tournament.objects.filter(id=tournament_id).update(champion=None)
    Seating.objects.filter(pairing__tournament=tournament_id).delete()
    Tournament.objects.filter(id=tournament_id).delete()


def _write_rows(
    tournament_id: UUID, history: list[tuple[Recorded, facts.TournamentEvent, State]]
) -> None:
    """Facts of one moment are written together, as they were when they came about."""
    before = NEW
    for at, same in groupby(history, key=lambda one: one[0].recorded_at):
        batch = list(same)
        after = batch[-1][2]
        projections.project(before, after, [event for _, event, _ in batch], at)
        before = after


TOURNAMENTS: Aggregate[State, facts.TournamentEvent, asked.TournamentCommand] = Aggregate(
    kind="tournament",
    new=NEW,
    event_of=event_of,
    fact_of=to_fact,
    command_of=_command_of,
    decide=decide,
    evolve=evolve,
    lock=_lock,
    rows=_rows,
    remove_rows=_remove_rows,
    write_rows=_write_rows,
    elsewhere=fault_of_ratings,
)
