"""What people ask for in vain: a command that can change nothing is refused.

Facts of before may be such commands, and are decided again as they are: so this is asked where a
command comes in, and never by what decides it.
"""

from engine.errors import Refusal
from tournaments.domain import commands
from tournaments.domain.entrant_commands import AdjustScore, ForbidPair, SetClub
from tournaments.domain.state import Phase, State
from tournaments.formats import FORMATS


class NoEffect(Refusal):
    code = "no_effect"
    template = "This would change nothing: {problem}."


def require_effect(state: State, command: commands.TournamentCommand) -> None:
    """Refuses `no_effect`. Who may not, and whether anything of the kind is there, is said by what
    decides the command.
    """
    problem = _problem(state, command)
    if problem is not None and state.may_direct(getattr(command, "by", None)):
        raise NoEffect(problem=problem)


def _problem(state: State, command: commands.TournamentCommand) -> str | None:
    match command:
        case AdjustScore() if ranks_without_scores(state):
            return "this format does not rank by scores"
        case SetClub(entrant=entrant, club=club):
            found = state.entrants.get(entrant)
            return "that is the club" if found is not None and found.club == club else None
        case ForbidPair(entrants=pair):
            if state.phase is Phase.CANCELLED:
                return "nobody is paired any more"
            return "they are kept apart already" if frozenset(pair) in state.forbidden else None
        case _:
            return None


def ranks_without_scores(state: State) -> bool:
    """Whether no score that a director gives or takes would count in the stage."""
    current = state.current
    return current is not None and FORMATS[current.stage.format].ranking is None
