"""What directors rule about results: forfeits, corrections, disputes, penalties."""

from tournaments.core.refusals import (
    BadField,
    DependentMatches,
    MatchRunning,
    NotAtTable,
    NotDisputable,
    ResultFinal,
    TwoSidesOnly,
)
from tournaments.core.scores import forfeited, match_outcomes
from tournaments.core.stages import Outcome, Pairing
from tournaments.domain.decision import (
    Decision,
    final,
    format_of,
    need_pairing,
    need_reason,
    settle,
)
from tournaments.domain.entrant_commands import AdjustScore
from tournaments.domain.finishing import play_on
from tournaments.domain.round_commands import (
    CorrectResult,
    DisputeResult,
    ForfeitMatch,
    ResolveDispute,
)
from tournaments.domain.round_facts import (
    DisputeResolved,
    MatchForfeited,
    PairingVoided,
    ResultCorrected,
    ResultDisputed,
    ScoreAdjusted,
)
from tournaments.domain.state import Phase, State

ADJUSTMENT = 600


def forfeit(decision: Decision, command: ForfeitMatch) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    round_ = decision.need_round(command.stage, command.round)
    pairing = need_pairing(round_, command.pairing)
    if pairing.decided:
        raise ResultFinal(pairing=command.pairing)
    if len(pairing.sides) != 2:
        raise TwoSidesOnly()
    if not command.losers or not set(command.losers) <= {0, 1}:
        raise BadField(field="losers", problem="it takes 0, 1, or both")
    decision.add(
        MatchForfeited(
            stage=command.stage,
            round=command.round,
            pairing=command.pairing,
            outcomes=forfeited(2, command.losers),
            by=command.by,
            reason=command.reason,
        )
    )
    settle(decision, command.now)


def correct(decision: Decision, command: CorrectResult) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    pairing = need_pairing(decision.need_round(command.stage, command.round), command.pairing)
    outcomes = _corrected(decision.state, pairing, command)
    rests = dependents(decision.state, pairing) if _winner(pairing, outcomes) else []
    if rests:
        confirmed = command.reset and decision.state.settings.policies["correction"] == "confirm"
        if not confirmed:
            raise DependentMatches(pairings=[f"{one.round}/{one.number}" for one in rests])
    decision.add(
        ResultCorrected(
            stage=command.stage,
            round=command.round,
            pairing=command.pairing,
            outcomes=outcomes,
            by=command.by,
            reason=command.reason,
        )
    )
    for one in reversed(rests):
        decision.add(
            PairingVoided(
                command.stage, one.round, one.number, one.match, command.by, command.reason
            )
        )
    play_on(decision, command)
    settle(decision, command.now)


def _corrected(state: State, pairing: Pairing, command: CorrectResult) -> tuple[Outcome, ...]:
    if pairing.unopposed:
        raise BadField(field="pairing", problem="a bye has no result")
    if not pairing.decided:
        raise MatchRunning(pairing=command.pairing)
    sides = len(pairing.sides)
    if len(command.places) != sides or len(command.points) != sides:
        raise BadField(field="places", problem=f"it takes {sides}, one for each side")
    ranks = tuple(1 + sum(other < own for other in command.places) for own in command.places)
    if ranks != command.places or any(not 0 <= made <= 99 for made in command.points):
        raise BadField(field="places", problem="they are 1, 2, …, and equals skip the next")
    if state.whole_ranking and _contradict(command.places, command.points):
        raise BadField(field="points", problem="whoever is ahead has at least as many points")
    knockout = bool(
        format_of(state.stages[-1]).feeds(state.stages[-1].stage, pairing.round, pairing.number)
    )
    if knockout and command.places.count(1) != 1:
        raise BadField(field="places", problem="one of them has to go on")
    return match_outcomes(command.places, command.points, [True] * sides, state.settings.scale)


def _contradict(places: tuple[int, ...], points: tuple[int, ...]) -> bool:
    """Whether somebody with a better place has fewer points than somebody behind."""
    sides = list(zip(places, points, strict=True))
    return any(one < other and made < others for one, made in sides for other, others in sides)


def _winner(pairing: Pairing, outcomes: tuple[Outcome, ...]) -> bool:
    """Whether another side goes on than before."""
    before = [outcome.place for outcome in pairing.outcomes or ()]
    return before != [outcome.place for outcome in outcomes]


def dependents(state: State, pairing: Pairing) -> list[Pairing]:
    """The pairings made from this one's result, directly or not, in the order of their making.

    A director may have moved players between the tables of a round: then these go together.
    """
    current = state.stages[-1]
    stage, format_ = current.stage, format_of(current)
    found: dict[tuple[int, int], Pairing] = {}
    waiting = [(pairing.round, pairing.number)]
    while waiting:
        fed = list(format_.feeds(stage, *waiting.pop()))
        for key in fed:
            round_ = stage.round(key[0])
            one = round_.pairings.get(key[1]) if round_ else None
            if one is not None and key not in found:
                found[key] = one
                waiting.append(key)
                if key in current.overridden:
                    fed += [other for other in current.overridden if other[0] == key[0]]
    return [found[key] for key in sorted(found)]


def dispute(decision: Decision, command: DisputeResult) -> None:
    need_reason(command.reason)
    round_ = decision.need_round(command.stage, command.round)
    pairing = need_pairing(round_, command.pairing)
    state = decision.state
    at_table = any(
        member.player == command.by
        for one in pairing.entrants
        for member in state.entrants[one].members
    )
    if not at_table and not state.may_direct(command.by):
        raise NotAtTable()
    current = state.stages[-1]
    open_ = round_.number in current.final_at and not final(current, round_, command.now)
    protest = state.phase is Phase.PROVISIONAL and state.final_at is not None
    protest = protest and (round_.number, pairing.number) not in current.disputed
    if not pairing.played or not (protest or (open_ and not round_.closed)):
        raise NotDisputable()
    decision.add(
        ResultDisputed(command.stage, command.round, command.pairing, command.by, command.reason)
    )


def resolve(decision: Decision, command: ResolveDispute) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    current = decision.need_stage()
    if (command.round, command.pairing) not in current.disputed:
        raise NotDisputable()
    decision.add(
        DisputeResolved(command.stage, command.round, command.pairing, command.by, command.reason)
    )
    settle(decision, command.now)


def adjust(decision: Decision, command: AdjustScore) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    decision.need_stage()
    decision.need_entrant(command.entrant)
    if not 0 < abs(command.score) <= ADJUSTMENT:
        raise BadField(field="score", problem=f"it takes -{ADJUSTMENT} to {ADJUSTMENT}, not 0")
    decision.add(
        ScoreAdjusted(
            len(decision.state.stages), command.entrant, command.score, command.by, command.reason
        )
    )
