"""Folding events into a state. Nothing is judged here: an event has happened."""

from collections.abc import Iterable
from typing import TypeVar

from engine.copying import replace
from engine.match.cutters import BY_ABSENCE
from engine.match.events import (
    CardDrawn,
    CardPlayed,
    ClockCharged,
    ClockRanOut,
    CutCommitted,
    CutMade,
    DealScored,
    DealStarted,
    Event,
    MatchAbandoned,
    MatchAnnulled,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    PacketDealt,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTaken,
    SeatTakenBack,
    TimeGivenBack,
)
from engine.match.state import NEW, Deal, MatchState, Play, Result, Seat, Sheet
from engine.rules.dealing import packets_of_deal
from engine.rules.moves import Capture, Trail
from engine.rules.table import EMPTY_TABLE, Table


def evolve(state: MatchState, event: Event) -> MatchState:
    """The state after one more event, with its version counted up by one."""
    after = _evolved(state, event)
    return replace(after, version=state.version + 1)


def fold(events: Iterable[Event], state: MatchState = NEW) -> MatchState:
    """The state after all these events, in order."""
    for event in events:
        state = evolve(state, event)
    return state


def _evolved(state: MatchState, event: Event) -> MatchState:
    if isinstance(event, CardPlayed):
        return _played(state, event)
    if isinstance(event, CardDrawn):
        return _drawn(state, event)
    if isinstance(event, PacketDealt):
        return _packet_dealt(state, event)
    if isinstance(event, DealScored):
        return _scored(state, event)
    if isinstance(event, DealStarted):
        return _deal_started(state, event)
    if isinstance(event, MatchCreated):
        return _created(state, event)
    if isinstance(event, SeatTaken):
        is_bot = event.bot is not None
        return _seated(state, event.seat, Seat(player=event.player, bot=event.bot, came=is_bot))
    if isinstance(event, CutCommitted):
        seat = state.seats[event.seat]
        return _seated(state, event.seat, replace(seat, digest=event.digest, came=True))
    if isinstance(event, CutMade):
        seat = state.seats[event.seat]
        came = seat.came or event.by != BY_ABSENCE
        return _seated(state, event.seat, replace(seat, cut=event.cut, cut_by=event.by, came=came))
    if isinstance(event, MatchStarted):
        return replace(state, status="playing", next_dealer=event.dealer)
    if isinstance(event, ClockRanOut):
        return _ran_out(state, event)
    if isinstance(event, ClockCharged):
        seat = state.seats[event.seat]
        used = seat.bank_used_ms + event.bank_ms
        return _seated(state, event.seat, replace(seat, bank_used_ms=used))
    if isinstance(event, TimeGivenBack):
        return replace(state, given_ms=state.given_ms + event.ms)
    if isinstance(event, SeatTakenBack):
        seat = replace(state.seats[event.seat], bot=None, left=None, left_at=0, timeouts=0)
        return _seated(state, event.seat, seat)
    if isinstance(event, SeatHandedOver):
        state = _left(state, event.seat, "handed_over")
        seat = replace(state.seats[event.seat], bot=event.bot, timeouts=0)
        return _seated(state, event.seat, seat)
    if isinstance(event, SeatResigned):
        return _left(state, event.seat, "resigned")
    if isinstance(event, SeatForfeited):
        return _left(state, event.seat, "forfeited")
    return _finished(state, event)


def _seated(state: MatchState, number: int, seat: Seat) -> MatchState:
    return replace(state, seats=_with_item(state.seats, number, seat))


def _left(state: MatchState, number: int, reason: str) -> MatchState:
    """The state in which the player of the seat has left, from this event on if not before."""
    seat = state.seats[number]
    if seat.left is not None:
        return state
    return _seated(state, number, replace(seat, left=reason, left_at=state.version + 1))


def _ran_out(state: MatchState, event: ClockRanOut) -> MatchState:
    seat, timeouts = state.seats[event.seat], state.timeouts
    used = 1000 * state.clock.bank_seconds
    out = replace(seat, timeouts=event.in_a_row, bank_used_ms=used)
    after = _seated(state, event.seat, out)
    is_last = event.in_a_row >= timeouts.limit
    if is_last and (timeouts.then == "forfeit" or seat.bot is None):
        return _left(after, event.seat, "timeouts")
    return after


