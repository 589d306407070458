"""How a match went on and ended of which a deal is not told: who left it, and the result.

Where no deal reveals its secret, as on a board, the totals are the result's own to tell.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.errors import WrongRecord
from engine.match.decision import Course, seat_of
from engine.match.events import (
    REVEAL_NONE,
    CardPlayed,
    ClockRanOut,
    Event,
    MatchAnnulled,
    MatchFinished,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
)
from engine.match.leaving import leave
from engine.match.state import MatchState
from engine.record.entries import Entry
from engine.rules.scoring import best_of

Left = SeatResigned | SeatForfeited | SeatHandedOver | ClockRanOut
Ending = Left | MatchFinished | MatchAnnulled


def endings_of(events: Sequence[Event | None]) -> list[Ending]:
    """Of the facts after the last deal that is told, those that a record of the match tells: none
    before it is finished.
    """
    if not events or not isinstance(events[-1], MatchFinished | MatchAnnulled):
        return []
    told = list[Ending]()
    for event, after in zip(events, [*events[1:], None], strict=True):
        went_on = isinstance(event, ClockRanOut) and isinstance(after, CardPlayed)
        if isinstance(event, Ending) and not went_on:
            told.append(event)
    return told


def left_on_time(state: MatchState, ran_out: ClockRanOut) -> list[Event]:
    """The fact that a seat's time ran out for the last time, and what follows from it; refuses one
    that brings nothing about.
    """
    seat, timeouts = seat_of(state, ran_out.seat), state.timeouts
    leaves = timeouts.then == "forfeit" or seat.bot is None
    if state.result is not None or not leaves or ran_out.in_a_row != timeouts.limit:
        raise WrongRecord(problem="no such line is due")
    course = Course(state)
    course.add(ran_out)
    leave(course, ran_out.seat, "timeouts", timeouts.bot)
    return course.events


def result_after(left: Event, state: MatchState, due: Entry, told: Entry) -> Entry:
    """What must be told after somebody has left, if `due` follows by the deals that are told."""
    if not (isinstance(due, MatchFinished) and isinstance(told, MatchFinished)):
        return due
    if not isinstance(left, Left) or not _tells_totals(state, told):
        return due
    others = [side for side in state.contenders if side != state.sides[left.seat]]
    return replace(due, winner=best_of(told.scores, others), scores=told.scores)


def require_played_out(state: MatchState, told: MatchFinished) -> None:
    """Refuses a result by score that the deals told must bring about, or that cannot be."""
    rivals = state.contenders
    if (
        state.result is not None
        or told.reason != "score"
        or not _tells_totals(state, told)
        or told.winner not in rivals
        or told.scores[told.winner] < max(told.scores[side] for side in rivals)
    ):
        raise WrongRecord(problem="no such line is due")


def _tells_totals(state: MatchState, told: MatchFinished) -> bool:
    return state.reveal == REVEAL_NONE and len(told.scores) == len(state.scores)
