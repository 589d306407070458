"""A player leaves a match, or the match ends before it is played out (C2).

A player leaves by resigning, by running out of time too often or by a director's forfeit. Where the
match names a stand-in and two sides or more still contend, that bot plays on for the seat;
otherwise the match ends, and the best of the other sides that still contend wins.
"""

from engine.errors import (
    BadBot,
    MatchNotPlaying,
    MatchOver,
    SeatEmpty,
    SeatLeft,
)
from engine.match.commands import Annul, Forfeit, HandOver, Resign, TakeBack
from engine.match.decision import Decision, require_playing, seat_of
from engine.match.events import (
    BOTH_LOSE,
    REVEAL_ALL,
    MatchAbandoned,
    MatchAnnulled,
    MatchFinished,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTakenBack,
)
from engine.match.refusals import NothingToTakeBack
from engine.match.state import MatchState, Seat
from engine.rules.scoring import best_of


def leave(decision: Decision, seat: int, reason: str, bot: str | None) -> None:
    """Adds what follows when the player of the seat has left: `bot` plays on, or the match ends."""
    state = decision.state
    others = [side for side in state.contenders if side != state.sides[seat]]
    if bot is not None and (state.stand_in is None or len(others) > 1):
        decision.add(SeatHandedOver(seat, bot))
    elif reason == "timeouts" and _nobody_is_there(state, seat):
        decision.add(MatchAbandoned(state.scores, _broken_off(decision)))
    else:
        winner = best_of(state.scores, others)
        decision.add(MatchFinished(winner, reason, state.scores, _broken_off(decision)))


def _nobody_is_there(state: MatchState, seat: int) -> bool:
    """C2: whether between two sides the players of the other one are away as well: none of them
    has played in as many turns in a row as there have been for them.
    """
    if state.timeouts.both != BOTH_LOSE or len(state.scores) != 2:
        return False
    away = max(1, state.timeouts.limit - 1)
    return all(
        other.bot is None and (other.timeouts >= away or not other.came)
        for side, other in zip(state.sides, state.seats, strict=True)
        if side != state.sides[seat]
    )


def _broken_off(decision: Decision) -> bytes | None:
    """The secret of the deal that is broken off, if there is one and the match reveals it."""
    deal = decision.state.deal
    if deal is None or decision.state.reveal != REVEAL_ALL:
        return None
    return decision.secret(deal.number)


def resign(decision: Decision, command: Resign) -> None:
    _require_not_left(require_playing(decision.state, command.seat), command.seat)
    decision.add(SeatResigned(command.seat))
    leave(decision, command.seat, "resigned", decision.state.stand_in)


def forfeit(decision: Decision, command: Forfeit) -> None:
    _require_not_left(_occupied_seat(decision.state, command.seat), command.seat)
    decision.add(SeatForfeited(command.seat))
    leave(decision, command.seat, "forfeited", decision.state.stand_in)


def annul(decision: Decision, command: Annul) -> None:
    _require_unfinished(decision.state)
    decision.add(MatchAnnulled(command.reason, _broken_off(decision)))


def hand_over(decision: Decision, command: HandOver) -> None:
    _occupied_seat(decision.state, command.seat)
    if not command.bot:
        raise BadBot()
    decision.add(SeatHandedOver(command.seat, command.bot))


def take_back(decision: Decision, command: TakeBack) -> None:
    seat = require_playing(decision.state, command.seat)
    if seat.bot is None or seat.left != "timeouts":
        raise NothingToTakeBack(seat=command.seat)
    decision.add(SeatTakenBack(command.seat))


def _occupied_seat(state: MatchState, number: int) -> Seat:
    _require_unfinished(state)
    seat = seat_of(state, number)
    if seat.player is None:
        raise SeatEmpty(seat=number)
    return seat


def _require_unfinished(state: MatchState) -> None:
    if state.status == "finished":
        raise MatchOver()
    if state.status == "new":
        raise MatchNotPlaying()


def _require_not_left(seat: Seat, number: int) -> None:
    if seat.left is not None:
        raise SeatLeft(seat=number)
