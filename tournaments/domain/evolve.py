"""The fold: a state and a fact give the next state. It never refuses; facts have been decided."""

from dataclasses import replace

from tournaments.domain.events import (
    EntrantRegistered,
    EntrantWithdrawn,
    RegistrationOpened,
    ResultRecorded,
    RoundClosed,
    RoundPaired,
    TournamentCompleted,
    TournamentCreated,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.domain.rounds import Pairing, Result, Round
from tournaments.domain.state import (
    COMPLETED,
    DRAFT,
    REGISTRATION,
    RUNNING,
    Entrant,
    Options,
    State,
)


def evolve(state: State, event: TournamentEvent) -> State:
    return replace(_evolved(state, event), version=state.version + 1)


def _evolved(state: State, event: TournamentEvent) -> State:
    match event:
        case TournamentCreated():
            return replace(state, id=event.tournament, phase=DRAFT, options=_options(event))
        case RegistrationOpened():
            return replace(state, phase=REGISTRATION)
        case EntrantRegistered():
            entrant = Entrant(event.entrant, event.player, event.bot, event.number)
            return replace(state, entrants=(*state.entrants, entrant), entered=event.number)
        case EntrantWithdrawn():
            stay = tuple(entrant for entrant in state.entrants if entrant.id != event.entrant)
            return replace(state, entrants=stay)
        case TournamentStarted():
            return replace(state, phase=RUNNING, seeds=event.seeds, size=event.size)
        case RoundPaired():
            return replace(state, rounds=(*state.rounds, _paired(event)))
        case ResultRecorded():
            return _with_round(state, _recorded(state.rounds[event.round - 1], event))
        case RoundClosed():
            return _with_round(state, replace(state.rounds[event.round - 1], closed=True))
        case TournamentCompleted():
            return replace(state, phase=COMPLETED, champion=event.champion)


def _options(event: TournamentCreated) -> Options:
    return Options(**{name: getattr(event, name) for name in Options.__slots__})


def _paired(event: RoundPaired) -> Round:
    return Round(
        event.round,
        tuple(Pairing(paired.pairing, paired.entrants, paired.match) for paired in event.pairings),
    )


def _recorded(round_: Round, event: ResultRecorded) -> Round:
    result = Result(event.winner, event.scores, event.reason)
    pairings = list(round_.pairings)
    pairings[event.pairing - 1] = replace(pairings[event.pairing - 1], result=result)
    return replace(round_, pairings=tuple(pairings))


def _with_round(state: State, round_: Round) -> State:
    rounds = list(state.rounds)
    rounds[round_.number - 1] = round_
    return replace(state, rounds=tuple(rounds))
