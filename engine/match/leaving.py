"""How a match loses a player, or ends before it is played out.

Choice (C2 of `docs/rules.md`): who resigns, is out of time too often or has the seat taken away
leaves. Where the match names a stand-in and two sides or more still contend, that bot plays on for
the seat; otherwise the match ends, and of the others still contending the best wins.
"""

from engine.errors import BadBot, MatchNotPlaying, MatchOver, SeatEmpty, SeatLeft
from engine.match.commands import Annul, Forfeit, HandOver, Resign
from engine.match.decision import Course, require_playing, seat_of
from engine.match.events import (
    REVEAL_ALL,
    MatchAnnulled,
    MatchFinished,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
)
from engine.match.state import MatchState, Seat
from engine.rules.scoring import best_of


def leave(course: Course, seat: int, reason: str, bot: str | None) -> None:
    """What follows from the fact that the seat's player has left; `bot` may play on."""
    state = course.state
    others = [side for side in state.contenders if side != state.sides[seat]]
    if bot is not None and (state.stand_in is None or len(others) > 1):
        course.add(SeatHandedOver(seat, bot))
    else:
        winner = best_of(state.scores, others)
        course.add(MatchFinished(winner, reason, state.scores, _broken_off(course)))


def _broken_off(course: Course) -> bytes | None:
    """The secret of the deal that is never scored, if the match reveals it."""
    deal = course.state.deal
    if deal is None or course.state.reveal != REVEAL_ALL:
        return None
    return course.secret(deal.number)


def resign(course: Course, command: Resign) -> None:
    _require_stayed(require_playing(course.state, command.seat), command.seat)
    course.add(SeatResigned(command.seat))
    leave(course, command.seat, "resigned", course.state.stand_in)


def forfeit(course: Course, command: Forfeit) -> None:
    _require_stayed(_occupied(course.state, command.seat), command.seat)
    course.add(SeatForfeited(command.seat))
    leave(course, command.seat, "forfeited", course.state.stand_in)


def annul(course: Course, command: Annul) -> None:
    _require_going(course.state)
    course.add(MatchAnnulled(command.reason, _broken_off(course)))


def hand_over(course: Course, command: HandOver) -> None:
    _occupied(course.state, command.seat)
    if not command.bot:
        raise BadBot()
    course.add(SeatHandedOver(command.seat, command.bot))


def _occupied(state: MatchState, number: int) -> Seat:
    _require_going(state)
    seat = seat_of(state, number)
    if seat.player is None:
        raise SeatEmpty(seat=number)
    return seat


def _require_going(state: MatchState) -> None:
    if state.status == "finished":
        raise MatchOver()
    if state.status == "new":
        raise MatchNotPlaying()


def _require_stayed(seat: Seat, number: int) -> None:
    if seat.left is not None:
        raise SeatLeft(seat=number)
