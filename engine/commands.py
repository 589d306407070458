"""What may be asked of a match."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.events import USUAL_CLOCK, Clock, Timeouts
from engine.moves import Move


@dataclass(frozen=True, slots=True)
class CreateMatch:
    """`seed` is 32 bytes, drawn by the server for this match alone."""

    match: str
    ruleset: str
    overrides: Mapping[str, object]
    seats: int
    seed: bytes
    timeouts: Timeouts
    clock: Clock = USUAL_CLOCK


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """`bot` is the key of the strategy that plays the seat, or None for a person."""

    seat: int
    player: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class MakeCut:
    """`cut` is 16 bytes of the seat's own; `by` is `player`, `bot` or `absent`."""

    seat: int
    cut: bytes
    by: str


@dataclass(frozen=True, slots=True)
class PlayMove:
    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class RunOutClock:
    """The seat on turn has used up its time."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resign:
    seat: int


@dataclass(frozen=True, slots=True)
class HandOver:
    """From now on the bot with this key plays the seat."""

    seat: int
    bot: str


Command = CreateMatch | TakeSeat | MakeCut | PlayMove | RunOutClock | Resign | HandOver
