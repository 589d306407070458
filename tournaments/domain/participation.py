"""Who has entered leaves, comes back, sits out or is replaced."""

from engine import Refusal
from tournaments.core.refusals import (
    AlreadyEntered,
    ByeNotAllowed,
    NotEntered,
    ReturnNotAllowed,
    TournamentFull,
    WrongEntrantState,
)
from tournaments.core.scores import forfeited
from tournaments.domain.decision import (
    ENTERABLE,
    Decision,
    format_of,
    need_reason,
    need_standing,
)
from tournaments.domain.entrant_commands import (
    DisqualifyEntrant,
    PauseEntrant,
    ReinstateEntrant,
    RequestBye,
    ResumeEntrant,
    Substitute,
    WithdrawEntrant,
)
from tournaments.domain.entrant_facts import (
    ByeRequested,
    EntrantDisqualified,
    EntrantPaused,
    EntrantReinstated,
    EntrantResumed,
    EntrantWithdrawn,
    MemberSubstituted,
)
from tournaments.domain.registration import promote
from tournaments.domain.round_facts import MatchForfeited
from tournaments.domain.settings import check_bot
from tournaments.domain.state import GONE, PRESENT, Entrant, EntrantStatus, Phase, StageState, State


def withdraw(decision: Decision, command: WithdrawEntrant) -> None:
    entrant = decision.need_own(command.entrant, command.by)
    decision.need_phase(*ENTERABLE, Phase.RUNNING, Phase.PAUSED)
    if entrant.standing in GONE or entrant.standing is EntrantStatus.ELIMINATED:
        raise NotEntered()
    leave(decision, entrant, command.by, command.reason)


def leave(decision: Decision, entrant: Entrant, by: str | None, reason: str) -> None:
    """Out, of a place or the waiting list; what is still to be played is forfeited."""
    held = entrant.standing in PRESENT
    decision.add(EntrantWithdrawn(entrant.id, by, reason))
    forfeit_open(decision, entrant.id, by, "withdrawn")
    if held:
        promote(decision)


def forfeit_open(decision: Decision, entrant: str, by: str | None, reason: str) -> None:
    """Decides the pairings of two sides that wait for this entrant, against it. At larger tables
    the house plays on for whoever left, and the others play.
    """
    current = decision.state.current
    if current is None or not decision.state.running:
        return
    for round_ in current.open_rounds:
        for pairing in round_.in_order:
            if pairing.decided or len(pairing.sides) != 2 or entrant not in pairing.entrants:
                continue
            left = decision.state.stages[-1].stage.left
            losers = [
                number
                for number, side in enumerate(pairing.sides)
                if any(one in left for one in side)
            ]
            decision.add(
                MatchForfeited(
                    stage=len(decision.state.stages),
                    round=round_.number,
                    pairing=pairing.number,
                    outcomes=forfeited(2, losers),
                    by=by,
                    reason=reason,
                )
            )


def reinstate(decision: Decision, command: ReinstateEntrant) -> None:
    entrant = decision.need_own(command.entrant, command.by)
    decision.need_phase(*ENTERABLE, Phase.RUNNING, Phase.PAUSED, Phase.PROVISIONAL)
    _need_way_back(decision.state, entrant, command.by)
    decision.add(EntrantReinstated(entrant.id, command.by, command.reason))


def may_return(state: State, entrant: str, by: str | None) -> bool:
    """Whether the entrant, who is out, can be brought back by this person."""
    try:
        _need_way_back(state, state.entrants[entrant], by)
    except Refusal:
        return False
    return True


def _need_way_back(state: State, entrant: Entrant, by: str | None) -> None:
    policy = state.settings.policies["return"]
    if policy == "never" or (policy == "director" and not state.may_direct(by)):
        raise ReturnNotAllowed(policy=str(policy))
    if entrant.standing is EntrantStatus.DISQUALIFIED and not state.may_direct(by):
        raise ReturnNotAllowed(policy="director")
    need_standing(entrant, *GONE)
    if any(member.player in state.players for member in entrant.members):
        raise AlreadyEntered()
    if state.running and not _in_stage(state, entrant.id):
        raise ReturnNotAllowed(policy="not_in_stage")
    if state.free < 1:
        raise TournamentFull(capacity=state.settings.capacity, free=state.free)


