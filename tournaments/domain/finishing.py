"""How an event ends: its results are provisional, held up or confirmed, and opened again."""

from tournaments.core.refusals import DisputesOpen, WrongState
from tournaments.domain import commands
from tournaments.domain.decision import Decision, complete_stage, need_reason, over
from tournaments.domain.events import ResultsConfirmed, ResultsHeld, TournamentReopened
from tournaments.domain.round_commands import CorrectResult
from tournaments.domain.state import Phase


def hold(decision: Decision, command: commands.HoldResults) -> None:
    """Refuses `wrong_state` where they are held up already."""
    decision.need_director(command.by)
    need_reason(command.reason)
    decision.need_phase(Phase.PROVISIONAL)
    if decision.state.final_at is None:
        raise WrongState(state="held up", needs="not held up")
    decision.add(ResultsHeld(command.by, command.reason))


def confirm(decision: Decision, command: commands.ConfirmResults) -> None:
    """Refuses `disputes_open` while a result is disputed."""
    decision.need_director(command.by)
    decision.need_phase(Phase.PROVISIONAL)
    current = decision.need_stage()
    if current.disputed:
        raise DisputesOpen(count=len(current.disputed))
    decision.add(ResultsConfirmed(command.by))
    complete_stage(decision)


def reopen(decision: Decision, command: commands.ReopenTournament) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    decision.need_phase(Phase.COMPLETED)
    decision.add(TournamentReopened(False, command.by, command.reason))


def play_on(decision: Decision, command: CorrectResult) -> None:
    """After a correction of provisional results there may be something to play again."""
    current = decision.state.current
    if decision.state.phase is not Phase.PROVISIONAL or current is None:
        return
    if current.open_rounds or not over(current, command.now):
        decision.add(TournamentReopened(True, command.by, command.reason))
