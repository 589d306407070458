"""What a command makes of a tournament: facts, or a refusal. It is deterministic."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.core.refusals import UnknownTournament
from tournaments.domain import (
    arrangements,
    directing,
    registration,
    results,
    rulings,
    running,
    starting,
)
from tournaments.domain import commands as asked
from tournaments.domain.decision import Decision
from tournaments.domain.events import TournamentEvent
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
    asked.CreateTournament: starting.create,
    asked.ChangeSettings: starting.change_settings,
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
    asked.SetSeeding: arrangements.set_seeding,
    asked.SetClub: arrangements.set_club,
    asked.ForbidPair: arrangements.forbid_pair,
    asked.Start: starting.start,
    asked.StartStage: starting.start_stage,
    asked.PairRound: running.pair,
    asked.FailRound: running.fail,
    asked.RetryRound: directing.retry,
    asked.PublishRound: directing.publish,
    asked.DiscardRound: directing.discard,
    asked.OverridePairings: directing.override,
    asked.RecordResults: results.record,
    asked.Settle: results.settle_due,
    asked.ForfeitMatch: rulings.forfeit,
    asked.CorrectResult: rulings.correct,
    asked.DisputeResult: rulings.dispute,
    asked.ResolveDispute: rulings.resolve,
    asked.AdjustScore: rulings.adjust,
    asked.PauseTournament: directing.pause_tournament,
    asked.ResumeTournament: directing.resume_tournament,
    asked.EndEarly: directing.end_early,
    asked.CancelTournament: directing.cancel,
}
