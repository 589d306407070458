"""What may be asked of a match."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.match.events import REVEAL_ALL, USUAL_CLOCK, Clock, Timeouts
from engine.rules.moves import Move


@dataclass(frozen=True, slots=True)
class CreateMatch:
    """`seed` is 32 bytes, drawn by the server for this match alone.

    With a `board`, an id at most 128 characters long, the seed is drawn for the board: all matches
    on it have the same decks and first dealer, and reveal none of it. `mirrored`, for two sides:
    every deck is played twice, with the deal passed on. `stand_in` is the key of the bot that plays
    on for who leaves while others contend; `reveal` is `scored` only for matches created before.
    """

    match: str
    ruleset: str
    overrides: Mapping[str, object]
    seats: int
    seed: bytes
    timeouts: Timeouts
    clock: Clock = USUAL_CLOCK
    stand_in: str | None = None
    board: str | None = None
    mirrored: bool = False
    reveal: str = REVEAL_ALL


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
class Forfeit:
    """A director's decision: the seat loses as if it had resigned, before play too."""

    seat: int


@dataclass(frozen=True, slots=True)
class Annul:
    """A director's decision: the match does not count, whoever was winning."""

    reason: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """From now on the bot with this key plays the seat."""

    seat: int
    bot: str


Command = (
    CreateMatch | TakeSeat | MakeCut | PlayMove | RunOutClock | Resign | Forfeit | Annul | HandOver
)