def _created(state: MatchState, event: MatchCreated) -> MatchState:
    sides = event.rules.sides(event.seats)
    return replace(
        state,
        status="waiting",
        match=event.match,
        ruleset=event.rules,
        overrides=event.overrides,
        seats=(Seat(),) * event.seats,
        sides=sides,
        scores=(0,) * (max(sides) + 1),
        seed=event.seed,
        commitment=event.commitment,
        timeouts=event.timeouts,
        clock=event.clock,
        stand_in=event.stand_in,
        board=event.board,
        mirrored=event.mirrored,
        reveal=event.reveal,
        digests=event.digests,
    )


def _deal_started(state: MatchState, event: DealStarted) -> MatchState:
    nothing = (0,) * len(state.scores)
    deal = Deal(
        number=event.deal,
        dealer=event.dealer,
        packets=1 if state.ruleset.draws else packets_of_deal(len(state.seats)),
        stock=event.deck,
        hands=(0,) * len(state.seats),
        piles=nothing,
        sweeps=nothing,
    )
    # R19: the deal passes to the left, also after a tie.
    return replace(state, deal=deal, next_dealer=(event.dealer + 1) % len(state.seats))


def _current_deal(state: MatchState) -> Deal:
    if state.deal is None:
        raise ValueError("a fact of play before the first deal")
    return state.deal


def _packet_dealt(state: MatchState, event: PacketDealt) -> MatchState:
    deal = _current_deal(state)
    dealt = replace(
        deal,
        packet=event.packet,
        stock=deal.stock[len(deal.stock) - event.stock :],
        hands=event.hands,
        table=Table(deal.table.loose | event.table, deal.table.builds),
        turn=event.turn,
        plays=(),
    )
    return replace(state, deal=dealt, turn_since=state.version + 1, given_ms=0)


def _played(state: MatchState, event: CardPlayed) -> MatchState:
    deal = _current_deal(state)
    side = state.sides[event.seat]
    hand = deal.hands[event.seat] & ~(1 << event.move.card)
    pile = deal.piles[side] | event.captured
    after = replace(
        deal,
        hands=_with_item(deal.hands, event.seat, hand),
        table=_table_after(deal.table, event),
        piles=_with_item(deal.piles, side, pile) if event.captured else deal.piles,
        sweeps=_with_item(deal.sweeps, side, deal.sweeps[side] + 1) if event.sweep else deal.sweeps,
        last_capture=event.seat if event.captured else deal.last_capture,
        last_play=event,
        turn=event.turn,
        plays=(*deal.plays, Play(event.seat, event.move, deal.table)),
    )
    seats, seat = state.seats, state.seats[event.seat]
    came = seat.came or seat.bot is None
    if not event.default and (seat.timeouts or came != seat.came):
        seats = _with_item(seats, event.seat, replace(seat, timeouts=0, came=came))
    if event.turn is None:
        return replace(state, deal=after, seats=seats)
    return replace(state, deal=after, seats=seats, turn_since=state.version + 1, given_ms=0)


def _drawn(state: MatchState, event: CardDrawn) -> MatchState:
    deal = _current_deal(state)
    hands = _with_item(deal.hands, event.seat, deal.hands[event.seat] | 1 << event.card)
    stock = deal.stock[len(deal.stock) - event.stock :]
    return replace(state, deal=replace(deal, hands=hands, stock=stock))


def _table_after(table: Table, event: CardPlayed) -> Table:
    move = event.move
    if isinstance(move, Trail):
        return Table(table.loose | 1 << move.card, table.builds)
    if isinstance(move, Capture):
        return table.without(move.loose, move.builds)
    if event.build is None:
        raise ValueError("a build play without the build it made")
    gone = (move.value,) if move.raises is None else (move.raises, move.value)
    others = table.contributors_of(gone) & ~(1 << event.build.owner)
    return table.without(move.loose, gone).with_build(event.build.with_others(others))


_T = TypeVar("_T")


def _with_item(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _scored(state: MatchState, event: DealScored) -> MatchState:
    deal = replace(_current_deal(state), table=EMPTY_TABLE, piles=event.piles, turn=None)
    sheet = Sheet(event.deal, event.sheet, event.scores, event.residue, event.secret)
    return replace(state, deal=deal, scores=event.scores, sheets=(*state.sheets, sheet))


def _finished(
    state: MatchState, event: MatchFinished | MatchAnnulled | MatchAbandoned
) -> MatchState:
    if isinstance(event, MatchAnnulled):
        result = Result(None, "annulled", state.scores, event.secret)
    elif isinstance(event, MatchAbandoned):
        result = Result(None, "abandoned", event.scores, event.secret)
    else:
        result = Result(event.winner, event.reason, event.scores, event.secret)
    deal = None if state.deal is None else replace(state.deal, turn=None)
    return replace(state, status="finished", result=result, deal=deal)
