"""The facts of a tournament as values (docs/events.md); `codec` turns them into JSON and back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    type: ClassVar[str] = "tournament_created"

    tournament: str
    slug: str
    name: str
    organiser: str
    format: str
    ruleset: str
    overrides: Mapping[str, object]
    capacity: int
    turn_seconds: int
    bot_pace_ms: int
    autostart: str
    fill_with_bots: str | None


@dataclass(frozen=True, slots=True)
class RegistrationOpened:
    type: ClassVar[str] = "registration_opened"


@dataclass(frozen=True, slots=True)
class EntrantRegistered:
    type: ClassVar[str] = "entrant_registered"

    entrant: str
    player: str
    bot: str | None
    number: int


@dataclass(frozen=True, slots=True)
class EntrantWithdrawn:
    type: ClassVar[str] = "entrant_withdrawn"

    entrant: str


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    type: ClassVar[str] = "tournament_started"

    seeds: tuple[str, ...]
    size: int


@dataclass(frozen=True, slots=True)
class PairedEntrants:
    pairing: int
    entrants: tuple[str, str | None]
    match: str | None


@dataclass(frozen=True, slots=True)
class RoundPaired:
    type: ClassVar[str] = "round_paired"

    round: int
    pairings: tuple[PairedEntrants, ...]


@dataclass(frozen=True, slots=True)
class Anchor:
    """The head of a finished match's stream: whoever changes that log must change this one too."""

    stream: str
    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class ResultRecorded:
    type: ClassVar[str] = "result_recorded"

    round: int
    pairing: int
    match: str
    winner: str
    scores: tuple[int, ...]
    reason: str
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class RoundClosed:
    type: ClassVar[str] = "round_closed"

    round: int


@dataclass(frozen=True, slots=True)
class TournamentCompleted:
    type: ClassVar[str] = "tournament_completed"

    champion: str


TournamentEvent = (
    TournamentCreated
    | RegistrationOpened
    | EntrantRegistered
    | EntrantWithdrawn
    | TournamentStarted
    | RoundPaired
    | ResultRecorded
    | RoundClosed
    | TournamentCompleted
)
