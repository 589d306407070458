"""The command that brought about each fact of a tournament, for who decides it again."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from tournaments.core.stages import Status
from tournaments.domain import commands
from tournaments.domain import events as facts
from tournaments.domain.decision import text
from tournaments.domain.entrant_commands import (
    AdjustScore,
    CallUp,
    CheckIn,
    DisqualifyEntrant,
    Entry,
    ForbidPair,
    PauseEntrant,
    RegisterEntrants,
    ReinstateEntrant,
    RequestBye,
    ResumeEntrant,
    SetClub,
    SetSeeding,
    Substitute,
    WithdrawEntrant,
)
from tournaments.domain.entrant_facts import (
    ByeRequested,
    ClubSet,
    EntrantCheckedIn,
    EntrantDisqualified,
    EntrantPaused,
    EntrantPromoted,
    EntrantRegistered,
    EntrantReinstated,
    EntrantResumed,
    EntrantWithdrawn,
    MemberSubstituted,
    PairForbidden,
    SeedingSet,
)
from tournaments.domain.fact_parts import (
    Table,
)
from tournaments.domain.round_commands import (
    CallTable,
    CorrectResult,
    DiscardRound,
    DisputeResult,
    FailRound,
    ForfeitMatch,
    LookAtTable,
    OverridePairings,
    PairRound,
    PublishRound,
    RecordResults,
    ReportedResult,
    ResolveDispute,
    RetryRound,
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
    TableCalled,
    TableLookedAt,
)
from tournaments.domain.state import State

Ask = Callable[[State, Any, datetime], commands.TournamentCommand]


def command_of(
    state: State, event: facts.TournamentEvent, at: datetime
) -> commands.TournamentCommand | None:
    """The command whose first fact this was; None for what only follows from others."""
    ask = _ASKED.get(type(event))
    return None if ask is None else ask(state, event, at)


def _created(
    state: State, event: facts.TournamentCreated, at: datetime
) -> commands.CreateTournament:
    return commands.CreateTournament(
        event.tournament,
        event.slug,
        event.organiser,
        event.settings,
        event.seed,
        at,
        event.whole_ranking,
    )


def _registered(state: State, event: EntrantRegistered, at: datetime) -> RegisterEntrants:
    entry = Entry(event.entrant, event.members, event.name, event.club)
    return RegisterEntrants(event.by, (entry,))


def _paired(state: State, event: RoundPaired, at: datetime) -> PairRound:
    return PairRound(_matches(event.tables), at)


def _matches(tables: tuple[Table, ...]) -> tuple[str, ...]:
    return tuple(table.match for table in tables if table.match is not None)


def _failed(state: State, event: RoundFailed, at: datetime) -> PairRound | FailRound:
    if event.problem == "no_pairing":
        return PairRound((), at)
    return FailRound(event.problem)


def _overridden(state: State, event: PairingOverridden, at: datetime) -> OverridePairings:
    tables = tuple((table.number, table.sides) for table in event.tables)
    return OverridePairings(
        event.by, event.stage, event.round, tables, event.reason, _matches(event.tables)
    )


def _later(starts_at: str, at: datetime) -> datetime | None:
    """When a round was to start, if it was not at once."""
    return None if starts_at == text(at) else datetime.fromisoformat(starts_at)


def _result(state: State, event: ResultRecorded, at: datetime) -> RecordResults:
    result = ReportedResult(
        match=event.match,
        places=tuple(outcome.place for outcome in event.outcomes),
        points=tuple(outcome.points for outcome in event.outcomes),
        came=tuple(outcome.status is not Status.NO_SHOW for outcome in event.outcomes),
        reason=event.reason,
        anchor=event.anchor,
        deals=event.deals,
    )
    return RecordResults((result,), at)


def _forfeited(state: State, event: MatchForfeited, at: datetime) -> ForfeitMatch:
    lost = tuple(
        side for side, outcome in enumerate(event.outcomes) if outcome.status is Status.FORFEIT_LOSS
    )
    return ForfeitMatch(event.by, event.stage, event.round, event.pairing, lost, event.reason, at)


def _corrected(state: State, event: ResultCorrected, at: datetime) -> CorrectResult:
    return CorrectResult(
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


_ASKED: Mapping[type[facts.TournamentEvent], Ask] = {
    facts.TournamentCreated: _created,
    facts.SettingsChanged: lambda _, e, at: commands.ChangeSettings(e.by, e.settings, at, e.reason),
    facts.DescriptionSet: lambda _, e, at: commands.SetDescription(e.by, e.description),
    facts.TournamentDeleted: lambda _, e, at: commands.DeleteDraft(e.by),
    facts.RegistrationOpened: lambda _, e, at: commands.OpenRegistration(e.by),
    facts.CheckInOpened: lambda _, e, at: commands.OpenCheckIn(e.by),
    EntrantRegistered: _registered,
    # Where it does not follow from a place that somebody left.
    EntrantPromoted: lambda *_: CallUp(),
    EntrantCheckedIn: lambda _, e, at: CheckIn(e.by, e.entrant),
    EntrantWithdrawn: lambda _, e, at: WithdrawEntrant(e.by, e.entrant, e.reason),
    EntrantReinstated: lambda _, e, at: ReinstateEntrant(e.by, e.entrant, e.reason),
    EntrantDisqualified: lambda _, e, at: DisqualifyEntrant(e.by, e.entrant, e.reason),
    EntrantPaused: lambda _, e, at: PauseEntrant(e.by, e.entrant, e.reason),
    EntrantResumed: lambda _, e, at: ResumeEntrant(e.by, e.entrant),
    ByeRequested: lambda _, e, at: RequestBye(e.by, e.entrant),
    MemberSubstituted: lambda _, e, at: Substitute(e.by, e.entrant, e.out, e.member, e.reason),
    SeedingSet: lambda _, e, at: SetSeeding(e.by, e.seeds),
    ClubSet: lambda _, e, at: SetClub(e.by, e.entrant, e.club),
    PairForbidden: lambda _, e, at: ForbidPair(e.by, e.entrants, e.reason),
    facts.TournamentStarted: lambda _, e, at: commands.Start(e.by),
    facts.StageStarted: lambda _, e, at: commands.StartStage(e.lot, e.rated, at, e.names_clubs),
    RoundPaired: _paired,
    RoundPublished: lambda _, e, at: PublishRound(
        e.by, e.stage, e.round, _later(e.starts_at, at), at
    ),
    RoundDiscarded: lambda _, e, at: DiscardRound(e.by, e.stage, e.round, e.reason),
    PairingOverridden: _overridden,
    RoundFailed: _failed,
    RoundRetried: lambda _, e, at: RetryRound(e.by),
    TableCalled: lambda _, e, at: CallTable(e.by, e.stage, e.round, e.pairing),
    ResultRecorded: _result,
    MatchForfeited: _forfeited,
    ResultCorrected: _corrected,
    ResultDisputed: lambda _, e, at: DisputeResult(e.by, e.stage, e.round, e.pairing, e.reason, at),
    DisputeResolved: lambda _, e, at: ResolveDispute(
        e.by, e.stage, e.round, e.pairing, e.reason, at
    ),
    TableLookedAt: lambda _, e, at: LookAtTable(e.by, e.stage, e.round, e.pairing),
    RoundClosed: lambda _, e, at: commands.Settle(at),
    facts.StageCompleted: lambda _, e, at: commands.Settle(at),
    ScoreAdjusted: lambda _, e, at: AdjustScore(e.by, e.entrant, e.score, e.reason),
    facts.StageEndedEarly: lambda _, e, at: commands.EndEarly(e.by, e.reason, at),
    facts.ResultsProvisional: lambda _, e, at: commands.Settle(at),
    facts.ResultsHeld: lambda _, e, at: commands.HoldResults(e.by, e.reason),
    facts.ResultsConfirmed: lambda _, e, at: commands.ConfirmResults(e.by, at),
    facts.TournamentReopened: lambda _, e, at: commands.ReopenTournament(e.by, e.reason),
    # Nobody was left to start the next stage with.
    facts.TournamentCompleted: lambda _, e, at: commands.StartStage(b"", (), at),
    facts.TournamentPaused: lambda _, e, at: commands.PauseTournament(e.by, e.reason),
    facts.TournamentResumed: lambda _, e, at: commands.ResumeTournament(e.by),
    facts.TournamentCancelled: lambda _, e, at: commands.CancelTournament(e.by, e.reason, at),
    facts.TextTakenAway: lambda _, e, at: commands.TakeTextAway(e.by, e.digest, e.reason),
    facts.TournamentHidden: lambda _, e, at: commands.Hide(e.by, e.reason),
    facts.TournamentShown: lambda _, e, at: commands.Show(e.by, e.reason),
}
