"""Play: packets, moves, scores and the finish of a match.

| rules | where |
|---|---|
| R18, R20 packets, drawing | `packet`, `_draw`; `engine.rules.dealing` |
| R19 dealer | `start`, `_deal`; `engine.match.decks`, `engine.match.evolve` |
| R21 residue, R24, R25 scores | `_score`; `engine.rules.scoring` |
| R26 finish | `_score`; `engine.rules.scoring.winner_of` |

`engine.match.leaving` has the other ways in which a match ends.
"""

from engine.match.commands import RunOutClock
from engine.match.decision import Decision, require_turn
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


def start(decision: Decision) -> None:
    decision.add(MatchStarted(dealer_of(decision.state, decision.secret(1))))
    _deal(decision)


def _deal(decision: Decision) -> None:
    state = decision.state
    number = len(state.sheets) + 1
    source = source_of(state, number)
    deck = deck_of(state, source, decision.secret(source))
    decision.add(DealStarted(number, state.next_dealer, deck))
    packet(decision)


def packet(decision: Decision) -> None:
    """Deals the next packet of the deal in play."""
    deal = decision.deal
    seats = len(decision.state.seats)
    order = decision.state.ruleset.deal_order
    dealt = deal_packet(order, seats, deal.dealer, deal.stock, first=deal.packet == 0)
    decision.add(
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


def play(decision: Decision, seat: int, move: Move, default: bool) -> None:
    state = decision.state
    effect = apply(state.position(seat), move)
    others = sum(hand for number, hand in enumerate(decision.deal.hands) if number != seat)
    turn = (seat + 1) % len(state.seats) if effect.hand or others else None
    # R22: whether the last card of a deal can sweep.
    is_last = turn is None and not decision.deal.stock
    sweep = effect.sweep and (state.ruleset.last_card_sweep or not is_last)
    # A fact names the owner alone: who else contributed follows from the facts before it.
    build = None if effect.build is None else effect.build.with_others(0)
    decision.add(CardPlayed(seat, move, effect.captured, build, sweep, default, turn))
    if state.ruleset.draws and decision.deal.stock:
        _draw(decision, seat)
    elif turn is not None:
        return
    elif decision.deal.stock:
        packet(decision)
    else:
        _score(decision)


def _draw(decision: Decision, seat: int) -> None:
    # R20: one card was played, so one card is drawn.
    card, *rest = decision.deal.stock
    decision.add(CardDrawn(seat, len(rest), card))


def _score(decision: Decision) -> None:
    state, deal = decision.state, decision.deal
    # R21: the residue goes to the last capture; if nobody captured, to nobody.
    residue = Residue(deal.last_capture, deal.table.loose)
    piles = list(deal.piles)
    if deal.last_capture is not None:
        piles[state.sides[deal.last_capture]] |= residue.cards
    sheet = sheet_of(state.ruleset, piles, deal.sweeps)
    scores = tuple(score + row.total for score, row in zip(state.scores, sheet, strict=True))
    secret = None if state.reveal == REVEAL_NONE else decision.secret(deal.number)
    decision.add(DealScored(deal.number, residue, sheet, scores, tuple(piles), secret))
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
        _deal(decision)
    else:
        decision.add(MatchFinished(winner, "score", scores))


def run_out_clock(decision: Decision, command: RunOutClock) -> None:
    seat = require_turn(decision.state, command.seat)
    timeouts = decision.state.timeouts
    in_a_row = seat.timeouts + 1
    decision.add(ClockRanOut(command.seat, in_a_row))
    if in_a_row >= timeouts.limit and (timeouts.then == "forfeit" or seat.bot is None):
        leave(decision, command.seat, "timeouts", timeouts.bot)
    else:
        move = default_move(decision.state.position(command.seat))
        play(decision, command.seat, move, default=True)
