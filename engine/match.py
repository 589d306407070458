"""A match: `decide` what a command brings about, `evolve` the state by it.

| rules | where |
|---|---|
| R18, R19, R20 | `_started`, `_deal`, `_packet`; `engine.dealing`, `engine.shuffle` |
| R21 residue | `_scored` |
| R22 sweeps | `engine.legality`, `engine.scoring` |
| R24, R25, R26, R27 scores, finish | `_scored`, `_after_scoring`; `engine.scoring` |

Choices: a player who resigns or whose time runs out too often ends the match; the other side wins,
and of several others the one with the highest total (the lowest number among equals).
"""

from engine.commands import (
    Command,
    CreateMatch,
    HandOver,
    MakeCut,
    PlayMove,
    Resign,
    RunOutClock,
    TakeSeat,
)
from engine.dealing import HAND, deal_packet
from engine.enumeration import default_move
from engine.errors import (
    AlreadySeated,
    BadBot,
    BadCut,
    BadTimeouts,
    CutAlreadyMade,
    MatchExists,
    MatchNotPlaying,
    MatchNotWaiting,
    MatchOver,
    NoSuchSeat,
    NotYourTurn,
    SeatAlreadyTaken,
    SeatEmpty,
)
from engine.events import (
    CardPlayed,
    Clock,
    ClockRanOut,
    CutMade,
    DealScored,
    DealStarted,
    Event,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    PacketDealt,
    Residue,
    SeatHandedOver,
    SeatResigned,
    SeatTaken,
    Timeouts,
)
from engine.evolution import evolve, fold
from engine.legality import apply
from engine.moves import Move
from engine.rulesets import ruleset, sides_of
from engine.scoring import best_other_side, sheet_of, winner_of
from engine.shuffle import (
    CUT_BYTES,
    SEED_BYTES,
    commitment,
    first_dealer,
    secret_of_deal,
    shuffled_deck,
)
from engine.state import NEW, Deal, MatchState, Result, Seat, Sheet

__all__ = [
    "NEW",
    "Clock",
    "Command",
    "CreateMatch",
    "Deal",
    "HandOver",
    "MakeCut",
    "MatchState",
    "PlayMove",
    "Resign",
    "Result",
    "RunOutClock",
    "Seat",
    "Sheet",
    "TakeSeat",
    "Timeouts",
    "decide",
    "evolve",
    "fold",
]


def decide(state: MatchState, command: Command) -> tuple[Event, ...]:
    """The facts that the command brings about in this state, with all that follows from them;
    raises a Refusal.
    """
    course = _Course(state)
    if isinstance(command, CreateMatch):
        _create(course, command)
    elif isinstance(command, TakeSeat):
        _take_seat(course, command)
    elif isinstance(command, MakeCut):
        _make_cut(course, command)
    elif isinstance(command, PlayMove):
        _require_turn(state, command.seat)
        _play(course, command.seat, command.move, default=False)
    elif isinstance(command, RunOutClock):
        _run_out_clock(course, command)
    elif isinstance(command, Resign):
        _resign(course, command)
    else:
        _hand_over(course, command)
    return tuple(course.events)


class _Course:
    """The facts decided so far and the state after them."""

    def __init__(self, state: MatchState) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    @property
    def deal(self) -> Deal:
        if self.state.deal is None:
            raise ValueError("no deal is going on")
        return self.state.deal


def _require_waiting(state: MatchState, number: int) -> Seat:
    if state.status == "finished":
        raise MatchOver()
    if state.status != "waiting":
        raise MatchNotWaiting()
    return _seat(state, number)


def _require_playing(state: MatchState, number: int) -> Seat:
    if state.status == "finished":
        raise MatchOver()
    if state.status != "playing":
        raise MatchNotPlaying()
    return _seat(state, number)


def _require_turn(state: MatchState, number: int) -> Seat:
    seat = _require_playing(state, number)
    if state.turn != number:
        raise NotYourTurn(seat=number)
    return seat


def _seat(state: MatchState, number: int) -> Seat:
    if not 0 <= number < len(state.seats):
        raise NoSuchSeat(seat=number)
    return state.seats[number]


