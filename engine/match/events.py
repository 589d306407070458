"""The facts of a match, as values.

`docs/events.md` lists their fields; `engine.wire.codec` writes and reads them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.rules.moves import Move
from engine.rules.scoring import SheetRow
from engine.rules.table import Build


@dataclass(frozen=True, slots=True)
class Timeouts:
    """After `limit` turns run out in a row: `then` is `forfeit`, or `bot` (the seat goes to the bot
    with this key).
    """

    limit: int
    then: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a person has for a turn and how long a bot waits before it plays.

    Kept as a fact of the match; time itself stays outside.
    """

    turn_seconds: int = 30
    bot_pace_ms: int = 0


USUAL_CLOCK = Clock()


@dataclass(frozen=True, slots=True)
class Residue:
    """R21: the cards left on the table and the seat that gets them (None: nobody captured)."""

    seat: int | None
    cards: int


# Whose secrets a match reveals: of the deals that are scored, of these and of a deal that is broken
# off, or of none, since other matches are played with the same decks.
REVEAL_SCORED, REVEAL_ALL, REVEAL_NONE = "scored", "all", "none"


@dataclass(frozen=True, slots=True)
class MatchCreated:
    """`stand_in` is the key of the bot that plays on for who leaves, or None: then the match ends.

    `board` names the decks (None: the match has its own), and `mirrored` says that every deck is
    played twice.
    """

    type: ClassVar[str] = "match_created"
    schema: ClassVar[int] = 2

    match: str
    ruleset: str
    overrides: Mapping[str, object]
    seats: int
    commitment: bytes
    timeouts: Timeouts
    clock: Clock
    seed: bytes
    stand_in: str | None = None
    board: str | None = None
    mirrored: bool = False
    reveal: str = REVEAL_ALL


@dataclass(frozen=True, slots=True)
class SeatTaken:
    type: ClassVar[str] = "seat_taken"
    schema: ClassVar[int] = 1

    seat: int
    player: str
    bot: str | None


@dataclass(frozen=True, slots=True)
class CutMade:
    type: ClassVar[str] = "cut_made"
    schema: ClassVar[int] = 1

    seat: int
    cut: bytes
    by: str


@dataclass(frozen=True, slots=True)
class MatchStarted:
    type: ClassVar[str] = "match_started"
    schema: ClassVar[int] = 1

    dealer: int


@dataclass(frozen=True, slots=True)
class DealStarted:
    type: ClassVar[str] = "deal_started"
    schema: ClassVar[int] = 1

    deal: int
    dealer: int
    deck: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PacketDealt:
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
    """R20: who has just played draws the top card of the stock; `stock` cards are left."""

    type: ClassVar[str] = "card_drawn"
    schema: ClassVar[int] = 1

    seat: int
    stock: int
    card: int


@dataclass(frozen=True, slots=True)
class DealScored:
    """`secret` is None where the match reveals none."""

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
    type: ClassVar[str] = "clock_ran_out"
    schema: ClassVar[int] = 1

    seat: int
    in_a_row: int


@dataclass(frozen=True, slots=True)
class SeatResigned:
    type: ClassVar[str] = "seat_resigned"
    schema: ClassVar[int] = 1

    seat: int


@dataclass(frozen=True, slots=True)
class SeatForfeited:
    """A director has taken the seat's part in the match away."""

    type: ClassVar[str] = "seat_forfeited"
    schema: ClassVar[int] = 1

    seat: int


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    type: ClassVar[str] = "seat_handed_over"
    schema: ClassVar[int] = 1

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class MatchFinished:
    """`secret` is that of the deal which was broken off, if one was and the match reveals it."""

    type: ClassVar[str] = "match_finished"
    schema: ClassVar[int] = 2

    winner: int
    reason: str
    scores: tuple[int, ...]
    secret: bytes | None = None


@dataclass(frozen=True, slots=True)
class MatchAnnulled:
    """A director has taken the match back; `secret` as in `MatchFinished`."""

    type: ClassVar[str] = "match_annulled"
    schema: ClassVar[int] = 1

    reason: str
    secret: bytes | None


Event = (
    MatchCreated
    | SeatTaken
    | CutMade
    | MatchStarted
    | DealStarted
    | PacketDealt
    | CardPlayed
    | CardDrawn
    | DealScored
    | ClockRanOut
    | SeatResigned
    | SeatForfeited
    | SeatHandedOver
    | MatchFinished
    | MatchAnnulled
)
