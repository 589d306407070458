"""The end of a match with an unrevealed deal: who left, and the result.

Where the match reveals no secret, as on a board, the totals of the result are taken as stated.
"""

from collections.abc import Sequence

from engine.errors import WrongRecord
from engine.match.decision import Decision, seat_of
from engine.match.events import (
    BOTH_LOSE,
    REVEAL_NONE,
    CardPlayed,
    ClockRanOut,
    Event,
    MatchAbandoned,
    MatchAnnulled,
    MatchFinished,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTakenBack,
)
from engine.match.leaving import leave
from engine.match.state import MatchState
from engine.record.entries import Entry
from engine.rules.scoring import best_of

Departure = SeatResigned | SeatForfeited | SeatHandedOver | ClockRanOut
Closing = MatchFinished | MatchAbandoned
Ending = Departure | SeatTakenBack | MatchFinished | MatchAnnulled | MatchAbandoned


def endings_of(events: Sequence[Event | None]) -> list[Ending]:
    """The events, from the first unrevealed deal on, that a record holds; none before the end.

    `events` has None for each that is hidden.
    """
    if not events or not isinstance(events[-1], MatchFinished | MatchAnnulled | MatchAbandoned):
        return []
    endings = list[Ending]()
    for event, after in zip(events, [*events[1:], None], strict=True):
        went_on = isinstance(event, ClockRanOut) and isinstance(after, CardPlayed)
        if isinstance(event, Ending) and not went_on:
            endings.append(event)
    return endings


def final_timeout(state: MatchState, ran_out: ClockRanOut) -> list[Event]:
    """The last timeout of a seat, and the events that follow from it.

    Refuses a timeout from which nothing follows (`wrong_record`).
    """
    seat, timeouts = seat_of(state, ran_out.seat), state.timeouts
    leaves = timeouts.then == "forfeit" or seat.bot is None
    if state.result is not None or not leaves or ran_out.in_a_row != timeouts.limit:
        raise WrongRecord(problem="no such line is due")
    decision = Decision(state)
    decision.add(ran_out)
    leave(decision, ran_out.seat, "timeouts", timeouts.bot)
    return decision.events


def result_after_departure(departure: Event, state: MatchState, due: Entry, stated: Entry) -> Entry:
    """The entry that must follow a departure, where `due` follows from the revealed deals alone.

    Where the match reveals no deal, the totals of the stated result count; who wins by them is
    judged.
    """
    if not (isinstance(due, Closing) and isinstance(stated, Closing)):
        return due
    if not isinstance(departure, Departure):
        return due
    scores = stated.scores if _states_totals(state, stated) else due.scores
    others = [side for side in state.contenders if side != state.sides[departure.seat]]
    is_by_clock = isinstance(departure, ClockRanOut)
    may_be_both = is_by_clock and state.timeouts.both == BOTH_LOSE and len(scores) == 2
    # Whether the other side was away too hangs on plays that the record does not have.
    if isinstance(stated, MatchAbandoned) and may_be_both:
        return MatchAbandoned(scores)
    reason = due.reason if isinstance(due, MatchFinished) else "timeouts"
    return MatchFinished(best_of(scores, others), reason, scores)


def require_result_by_score(state: MatchState, result: MatchFinished) -> None:
    """Refuses a result that cannot follow by score from an unrevealed deal (`wrong_record`)."""
    rivals = state.contenders
    if (
        state.result is not None
        or result.reason != "score"
        or not _states_totals(state, result)
        or result.winner not in rivals
        or result.scores[result.winner] < max(result.scores[side] for side in rivals)
    ):
        raise WrongRecord(problem="no such line is due")


def _states_totals(state: MatchState, result: MatchFinished | MatchAbandoned) -> bool:
    return state.reveal == REVEAL_NONE and len(result.scores) == len(state.scores)
