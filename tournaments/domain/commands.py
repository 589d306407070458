"""What may be asked of a tournament. Ids come in with the command; none arises in deciding it.

`by` is the player id of whoever asks, or None for the house itself (autostart).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.domain.events import Anchor


@dataclass(frozen=True, slots=True)
class CreateTournament:
    tournament: str
    slug: str
    name: str
    organiser: str
    ruleset: str = "classic"
    overrides: Mapping[str, object] = field(default_factory=dict)
    capacity: int = 16
    turn_seconds: int = 30
    bot_pace_ms: int = 0
    autostart: str = "manual"
    fill_with_bots: str | None = None
    format: str = "single_elimination"


@dataclass(frozen=True, slots=True)
class OpenRegistration:
    by: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Who enters: a new entrant id, the player, and the strategy key if the player is a bot."""

    entrant: str
    player: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class RegisterEntrants:
    """A person enters themselves; bots are entered by the organiser. All of them enter, or none."""

    by: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class WithdrawEntrant:
    by: str


@dataclass(frozen=True, slots=True)
class Start:
    """`fill` are the bots that take the places still free."""

    by: str | None
    fill: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class PairRound:
    """`matches`: an id for each pairing of the round that has two entrants, in their order."""

    round: int
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchResult:
    match: str
    winner: int
    scores: tuple[int, ...]
    reason: str
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class RecordResults:
    """Results of finished matches of the round; `winner` is a side: 0 is the first entrant."""

    results: tuple[MatchResult, ...]


TournamentCommand = (
    CreateTournament
    | OpenRegistration
    | RegisterEntrants
    | WithdrawEntrant
    | Start
    | PairRound
    | RecordResults
)
