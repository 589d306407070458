"""The clocks of a match, and the events about times, as values. The engine measures no time."""

from dataclasses import dataclass
from typing import ClassVar

# Who loses where nobody is there any more on either side.
FIRST_LOSES, BOTH_LOSE = "first", "lost"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """The consequence of `limit` turns in a row that ran out of time.

    `then` is `forfeit`, or `bot`: the seat goes to the bot with the key `bot`. `both` says who
    loses where the other side is away too (C2): `lost`, both; `first`, whose time runs out first.
    """

    limit: int
    then: str
    bot: str | None = None
    both: str = FIRST_LOSES


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds that a person has for a turn and, beside it, for all turns together, and the
    milliseconds that a bot waits.

    The engine stores them and measures no time.
    """

    turn_seconds: int = 30
    bot_pace_ms: int = 0
    bank_seconds: int = 0


USUAL_CLOCK = Clock()


@dataclass(frozen=True, slots=True)
class ClockCharged:
    """The seat on turn took `over_ms` longer than a turn has: `lag_ms` were given back, which its
    line had cost, and `bank_ms` taken from its bank.
    """

    type: ClassVar[str] = "clock_charged"
    schema: ClassVar[int] = 1

    seat: int
    over_ms: int
    lag_ms: int
    bank_ms: int


@dataclass(frozen=True, slots=True)
class TimeGivenBack:
    """The turn, or the wait for cuts, has `ms` more; `seat` is on turn, None before play."""

    type: ClassVar[str] = "time_given_back"
    schema: ClassVar[int] = 1

    seat: int | None
    ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class SeatTakenBack:
    """The player of a seat that a bot got by the clock is back."""

    type: ClassVar[str] = "seat_taken_back"
    schema: ClassVar[int] = 1

    seat: int
