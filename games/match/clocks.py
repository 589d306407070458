"""Clocks: how long a seat may take, and when the match's next deadline falls.

The deadline is a column, found by a sweep; nothing counts down in memory. A person's turn has
`turn_seconds` from the fact that opened it, then what the seat has left in its bank, and a grace
for the way here; what was given back to a turn comes on top. In a deal after the first, a seat's
first turn has `DEAL_END_SECONDS` more, for which the end of the deal before is shown and nobody's
clock runs. A waiting match gives its people `CUT_SECONDS` to come and commit to a cut, and then a
turn's time to show it. A bot's turn has no deadline but a moment when it is due.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.match.commands import ChargeClock
from engine.match.events import BOTH_LOSE, Clock, Timeouts
from engine.match.state import MatchState

CUT_SECONDS = 60
# How long somebody who committed to a cut has at least to show it.
REVEAL_SECONDS = 20
GRACE = timedelta(seconds=1)
# So much of a turn at most is given back for the line, as the server's own pulses measured it.
MOST_LAG_MS = 1000
# For how long a page may show how a deal ended before its reader goes on.
DEAL_END_SECONDS = 6
# How long a bot's turn that was handed to the queue is left alone before the sweep hands it on
# again.
BOT_LEASE = timedelta(seconds=5)
FORFEIT_AFTER = 3
# Who plays on for a seat that is handed over.
STAND_IN = "greedy"


# Of the 52 cards, those that do not begin on the table.
DEALT_TO_HANDS = 48


@dataclass(frozen=True, slots=True)
class ClockRules:
    turn_seconds: int = 30
    bot_pace_ms: int = 0
    bank_seconds: int = 0
    timeout_limit: int = FORFEIT_AFTER
    # None: who is out of time too often loses to the other side, or leaves a table of more sides.
    timeout_then: str | None = None

    def clock(self) -> Clock:
        return Clock(self.turn_seconds, self.bot_pace_ms, self.bank_seconds)

    def timeouts(self, sides: int) -> Timeouts:
        then = self.timeout_then or ("bot" if sides > 2 else "forfeit")
        bot = STAND_IN if then == "bot" else None
        return Timeouts(self.timeout_limit, then, bot, BOTH_LOSE)


def bot_pace(state: MatchState) -> int:
    """How many milliseconds a bot waits before it plays; none where every player has left the rest
    of the match to bots.
    """
    is_left_to_bots = any(seat.left for seat in state.seats) and all(
        seat.bot is not None for seat in state.seats
    )
    return 0 if is_left_to_bots else state.clock.bot_pace_ms


def thinking_time(state: MatchState) -> timedelta:
    """How long the bot on turn seems to think: its pace, half as much more or less.

    It is drawn from what everybody knows, the match and the turn, so it tells nothing of a hand.
    """
    drawn = hashlib.sha256(f"{state.match} {state.turn_since}".encode()).digest()
    return timedelta(milliseconds=bot_pace(state) * (128 + drawn[0]) // 256)


@dataclass(frozen=True, slots=True)
class Due:
    """What the sweeps look for: at most one of the two is set."""

    deadline_at: datetime | None = None
    bot_due_at: datetime | None = None


def due(state: MatchState, opened_at: datetime) -> Due:
    """When the match must be looked at again; `opened_at` is when its turn, or waiting, began."""
    given = timedelta(milliseconds=state.given_ms)
    if state.awaits_reveals:
        seconds = max(REVEAL_SECONDS, state.clock.turn_seconds)
        return Due(deadline_at=opened_at + timedelta(seconds=seconds) + given)
    if state.status == "waiting":
        return Due(deadline_at=opened_at + timedelta(seconds=CUT_SECONDS) + given)
    if state.turn is None:
        return Due()
    if state.bot_on_turn is not None:
        pace = thinking_time(state)
        return Due(bot_due_at=opened_at + (pace or BOT_LEASE))
    bank = timedelta(milliseconds=state.bank_ms(state.turn))
    return Due(deadline_at=opened_at + allowance(state) + bank)


def allowance(state: MatchState) -> timedelta:
    """How long the turn is before the bank is drawn on."""
    seconds = state.clock.turn_seconds + (DEAL_END_SECONDS if follows_a_deal(state) else 0)
    return timedelta(seconds=seconds, milliseconds=state.given_ms)


def charge(
    state: MatchState, opened_at: datetime, lag_ms: int, now: datetime
) -> ChargeClock | None:
    """What whoever plays only now pays of the bank; None within the turn's own time."""
    if state.turn is None or state.bot_on_turn is not None:
        return None
    over_ms = (now - opened_at - allowance(state)) // timedelta(milliseconds=1)
    if over_ms <= 0:
        return None
    return ChargeClock(state.turn, over_ms, min(lag_ms, MOST_LAG_MS, over_ms))


def follows_a_deal(state: MatchState) -> bool:
    """Whether the seat on turn plays for the first time after another deal has ended."""
    deal = state.deal
    if deal is None or deal.number == 1:
        return False
    held = sum(hand.bit_count() for hand in deal.hands)
    return DEALT_TO_HANDS - len(deal.stock) - held < len(state.seats)
