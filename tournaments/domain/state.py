"""What a tournament is after its facts: frozen values, and what is due from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.domain.rounds import Round

LEAST_ENTRANTS = 2

DRAFT = "draft"
REGISTRATION = "registration"
RUNNING = "running"
COMPLETED = "completed"

MANUAL = "manual"
FULL = "full"
FIRST_PERSON = "first_person"
AUTOSTARTS = (MANUAL, FULL, FIRST_PERSON)


@dataclass(frozen=True, slots=True)
class Options:
    """As the organiser set them; they do not change after creation."""

    slug: str = ""
    name: str = ""
    organiser: str = ""
    format: str = "single_elimination"
    ruleset: str = "classic"
    overrides: Mapping[str, object] = field(default_factory=dict)
    capacity: int = 0
    turn_seconds: int = 30
    bot_pace_ms: int = 0
    autostart: str = MANUAL
    fill_with_bots: str | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    id: str
    player: str
    bot: str | None
    number: int


@dataclass(frozen=True, slots=True)
class State:
    """`entrants`: who is in, in order of entry; `entered` counts every entry ever made."""

    version: int = 0
    id: str = ""
    phase: str = ""
    options: Options = Options()
    entrants: tuple[Entrant, ...] = ()
    entered: int = 0
    seeds: tuple[str, ...] = ()
    size: int = 0
    rounds: tuple[Round, ...] = ()
    champion: str | None = None

    @property
    def free(self) -> int:
        """Places still to be had."""
        return self.options.capacity - len(self.entrants)

    @property
    def open_round(self) -> Round | None:
        """The round being played, or None between rounds."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def round_due(self) -> int | None:
        """The number of the round that is to be paired now, if one is."""
        if self.phase != RUNNING or self.open_round is not None:
            return None
        return len(self.rounds) + 1

    @property
    def can_start(self) -> bool:
        """Whether there are two to play, or will be when the bots have filled the free places."""
        return len(self.entrants) >= LEAST_ENTRANTS or self.options.fill_with_bots is not None

    @property
    def start_due(self) -> bool:
        """Whether the tournament is to start by itself now."""
        if self.phase != REGISTRATION or not self.can_start:
            return False
        if self.options.autostart == FULL:
            return self.free == 0
        if self.options.autostart == FIRST_PERSON:
            return any(entrant.bot is None for entrant in self.entrants)
        return False

    def entrant_of(self, player: str) -> Entrant | None:
        return next((entrant for entrant in self.entrants if entrant.player == player), None)


NEW = State()
