"""What the house does to an event that is not to be seen. Whoever may is asked before."""

from tournaments.core.refusals import NotDirector, WrongState
from tournaments.domain import commands
from tournaments.domain.decision import Decision, need_reason
from tournaments.domain.events import TournamentHidden, TournamentShown


def hide(decision: Decision, command: commands.Hide) -> None:
    """At any time, of any event that is seen. Refuses `wrong_state` one that is hidden."""
    _need_house(command.by)
    need_reason(command.reason)
    if decision.state.hidden:
        raise WrongState(state="hidden", needs="seen")
    decision.add(TournamentHidden(command.by, command.reason))


def show(decision: Decision, command: commands.Show) -> None:
    _need_house(command.by)
    need_reason(command.reason)
    if not decision.state.hidden:
        raise WrongState(state="seen", needs="hidden")
    decision.add(TournamentShown(command.by, command.reason))


def _need_house(by: str | None) -> None:
    if by is not None:
        raise NotDirector()
