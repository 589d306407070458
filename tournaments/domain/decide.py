"""What a command makes of a tournament: facts, or a refusal. It is deterministic."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.domain import commands as asked
from tournaments.domain import directing, registration, running
from tournaments.domain.decision import Decision
from tournaments.domain.events import TournamentEvent
from tournaments.domain.refusals import UnknownTournament
from tournaments.domain.state import State

Decide = Callable[[Decision, Any], None]


def decide(state: State, command: asked.TournamentCommand) -> list[TournamentEvent]:
    """The facts that the command brings about in `state`; raises a `Refusal` instead."""
    if state.version == 0 and not isinstance(command, asked.CreateTournament):
        raise UnknownTournament()
    decision = Decision(state)
    _DECIDES[type(command)](decision, command)
    return decision.facts


_DECIDES: Mapping[type[asked.TournamentCommand], Decide] = {
    asked.CreateTournament: running.create,
    asked.ChangeSettings: running.change_settings,
    asked.OpenRegistration: registration.open_registration,
    asked.OpenCheckIn: registration.open_check_in,
    asked.RegisterEntrants: registration.register,
    asked.CheckIn: registration.check_in,
    asked.WithdrawEntrant: registration.withdraw,
    asked.ReinstateEntrant: registration.reinstate,
    asked.DisqualifyEntrant: registration.disqualify,
    asked.PauseEntrant: registration.pause,
    asked.ResumeEntrant: registration.resume,
    asked.RequestBye: registration.request_bye,
    asked.Substitute: registration.substitute,
    asked.SetSeeding: registration.set_seeding,
    asked.SetClub: registration.set_club,
    asked.ForbidPair: registration.forbid_pair,
    asked.Start: running.start,
    asked.StartStage: running.start_stage,
    asked.PairRound: running.pair,
    asked.FailRound: running.fail,
    asked.RetryRound: directing.retry,
    asked.PublishRound: directing.publish,
    asked.DiscardRound: directing.discard,
    asked.OverridePairings: directing.override,
    asked.RecordResults: running.record,
    asked.Settle: running.settle_due,
    asked.ForfeitMatch: directing.forfeit,
    asked.CorrectResult: directing.correct,
    asked.DisputeResult: directing.dispute,
    asked.ResolveDispute: directing.resolve,
    asked.AdjustScore: directing.adjust,
    asked.PauseTournament: directing.pause_tournament,
    asked.ResumeTournament: directing.resume_tournament,
    asked.EndEarly: directing.end_early,
    asked.CancelTournament: directing.cancel,
}
