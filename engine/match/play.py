"""Play: packets, moves, scores, and the ways a match ends.

| rules | where |
|---|---|
| R18, R20 packets, drawing | `packet`, `_draw`; `engine.rules.dealing` |
| R19 dealer | `start`, `_deal`; `engine.match.decks`, `engine.match.evolve` |
| R21 residue, R24, R25 scores | `_score`; `engine.rules.scoring` |
| R26 finish | `_score`; `engine.rules.scoring.winner_of` |

How a match ends otherwise stands in `engine.match.leaving`.
"""

from engine.match.commands import RunOutClock
from engine.match.decision import Course, require_turn
from engine.match.decks import dealer_of, deck_of, source_of
from engine.match.events import (
    REVEAL_NONE,
    CardDrawn,
    CardPlayed,
    ClockRanOut,
    DealScored,
    DealStarted,
    MatchFinished,
    MatchStarted,
    PacketDealt,
    Residue,
)
from engine.match.leaving import leave
from engine.rules.dealing import deal_packet
from engine.rules.enumeration import default_move
from engine.rules.legality import apply
from engine.rules.moves import Move
from engine.rules.scoring import sheet_of, winner_of


def start(course: Course) -> None:
    course.add(MatchStarted(dealer_of(course.state, course.secret(1))))
    _deal(course)


def _deal(course: Course) -> None:
    state = course.state
    number = len(state.sheets) + 1
    source = source_of(state, number)
    deck = deck_of(state, source, course.secret(source))
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
    secret = None if state.reveal == REVEAL_NONE else course.secret(deal.number)
    course.add(DealScored(deal.number, residue, sheet, scores, tuple(piles), secret))
    winner = winner_of(
        state.ruleset,
        state.sides,
        scores,
        deal.number,
        deal.dealer,
        state.contenders,
        mirrored=state.mirrored,
    )
    if winner is None:
        _deal(course)
    else:
        course.add(MatchFinished(winner, "score", scores))


def run_out_clock(course: Course, command: RunOutClock) -> None:
    seat = require_turn(course.state, command.seat)
    timeouts = course.state.timeouts
    in_a_row = seat.timeouts + 1
    course.add(ClockRanOut(command.seat, in_a_row))
    if in_a_row >= timeouts.limit and (timeouts.then == "forfeit" or seat.bot is None):
        leave(course, command.seat, "timeouts", timeouts.bot)
    else:
        move = default_move(course.state.position(command.seat))
        play(course, command.seat, move, default=True)
