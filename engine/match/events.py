"""The events of a match, as values.

`docs/events.md` describes every field of the facts that are stored; `engine.wire.codec` writes and
reads these. Hands, piles, tables and residues are sets of cards; a deck is in dealing order.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.match.times import BOTH_LOSE as BOTH_LOSE
from engine.match.times import FIRST_LOSES as FIRST_LOSES
from engine.match.times import USUAL_CLOCK as USUAL_CLOCK
from engine.match.times import Clock as Clock
from engine.match.times import ClockCharged as ClockCharged
from engine.match.times import SeatTakenBack as SeatTakenBack
from engine.match.times import TimeGivenBack as TimeGivenBack
from engine.match.times import Timeouts as Timeouts
from engine.rules.moves import Move
from engine.rules.ruleset import Ruleset
from engine.rules.scoring import SheetRow
from engine.rules.table import Build


@dataclass(frozen=True, slots=True)
class Residue:
    """R21: the cards left on the table, and the seat that gets them; None if nobody captured."""

    seat: int | None
    cards: int


# The deals whose secrets a match reveals: those that are scored; also one that is broken off; or
# none, since other matches are played with the same decks.
REVEAL_SCORED, REVEAL_ALL, REVEAL_NONE = "scored", "all", "none"


@dataclass(frozen=True, slots=True)
class MatchCreated:
    """The match was created, with the fields of the command `CreateMatch`.

    `ruleset` and `overrides` are what was asked for, and `rules` what is played. `stand_in` is None
    where the match ends when a player leaves. `board` is None where the match has its own decks.
    `digests` are, by seat, those of the spare cuts; None in matches of earlier versions, whose
    server drew its cuts as it made them.
    """

    type: ClassVar[str] = "match_created"
    schema: ClassVar[int] = 4

    match: str
    ruleset: str
    overrides: Mapping[str, object]
    rules: Ruleset
    seats: int
    commitment: bytes
    timeouts: Timeouts
    clock: Clock
    seed: bytes
    stand_in: str | None = None
    board: str | None = None
    mirrored: bool = False
    reveal: str = REVEAL_ALL
    digests: tuple[bytes, ...] | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player took the seat; `bot` is the key of its bot, or None for a person."""

    type: ClassVar[str] = "seat_taken"
    schema: ClassVar[int] = 1

    seat: int
    player: str
    bot: str | None


@dataclass(frozen=True, slots=True)
class CutCommitted:
    """The player of the seat committed to a cut, of which this is the digest (32 bytes)."""

    type: ClassVar[str] = "cut_committed"
    schema: ClassVar[int] = 1

    seat: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class CutMade:
    """The seat's cut, 16 bytes.

    `by` is `player`, `open`, `bot`, `waived`, `absent` or `not_revealed`; in matches of earlier
    versions `player`, `bot` or `absent`.
    """

    type: ClassVar[str] = "cut_made"
    schema: ClassVar[int] = 2

    seat: int
    cut: bytes
    by: str


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Play began; `dealer` is the seat that deals first (R19)."""

    type: ClassVar[str] = "match_started"
    schema: ClassVar[int] = 1

    dealer: int


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal began; `deck` has its 52 cards in dealing order."""

    type: ClassVar[str] = "deal_started"
    schema: ClassVar[int] = 1

    deal: int
    dealer: int
    deck: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PacketDealt:
    """R20: a packet was dealt: `hands` by seat, `table` the loose cards; `stock` cards are left."""

    type: ClassVar[str] = "packet_dealt"
    schema: ClassVar[int] = 1

    deal: int
    packet: int
    last: bool
    table: int
    stock: int
    turn: int
    hands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a move; `captured`, `build` and `sweep` are those of `MoveEffect`.

    `default` says that the clock played it (C3); `turn` is the next seat, None if all hands are
    empty.
    """

    type: ClassVar[str] = "card_played"
    schema: ClassVar[int] = 1

    seat: int
    move: Move
    captured: int
    build: Build | None
    sweep: bool
    default: bool
    turn: int | None


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """R20: the seat that has just played drew the top card; `stock` cards are left."""

    type: ClassVar[str] = "card_drawn"
    schema: ClassVar[int] = 1

    seat: int
    stock: int
    card: int


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal was scored: the sheet, the totals and the piles by side (R21 to R25).

    `secret` is None where the match reveals none.
    """

    type: ClassVar[str] = "deal_scored"
    schema: ClassVar[int] = 2

    deal: int
    residue: Residue
    sheet: tuple[SheetRow, ...]
    scores: tuple[int, ...]
    piles: tuple[int, ...]
    secret: bytes | None


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """The time of the seat on turn ran out, `in_a_row` turns of its in succession."""

    type: ClassVar[str] = "clock_ran_out"
    schema: ClassVar[int] = 1

    seat: int
    in_a_row: int


@dataclass(frozen=True, slots=True)
class SeatResigned:
    """The player of the seat resigned."""

    type: ClassVar[str] = "seat_resigned"
    schema: ClassVar[int] = 1

    seat: int


@dataclass(frozen=True, slots=True)
class SeatForfeited:
    """A director ruled that the seat forfeits the match."""

    type: ClassVar[str] = "seat_forfeited"
    schema: ClassVar[int] = 1

    seat: int


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """The bot with this key plays the seat from now on."""

    type: ClassVar[str] = "seat_handed_over"
    schema: ClassVar[int] = 1

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class MatchFinished:
    """The match ended with a winning side and the totals by side.

    `reason` is `score`, `resigned`, `timeouts` or `forfeited`; `secret` is that of a deal that was
    broken off, if the match reveals it.
    """

    type: ClassVar[str] = "match_finished"
    schema: ClassVar[int] = 2

    winner: int
    reason: str
    scores: tuple[int, ...]
    secret: bytes | None = None


@dataclass(frozen=True, slots=True)
class MatchAnnulled:
    """A director annulled the match; `secret` is as in `MatchFinished`."""

    type: ClassVar[str] = "match_annulled"
    schema: ClassVar[int] = 1

    reason: str
    secret: bytes | None


@dataclass(frozen=True, slots=True)
class MatchAbandoned:
    """Both sides stayed away, and both have lost; `secret` is as in `MatchFinished`."""

    type: ClassVar[str] = "match_abandoned"
    schema: ClassVar[int] = 1

    scores: tuple[int, ...]
    secret: bytes | None = None


Event = (
    MatchCreated
    | SeatTaken
    | CutCommitted
    | CutMade
    | MatchStarted
    | DealStarted
    | PacketDealt
    | CardPlayed
    | CardDrawn
    | DealScored
    | ClockRanOut
    | ClockCharged
    | TimeGivenBack
    | SeatTakenBack
    | SeatResigned
    | SeatForfeited
    | SeatHandedOver
    | MatchFinished
    | MatchAnnulled
    | MatchAbandoned
)
