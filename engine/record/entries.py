"""A record as values: a header, and an entry for each line after it.

Most entries are the events themselves. A play leaves out what follows from it, and the score of a
deal takes several lines.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.match.events import (
    REVEAL_SCORED,
    USUAL_CLOCK,
    CardDrawn,
    CardPlayed,
    Clock,
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
    Residue,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTaken,
    SeatTakenBack,
    TimeGivenBack,
    Timeouts,
)
from engine.rules.moves import Move
from engine.rules.ruleset import Ruleset
from engine.rules.scoring import SheetRow

USUAL_TIMEOUTS = Timeouts(1, "forfeit")


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a seat, the key of its bot or None, and its cut, None if none was made."""

    name: str
    bot: str | None = None
    cut: bytes | None = None
    cut_by: str | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """Everything known before the first card; `commitment` is None for cards dealt by hand.

    `rules` are the resolved rules of the ruleset with its overrides.
    `stand_in`, `board`, `mirrored` and `reveal` are as in `engine.match.events.MatchCreated`.
    """

    match: str
    ruleset: str
    overrides: Mapping[str, object]
    rules: Ruleset
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
    """A move played; `default` says that the clock played it (C3)."""

    seat: int
    move: Move
    sweep: bool
    default: bool


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret, 32 bytes, of the deal that has just been played or broken off."""

    secret: bytes


@dataclass(frozen=True, slots=True)
class UnrevealedDeal:
    """A deal whose secret was never revealed, so that the record has no cards of it."""

    deal: int
    dealer: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals by side after this deal."""

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
    | SeatTakenBack
    | Secret
    | Residue
    | SheetRow
    | Totals
    | MatchFinished
    | MatchAnnulled
    | MatchAbandoned
)


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was played, with every card of its deals."""

    header: Header
    entries: tuple[Entry, ...]


def record_of(events: Iterable[Event]) -> Record:
    """The record of a match, from all its events.

    It shows every card, so nobody may see it while a deal is in play (`record_of_public`). Raises
    ValueError for a match that has not started.
    """
    known = list(events)
    entries = tuple(entry for event in known for entry in entries_of(event))
    return Record(_header(known), entries)


def entries_of(event: Event) -> list[Entry]:
    """The entries of an event; none for one that the header holds, or that is about times."""
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
    if isinstance(event, MatchAbandoned):
        return [*_secret(event.secret), replace(event, secret=None)]
    if isinstance(event, MatchAnnulled):
        return [replace(event, secret=None), *_secret(event.secret)]
    if isinstance(event, ClockCharged | TimeGivenBack):
        return []  # a record has no times
    if isinstance(event, MatchCreated | SeatTaken | CutCommitted | CutMade | MatchStarted):
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
        rules=created.rules,
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
