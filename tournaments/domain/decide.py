"""What a command makes of a tournament: facts, or a refusal. It is deterministic."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.core.refusals import UnknownTournament
from tournaments.domain import (
    arrangements,
    changing,
    commands,
    directing,
    finishing,
    hiding,
    looking,
    participation,
    registration,
    results,
    rulings,
    running,
    starting,
)
from tournaments.domain.decision import Decision
from tournaments.domain.entrant_commands import (
    AdjustScore,
    CallUp,
    CheckIn,
    DisqualifyEntrant,
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
from tournaments.domain.events import TournamentEvent
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
    ResolveDispute,
    RetryRound,
)
from tournaments.domain.state import State

Decide = Callable[[Decision, Any], None]


def decide(state: State, command: commands.TournamentCommand) -> list[TournamentEvent]:
    """The facts that the command brings about in `state`; raises a `Refusal` instead."""
    if state.version == 0 and not isinstance(command, commands.CreateTournament):
        raise UnknownTournament()
    decision = Decision(state)
    _DECIDES[type(command)](decision, command)
    return decision.facts


_DECIDES: Mapping[type[commands.TournamentCommand], Decide] = {
    commands.CreateTournament: starting.create,
    commands.ChangeSettings: changing.change_settings,
    commands.SetDescription: changing.set_description,
    commands.DeleteDraft: changing.delete_draft,
    commands.OpenRegistration: registration.open_registration,
    commands.OpenCheckIn: registration.open_check_in,
    RegisterEntrants: registration.register,
    CheckIn: registration.check_in,
    CallUp: registration.call_up,
    WithdrawEntrant: participation.withdraw,
    ReinstateEntrant: participation.reinstate,
    DisqualifyEntrant: participation.disqualify,
    PauseEntrant: participation.pause,
    ResumeEntrant: participation.resume,
    RequestBye: participation.request_bye,
    Substitute: participation.substitute,
    SetSeeding: arrangements.set_seeding,
    SetClub: arrangements.set_club,
    ForbidPair: arrangements.forbid_pair,
    commands.Start: starting.start,
    commands.StartStage: starting.start_stage,
    PairRound: running.pair,
    FailRound: running.fail,
    RetryRound: directing.retry,
    PublishRound: directing.publish,
    DiscardRound: directing.discard,
    OverridePairings: directing.override,
    RecordResults: results.record,
    commands.Settle: results.settle_due,
    CallTable: directing.call_table,
    ForfeitMatch: rulings.forfeit,
    CorrectResult: rulings.correct,
    DisputeResult: rulings.dispute,
    ResolveDispute: rulings.resolve,
    LookAtTable: looking.look,
    AdjustScore: rulings.adjust,
    commands.PauseTournament: directing.pause_tournament,
    commands.ResumeTournament: directing.resume_tournament,
    commands.EndEarly: directing.end_early,
    commands.HoldResults: finishing.hold,
    commands.ConfirmResults: finishing.confirm,
    commands.ReopenTournament: finishing.reopen,
    commands.CancelTournament: directing.cancel,
    commands.TakeTextAway: directing.take_text_away,
    commands.Hide: hiding.hide,
    commands.Show: hiding.show,
}
