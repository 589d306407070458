"""Play: packets, moves, scores, and the ways a match ends.

| rules | where |
|---|---|
| R18, R20 packets, drawing | `packet`, `_draw`; `engine.dealing` |
| R19 dealer | `start`, `_deal`; `engine.shuffle`, `engine.evolution` |
| R21 residue, R24, R25 scores | `_score`; `engine.scoring` |
| R26 finish | `_score`; `engine.scoring.winner_of` |

Choice: a player who resigns, or whose time runs out too often, ends the match. The other side wins;
of several others the one with the highest total, the lowest number among equals.
"""

from engine.commands import HandOver, Resign, RunOutClock
from engine.course import Course, require_playing, require_turn, seat_of
from engine.dealing import deal_packet
from engine.enumeration import default_move
from engine.errors import BadBot, MatchOver, SeatEmpty
from engine.events import (
    CardDrawn,
    CardPlayed,
    ClockRanOut,
    DealScored,
    DealStarted,
    MatchFinished,
    MatchStarted,
    PacketDealt,
    Residue,
    SeatHandedOver,
    SeatResigned,
)
from engine.legality import apply
from engine.moves import Move
from engine.scoring import best_other_side, sheet_of, winner_of
from engine.shuffle import first_dealer, shuffled_deck
from engine.state import MatchState


def _cuts(state: MatchState) -> list[bytes]:
    return [seat.cut for seat in state.seats if seat.cut is not None]


def start(course: Course) -> None:
    state = course.state
    course.add(MatchStarted(first_dealer(course.secret(1), state.match, _cuts(state))))
    _deal(course)


def _deal(course: Course) -> None:
    state = course.state
    number = len(state.sheets) + 1
    deck = shuffled_deck(course.secret(number), state.match, number, _cuts(state))
    course.add(DealStarted(number, state.next_dealer, deck))
    packet(course)


def packet(course: Course) -> None:
    """Deals the next packet of the deal that is going on."""
    deal = course.deal
    seats = len(course.state.seats)
    order = course.state.ruleset.deal_order
    dealt = deal_packet(order, seats, deal.dealer, deal.stock, first=deal.packet == 0)
    course.add(
        PacketDealt(
            deal=deal.number,
            packet=deal.packet + 1,
            last=not dealt.stock,
            table=dealt.table,
            stock=len(dealt.stock),
            turn=(deal.dealer + 1) % seats,
            hands=dealt.hands,
        )
    )


def play(course: Course, seat: int, move: Move, default: bool) -> None:
    state = course.state
    made = apply(state.position(seat), move)
    others = sum(hand for number, hand in enumerate(course.deal.hands) if number != seat)
    turn = (seat + 1) % len(state.seats) if made.hand or others else None
    course.add(CardPlayed(seat, move, made.captured, made.build, made.sweep, default, turn))
    if state.ruleset.draws and course.deal.stock:
        _draw(course, seat)
    elif turn is not None:
        return
    elif course.deal.stock:
        packet(course)
    else:
        _score(course)


def _draw(course: Course, seat: int) -> None:
    # R20: one card was played, so one card fills the hand up again.
    card, *rest = course.deal.stock
    course.add(CardDrawn(seat, len(rest), card))


def _score(course: Course) -> None:
    state, deal = course.state, course.deal
    # R21: the residue goes to the last capture; if nobody captured, to nobody.
    residue = Residue(deal.last_capture, deal.table.loose)
    piles = list(deal.piles)
    if deal.last_capture is not None:
        piles[state.sides[deal.last_capture]] |= residue.cards
    sheet = sheet_of(state.ruleset, piles, deal.sweeps)
    scores = tuple(score + row.total for score, row in zip(state.scores, sheet, strict=True))
    secret = course.secret(deal.number)
    course.add(DealScored(deal.number, residue, sheet, scores, tuple(piles), secret))
    winner = winner_of(state.ruleset, state.sides, scores, deal.number, deal.dealer)
    if winner is None:
        _deal(course)
    else:
        course.add(MatchFinished(winner, "score", scores))


def _lose(course: Course, seat: int, reason: str) -> None:
    scores = course.state.scores
    winner = best_other_side(scores, course.state.sides[seat])
    course.add(MatchFinished(winner, reason, scores))


def run_out_clock(course: Course, command: RunOutClock) -> None:
    seat = require_turn(course.state, command.seat)
    timeouts = course.state.timeouts
    in_a_row = seat.timeouts + 1
    course.add(ClockRanOut(command.seat, in_a_row))
    if in_a_row >= timeouts.limit and timeouts.then == "forfeit":
        _lose(course, command.seat, "timeouts")
    elif in_a_row >= timeouts.limit and timeouts.bot is not None and seat.bot is None:
        course.add(SeatHandedOver(command.seat, timeouts.bot))
    else:
        move = default_move(course.state.position(command.seat))
        play(course, command.seat, move, default=True)


def resign(course: Course, command: Resign) -> None:
    require_playing(course.state, command.seat)
    course.add(SeatResigned(command.seat))
    _lose(course, command.seat, "resigned")


def hand_over(course: Course, command: HandOver) -> None:
    state = course.state
    if state.status == "finished":
        raise MatchOver()
    if seat_of(state, command.seat).player is None:
        raise SeatEmpty(seat=command.seat)
    if not command.bot:
        raise BadBot()
    course.add(SeatHandedOver(command.seat, command.bot))