def _create(course: _Course, command: CreateMatch) -> None:
    if course.state.status != "new":
        raise MatchExists()
    if len(command.seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes")
    rules = ruleset(command.ruleset, command.overrides)
    sides_of(rules, command.seats, command.overrides)
    _check_timeouts(command.timeouts)
    course.add(
        MatchCreated(
            match=command.match,
            ruleset=command.ruleset,
            overrides=dict(command.overrides),
            seats=command.seats,
            commitment=commitment(command.seed),
            timeouts=command.timeouts,
            clock=command.clock,
            seed=command.seed,
        )
    )


def _check_timeouts(timeouts: Timeouts) -> None:
    if timeouts.limit < 1:
        raise BadTimeouts(field="limit")
    if timeouts.then not in ("forfeit", "bot"):
        raise BadTimeouts(field="then")
    if (timeouts.then == "bot") != bool(timeouts.bot):
        raise BadTimeouts(field="bot")


def _take_seat(course: _Course, command: TakeSeat) -> None:
    seat = _require_waiting(course.state, command.seat)
    if seat.player is not None:
        raise SeatAlreadyTaken(seat=command.seat)
    for number, other in enumerate(course.state.seats):
        if other.player == command.player:
            raise AlreadySeated(seat=number)
    if command.bot is not None and not command.bot:
        raise BadBot()
    course.add(SeatTaken(command.seat, command.player, command.bot))


def _make_cut(course: _Course, command: MakeCut) -> None:
    seat = _require_waiting(course.state, command.seat)
    if len(command.cut) != CUT_BYTES:
        raise BadCut(field="cut")
    if command.by not in ("player", "bot", "absent"):
        raise BadCut(field="by")
    if seat.player is None:
        raise SeatEmpty(seat=command.seat)
    if seat.cut is not None:
        raise CutAlreadyMade(seat=command.seat)
    course.add(CutMade(command.seat, command.cut, command.by))
    if all(other.cut is not None for other in course.state.seats):
        _start(course)


def _cuts(state: MatchState) -> list[bytes]:
    return [seat.cut for seat in state.seats if seat.cut is not None]


def _start(course: _Course) -> None:
    state = course.state
    secret = secret_of_deal(state.seed, 1)
    course.add(MatchStarted(first_dealer(secret, state.match, _cuts(state))))
    _deal(course)


def _deal(course: _Course) -> None:
    state = course.state
    number = len(state.sheets) + 1
    secret = secret_of_deal(state.seed, number)
    deck = shuffled_deck(secret, state.match, number, _cuts(state))
    course.add(DealStarted(number, state.next_dealer, deck))
    _packet(course)


def _packet(course: _Course) -> None:
    deal = course.deal
    seats = len(course.state.seats)
    order = course.state.ruleset.deal_order
    dealt = deal_packet(order, seats, deal.dealer, deal.stock, first=deal.packet == 0)
    course.add(
        PacketDealt(
            deal=deal.number,
            packet=deal.packet + 1,
            last=len(dealt.stock) < HAND * seats,
            table=dealt.table,
            stock=len(dealt.stock),
            turn=(deal.dealer + 1) % seats,
            hands=dealt.hands,
        )
    )


def _play(course: _Course, seat: int, move: Move, default: bool) -> None:
    state = course.state
    made = apply(state.position(seat), move)
    others = sum(hand for number, hand in enumerate(course.deal.hands) if number != seat)
    turn = (seat + 1) % len(state.seats) if made.hand or others else None
    course.add(CardPlayed(seat, move, made.captured, made.build, made.sweep, default, turn))
    if turn is not None:
        return
    if course.deal.stock:
        _packet(course)
    else:
        _score(course)


def _score(course: _Course) -> None:
    state, deal = course.state, course.deal
    # R21: the residue goes to the last capture; if nobody captured, to nobody.
    residue = Residue(deal.last_capture, deal.table.loose)
    piles = list(deal.piles)
    if deal.last_capture is not None:
        piles[state.sides[deal.last_capture]] |= residue.cards
    sheet = sheet_of(state.ruleset, piles, deal.sweeps)
    scores = tuple(score + row.total for score, row in zip(state.scores, sheet, strict=True))
    secret = secret_of_deal(state.seed, deal.number)
    course.add(DealScored(deal.number, residue, sheet, scores, tuple(piles), secret))
    winner = winner_of(state.ruleset, state.sides, scores, deal.number, deal.dealer)
    if winner is None:
        _deal(course)
    else:
        course.add(MatchFinished(winner, "score", scores))


def _lose(course: _Course, seat: int, reason: str) -> None:
    scores = course.state.scores
    winner = best_other_side(scores, course.state.sides[seat])
    course.add(MatchFinished(winner, reason, scores))


def _run_out_clock(course: _Course, command: RunOutClock) -> None:
    seat = _require_turn(course.state, command.seat)
    timeouts = course.state.timeouts
    in_a_row = seat.timeouts + 1
    course.add(ClockRanOut(command.seat, in_a_row))
    if in_a_row >= timeouts.limit and timeouts.then == "forfeit":
        _lose(course, command.seat, "timeouts")
    elif in_a_row >= timeouts.limit and timeouts.bot is not None and seat.bot is None:
        course.add(SeatHandedOver(command.seat, timeouts.bot))
    else:
        move = default_move(course.state.position(command.seat))
        _play(course, command.seat, move, default=True)


def _resign(course: _Course, command: Resign) -> None:
    _require_playing(course.state, command.seat)
    course.add(SeatResigned(command.seat))
    _lose(course, command.seat, "resigned")


def _hand_over(course: _Course, command: HandOver) -> None:
    state = course.state
    if state.status == "finished":
        raise MatchOver()
    if _seat(state, command.seat).player is None:
        raise SeatEmpty(seat=command.seat)
    if not command.bot:
        raise BadBot()
    course.add(SeatHandedOver(command.seat, command.bot))
