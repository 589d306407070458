"""What a record says: a header, and an entry for each line after it.

Most entries are the facts themselves; a play leaves out what follows from it, and a score is told
in several lines.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.match.events import (
    REVEAL_SCORED,
    USUAL_CLOCK,
    CardDrawn,
    CardPlayed,
    Clock,
    ClockRanOut,
    CutMade,
    DealScored,
    DealStarted,
    Event,
    MatchAnnulled,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    PacketDealt,
    Residue,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTaken,
    Timeouts,
)
from engine.rules.moves import Move
from engine.rules.scoring import SheetRow

USUAL_TIMEOUTS = Timeouts(1, "forfeit")


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat, the key of the bot that plays it, and its cut (None: none was made)."""

    name: str
    bot: str | None = None
    cut: bytes | None = None
    cut_by: str | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """What is known before the first card; `commitment` is None for cards dealt by hand.

    `stand_in`, `board`, `mirrored` and `reveal` are as in `engine.match.events.MatchCreated`.
    """

    match: str
    ruleset: str
    overrides: Mapping[str, object]
    players: tuple[Player, ...]
    dealer: int
    commitment: bytes | None = None
    timeouts: Timeouts = USUAL_TIMEOUTS
    clock: Clock = USUAL_CLOCK
    stand_in: str | None = None
    board: str | None = None
    mirrored: bool = False
    reveal: str = REVEAL_SCORED


@dataclass(frozen=True, slots=True)
class Play:
    """A card played; `default`: by the clock."""

    seat: int
    move: Move
    sweep: bool
    default: bool


@dataclass(frozen=True, slots=True)
class Secret:
    """The reveal of the deal that has just been played, or broken off."""

    secret: bytes


@dataclass(frozen=True, slots=True)
class UnrevealedDeal:
    """A deal whose secret was never revealed: the record does not tell it."""

    deal: int
    dealer: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals by side after a deal."""

    deal: int
    scores: tuple[int, ...]


Entry = (
    DealStarted
    | UnrevealedDeal
    | PacketDealt
    | Play
    | CardDrawn
    | ClockRanOut
    | SeatResigned
    | SeatForfeited
    | SeatHandedOver
    | Secret
    | Residue
    | SheetRow
    | Totals
    | MatchFinished
    | MatchAnnulled
)


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was played, every card of its deals included."""

    header: Header
    entries: tuple[Entry, ...]


def record_of(events: Iterable[Event]) -> Record:
    """The record of a match that has started, from all its facts. It shows every card: of a deal
    that is still going on, nobody may see it.
    """
    known = list(events)
    entries = tuple(entry for event in known for entry in entries_of(event))
    return Record(_header(known), entries)


def entries_of(event: Event) -> list[Entry]:
    """The entries that tell the fact; none for those that the header tells."""
    if isinstance(event, CardPlayed):
        return [Play(event.seat, event.move, event.sweep, event.default)]
    if isinstance(event, DealScored):
        return [
            *_secret(event.secret),
            event.residue,
            *event.sheet,
            Totals(event.deal, event.scores),
        ]
    if isinstance(event, MatchFinished):
        return [*_secret(event.secret), replace(event, secret=None)]
    if isinstance(event, MatchAnnulled):
        return [replace(event, secret=None), *_secret(event.secret)]
    if isinstance(event, MatchCreated | SeatTaken | CutMade | MatchStarted):
        return []
    return [event]


def _secret(secret: bytes | None) -> list[Entry]:
    return [] if secret is None else [Secret(secret)]


def _header(events: list[Event]) -> Header:
    created = next(event for event in events if isinstance(event, MatchCreated))
    started = next((event for event in events if isinstance(event, MatchStarted)), None)
    if started is None:
        raise ValueError("a match that has not started has no record")
    cuts = {event.seat: event for event in events if isinstance(event, CutMade)}
    taken = {event.seat: event for event in events if isinstance(event, SeatTaken)}
    players = tuple(
        Player(taken[seat].player, taken[seat].bot, cuts[seat].cut, cuts[seat].by)
        for seat in range(created.seats)
    )
    return Header(
        match=created.match,
        ruleset=created.ruleset,
        overrides=dict(created.overrides),
        players=players,
        dealer=started.dealer,
        commitment=created.commitment,
        timeouts=created.timeouts,
        clock=created.clock,
        stand_in=created.stand_in,
        board=created.board,
        mirrored=created.mirrored,
        reveal=created.reveal,
    )