def _in_stage(state: State, entrant: str) -> bool:
    current = state.current
    return current is not None and entrant in current.stage.seeds


def disqualify(decision: Decision, command: DisqualifyEntrant) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    entrant = decision.need_entrant(command.entrant)
    decision.need_phase(*ENTERABLE, Phase.RUNNING, Phase.PAUSED, Phase.PROVISIONAL)
    if entrant.standing is EntrantStatus.DISQUALIFIED:
        raise WrongEntrantState(state=entrant.standing.value, needs="in the tournament")
    void = decision.state.settings.policies["disqualification"] == "void"
    decision.add(EntrantDisqualified(entrant.id, void, command.by, command.reason))
    forfeit_open(decision, entrant.id, command.by, "disqualified")
    promote(decision)


def pause(decision: Decision, command: PauseEntrant) -> None:
    entrant = decision.need_own(command.entrant, command.by)
    decision.need_phase(Phase.RUNNING, Phase.PAUSED)
    need_standing(entrant, EntrantStatus.ACTIVE)
    decision.add(EntrantPaused(entrant.id, command.by, command.reason))


def resume(decision: Decision, command: ResumeEntrant) -> None:
    entrant = decision.need_own(command.entrant, command.by)
    decision.need_phase(Phase.RUNNING, Phase.PAUSED)
    need_standing(entrant, EntrantStatus.PAUSED)
    decision.add(EntrantResumed(entrant.id, command.by))


def request_bye(decision: Decision, command: RequestBye) -> None:
    entrant = decision.need_own(command.entrant, command.by)
    decision.need_phase(Phase.RUNNING, Phase.PAUSED)
    current = decision.need_stage()
    need_standing(entrant, EntrantStatus.ACTIVE)
    round_number = len(current.stage.rounds) + 1
    if problem := _no_bye(decision.state, current, entrant):
        raise ByeNotAllowed(round=round_number, problem=problem)
    score = int(decision.state.settings.policies["requested_bye_score"])
    stage = len(decision.state.stages)
    decision.add(ByeRequested(entrant.id, stage, round_number, score, command.by))


def may_ask_for_bye(state: State, entrant: str) -> bool:
    """Whether who plays, or a director for them, can have them sit out the next round."""
    current, found = state.current, state.entrants.get(entrant)
    if current is None or current.completed or not state.running or found is None:
        return False
    return found.standing is EntrantStatus.ACTIVE and not _no_bye(state, current, found)


def _no_bye(state: State, current: StageState, entrant: Entrant) -> str:
    """Why the entrant cannot ask for a bye in the next round; "" if they can."""
    policies, number = state.settings.policies, len(current.stage.rounds) + 1
    last = current.planned is not None and number > current.planned - int(
        policies["bye_free_rounds"]
    )
    if not format_of(current).requested_byes or last:
        return "no bye can be asked for in it"
    if (len(state.stages), number, entrant.id) in state.requested:
        return "it is asked for already"
    if entrant.byes >= int(policies["requested_byes"]):
        return "no more byes can be asked for"
    return ""


def substitute(decision: Decision, command: Substitute) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    decision.need_phase(*ENTERABLE, Phase.RUNNING, Phase.PAUSED)
    entrant, new = decision.need_entrant(command.entrant), command.member
    if command.out not in [member.player for member in entrant.members]:
        raise NotEntered()
    if new.player in decision.state.players:
        raise AlreadyEntered()
    if new.bot is not None:
        check_bot("bot", new.bot)
    decision.add(MemberSubstituted(entrant.id, command.out, new, command.by, command.reason))
