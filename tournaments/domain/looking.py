"""Directors who look at a table live that others see later, for everybody to know."""

from tournaments.core.refusals import MayNotLook, UnknownPairing
from tournaments.domain.decision import Decision, need_pairing
from tournaments.domain.round_commands import LookAtTable
from tournaments.domain.round_facts import TableLookedAt
from tournaments.domain.state import Phase, State
from tournaments.domain.watching import directors_may_look


def look(decision: Decision, command: LookAtTable) -> None:
    """Nothing where they have looked at it before. Refuses `may_not_look` where the event does not
    have it so, and whoever plays in it.
    """
    decision.need_director(command.by)
    decision.need_phase(Phase.RUNNING, Phase.PAUSED)
    round_ = decision.need_round(command.stage, command.round)
    pairing = need_pairing(round_, command.pairing)
    if pairing.match is None:
        raise UnknownPairing()
    state = decision.state
    if not directors_may_look(state.settings.policies) or state.entrant_of(command.by):
        raise MayNotLook()
    if not looked(state, pairing.match, command.by):
        decision.add(
            TableLookedAt(command.stage, command.round, command.pairing, pairing.match, command.by)
        )


def looked(state: State, match: str, player: str) -> bool:
    """Whether the player has looked at the match, and still may."""
    return (match, player) in state.looked and state.entrant_of(player) is None
