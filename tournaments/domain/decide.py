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
    registration,
    results,
    rulings,
    running,
    starting,
)
from tournaments.domain.decision import Decision
from tournaments.domain.events import TournamentEvent
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
    commands.RegisterEntrants: registration.register,
    commands.CheckIn: registration.check_in,
    commands.WithdrawEntrant: registration.withdraw,
    commands.ReinstateEntrant: registration.reinstate,
    commands.DisqualifyEntrant: registration.disqualify,
    commands.PauseEntrant: registration.pause,
    commands.ResumeEntrant: registration.resume,
    commands.RequestBye: registration.request_bye,
    commands.Substitute: registration.substitute,
    commands.SetSeeding: arrangements.set_seeding,
    commands.SetClub: arrangements.set_club,
    commands.ForbidPair: arrangements.forbid_pair,
    commands.Start: starting.start,
    commands.StartStage: starting.start_stage,
    commands.PairRound: running.pair,
    commands.FailRound: running.fail,
    commands.RetryRound: directing.retry,
    commands.PublishRound: directing.publish,
    commands.DiscardRound: directing.discard,
    commands.OverridePairings: directing.override,
    commands.RecordResults: results.record,
    commands.Settle: results.settle_due,
    commands.ForfeitMatch: rulings.forfeit,
    commands.CorrectResult: rulings.correct,
    commands.DisputeResult: rulings.dispute,
    commands.ResolveDispute: rulings.resolve,
    commands.AdjustScore: rulings.adjust,
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
