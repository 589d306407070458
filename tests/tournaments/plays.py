"""A tournament in memory: commands decided and folded, results by a choice of winner."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import reduce
from itertools import count
from typing import Any

import pytest

from engine import Refusal
from tests.noon import NOON
from tournaments.core.anchors import Anchor
from tournaments.core.stages import Pairing, Round
from tournaments.domain.commands import (
    CreateTournament,
    OpenRegistration,
    Start,
    StartStage,
    TournamentCommand,
)
from tournaments.domain.decide import decide
from tournaments.domain.entrant_commands import Entry, RegisterEntrants
from tournaments.domain.evolve import evolve
from tournaments.domain.fact_parts import Member
from tournaments.domain.round_commands import PairRound, RecordResults, ReportedResult
from tournaments.domain.running import plans, round_due
from tournaments.domain.settings import Settings, StageSettings
from tournaments.domain.starting import stage_due
from tournaments.domain.state import NEW, State

LOT = bytes(range(32))
SETTINGS = Settings("Friday", capacity=512)
CREATE = CreateTournament("t", "friday", "olga", SETTINGS, bytes(32), NOON)
Winner = Callable[[Pairing], int]

_ids = count(1)


def with_settings(**changes: Any) -> CreateTournament:
    return replace(CREATE, settings=replace(SETTINGS, **changes))


def of_format(
    key: str, options: Mapping[str, Any] | None = None, **changes: Any
) -> CreateTournament:
    return with_settings(stages=(StageSettings(key, options or {}),), **changes)


def after(state: State, *commands: TournamentCommand) -> State:
    for command in commands:
        state = reduce(evolve, decide(state, command), state)
    return state


def entry(number: int, bot: str | None = None) -> Entry:
    return Entry(f"e{number}", (Member(f"p{number}", bot),))


def person(number: int) -> RegisterEntrants:
    return RegisterEntrants(f"p{number}", (entry(number),))


def bots(first: int, last: int) -> RegisterEntrants:
    return RegisterEntrants("olga", tuple(entry(n, "greedy") for n in range(first, last + 1)))


def registering(create: CreateTournament = CREATE) -> State:
    return after(NEW, create, OpenRegistration("olga"))


def started(entrants: int, create: CreateTournament = CREATE) -> State:
    """Started, and its first stage with it."""
    start = StartStage(LOT, (), NOON)
    return after(registering(create), bots(1, entrants), Start("olga"), start)


def new_matches(number: int) -> tuple[str, ...]:
    """Ids that no match has had."""
    return tuple(f"m{next(_ids)}" for _ in range(number))


def paired(state: State, now: datetime = NOON) -> State:
    """With everything paired that can be."""
    while round_due(state, now) and plans(state):
        state = after(state, PairRound(new_matches(state.taken), now))
    return state


def open_round(state: State) -> Round:
    assert state.current is not None
    return state.current.open_rounds[-1]


def waiting(state: State) -> Iterator[Pairing]:
    """The pairings that wait for a result."""
    if state.current is None or state.current.completed:
        return
    for round_ in state.current.open_rounds:
        for pairing in round_.in_order:
            if not pairing.decided and round_.published:
                yield pairing


def result(pairing: Pairing, winner: int = 0) -> ReportedResult:
    """The side `winner` is first, the others after it in their order."""
    assert pairing.match is not None
    order = [winner, *(side for side in range(len(pairing.sides)) if side != winner)]
    places = tuple(order.index(side) + 1 for side in range(len(pairing.sides)))
    points = tuple(24 - 3 * place for place in places)
    anchor = Anchor(f"match-{pairing.match}", 8, "0" * 64)
    came = tuple(True for _ in places)
    return ReportedResult(pairing.match, places, points, came, "score", anchor)


def record(*results: ReportedResult, now: datetime = NOON) -> RecordResults:
    return RecordResults(results, now)


def played(state: State, winner: Winner) -> State:
    """The open tables with all their results."""
    return after(state, record(*(result(one, winner(one)) for one in waiting(state))))


def completed(entrants: int, winner: Winner, create: CreateTournament = CREATE) -> State:
    state = started(entrants, create)
    while state.running:
        if stage_due(state):
            state = after(state, StartStage(LOT, (), NOON))
        state = played(paired(state), winner)
    return state


def favourite(pairing: Pairing) -> int:
    return min(range(len(pairing.sides)), key=lambda side: int(pairing.sides[side][0][1:]))


def refusal_of(state: State, command: TournamentCommand) -> str:
    """The code with which the command is refused."""
    with pytest.raises(Refusal) as caught:
        decide(state, command)
    return caught.value.code
