"""A tournament in memory: commands decided and folded, results by a choice of winner."""

from collections.abc import Callable
from functools import reduce

import pytest

from engine import Refusal
from tournaments.domain.commands import (
    CreateTournament,
    Entry,
    MatchResult,
    OpenRegistration,
    PairRound,
    RecordResults,
    RegisterEntrants,
    Start,
    TournamentCommand,
)
from tournaments.domain.decide import decide, slots_due
from tournaments.domain.events import Anchor
from tournaments.domain.evolve import evolve
from tournaments.domain.rounds import Pairing
from tournaments.domain.state import NEW, State

CREATE = CreateTournament(
    tournament="t", slug="friday", name="Friday", organiser="olga", capacity=512
)
Winner = Callable[[Pairing], int]


def after(state: State, *commands: TournamentCommand) -> State:
    for command in commands:
        state = reduce(evolve, decide(state, command), state)
    return state


def entry(number: int, bot: str | None = None) -> Entry:
    return Entry(f"e{number}", f"p{number}", bot)


def person(number: int) -> RegisterEntrants:
    return RegisterEntrants(f"p{number}", (entry(number),))


def bots(first: int, last: int) -> RegisterEntrants:
    return RegisterEntrants("olga", tuple(entry(n, "greedy") for n in range(first, last + 1)))


def registering(create: CreateTournament = CREATE) -> State:
    return after(NEW, create, OpenRegistration("olga"))


def started(entrants: int) -> State:
    return after(registering(), bots(1, entrants), Start("olga"))


def paired(state: State) -> State:
    assert state.round_due is not None
    tables = sum(second is not None for _, second in slots_due(state))
    ids = tuple(f"m{state.round_due}-{n}" for n in range(1, tables + 1))
    return after(state, PairRound(state.round_due, ids))


def result(pairing: Pairing, winner: int) -> MatchResult:
    assert pairing.match is not None
    scores = (21, 13) if winner == 0 else (13, 21)
    anchor = Anchor(f"match-{pairing.match}", 8, "0" * 64)
    return MatchResult(pairing.match, winner, scores, "score", anchor)


def played(state: State, winner: Winner) -> State:
    """The open round with all its results."""
    assert state.open_round is not None
    waiting = [pairing for pairing in state.open_round.pairings if pairing.winner is None]
    return after(state, RecordResults(tuple(result(p, winner(p)) for p in waiting)))


def completed(entrants: int, winner: Winner) -> State:
    state = started(entrants)
    while state.champion is None:
        state = played(paired(state), winner)
    return state


def favourite(pairing: Pairing) -> int:
    first, second = pairing.entrants
    assert second is not None
    return 0 if int(first[1:]) < int(second[1:]) else 1


def refusal_of(state: State, command: TournamentCommand) -> str:
    """The code with which the command is refused."""
    with pytest.raises(Refusal) as caught:
        decide(state, command)
    return caught.value.code
