"""What a tournament is after its facts: frozen values, and what is due from them.

What every fact changes has no slots: `engine.copying` copies it the faster.
"""

from __future__ import annotations  # HashTrieMap takes its parameters only in what is not run

from dataclasses import dataclass
from enum import StrEnum

from rpds import HashTrieMap

from tournaments.core.stages import Pairing, Round, Stage
from tournaments.domain.fact_parts import Member
from tournaments.domain.settings import FIRST_PERSON, FULL, PLAY_OFF, Settings, StageSettings

LEAST_ENTRANTS = 2


class Phase(StrEnum):
    NEW = ""
    DRAFT = "draft"
    REGISTRATION = "registration"
    CHECK_IN = "check_in"
    RUNNING = "running"
    PAUSED = "paused"
    # Everything is played, and may still be corrected.
    PROVISIONAL = "provisional"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    DELETED = "deleted"


class Decided(StrEnum):
    """By what the first place of an event was decided."""

    PLAY = "play"
    # Nothing else separated the first ones.
    LOT = "lot"
    # Several have the title together.
    SHARED = "shared"
    # Nobody else was left to play.
    ALONE = "alone"
    # Nobody has won.
    NOBODY = "nobody"


class EntrantStatus(StrEnum):
    """Where an entrant stands in the tournament."""

    REGISTERED = "registered"
    WAITLISTED = "waitlisted"
    CHECKED_IN = "checked_in"
    ACTIVE = "active"
    PAUSED = "paused"
    ELIMINATED = "eliminated"
    WITHDRAWN = "withdrawn"
    NO_SHOW = "no_show"
    DISQUALIFIED = "disqualified"


# Who holds a place, and whose players cannot enter once more.
PRESENT = frozenset(
    {
        EntrantStatus.REGISTERED,
        EntrantStatus.CHECKED_IN,
        EntrantStatus.ACTIVE,
        EntrantStatus.PAUSED,
        EntrantStatus.ELIMINATED,
    }
)
GONE = frozenset({EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED, EntrantStatus.NO_SHOW})


@dataclass(frozen=True)
class Entrant:
    """`members`: who plays for it now; `byes`: how many it has asked for."""

    id: str
    name: str
    members: tuple[Member, ...]
    number: int
    standing: EntrantStatus
    joins: int = 1
    club: str = ""
    byes: int = 0

    @property
    def is_bot(self) -> bool:
        return all(member.bot is not None for member in self.members)


@dataclass(frozen=True)
class StageState:
    """A stage and how it is being run.

    `ends_at`: of a stage that ends by the clock. `next_at`: not before then is a round paired.
    `starts_at` of each published round; `final_at`: when the last result of a round may no longer
    be disputed. `failed`: the round that could not be paired, and why. `overridden`: the pairings,
    by round and number, that a director made in the place of others. `reopened`: rounds of which a
    pairing was taken back; `own_cards`: the pairings that were made in such a round since.
    """

    stage: Stage
    planned: int | None
    completed: bool = False
    ends_at: str | None = None
    next_at: str | None = None
    starts_at: HashTrieMap[int, str] = HashTrieMap()  # noqa: RUF009
    final_at: HashTrieMap[int, str] = HashTrieMap()  # noqa: RUF009
    disputed: frozenset[tuple[int, int]] = frozenset()
    overridden: frozenset[tuple[int, int]] = frozenset()
    reopened: frozenset[int] = frozenset()
    own_cards: frozenset[tuple[int, int]] = frozenset()
    failed: tuple[int, str] | None = None
    ended_early: bool = False
    places: tuple[str, ...] = ()
    qualified: tuple[str, ...] = ()

    @property
    def open_rounds(self) -> list[Round]:
        return [round_ for round_ in self.stage.rounds if not round_.closed]

    @property
    def rounds_closed(self) -> int:
        return sum(round_.closed for round_ in self.stage.rounds)


@dataclass(frozen=True)
class State:
    """`entrants` by id, all that ever entered; `players`: who is in or waits, and for which
    entrant; `waiting`: the waiting list in its order; `entered` counts every entry ever made.
    """

    version: int = 0
    id: str = ""
    slug: str = ""
    organiser: str = ""
    phase: Phase = Phase.NEW
    settings: Settings = Settings("")  # noqa: RUF009
    commitment: bytes = b""
    seed: bytes = b""
    entrants: HashTrieMap[str, Entrant] = HashTrieMap()  # noqa: RUF009
    players: HashTrieMap[str, str] = HashTrieMap()  # noqa: RUF009
    entered: int = 0
    taken: int = 0
    people: int = 0
    waiting: tuple[str, ...] = ()
    seeding: tuple[str, ...] = ()
    # The score of each bye that was asked for, by (stage, round, entrant).
    requested: HashTrieMap[tuple[int, int, str], int] = HashTrieMap()  # noqa: RUF009
    forbidden: frozenset[frozenset[str]] = frozenset()
    stages: tuple[StageState, ...] = ()
    # It ends with one ranking over all stages; see `TournamentCreated`.
    whole_ranking: bool = False
    # When provisional results become final; None: when a director confirms them.
    final_at: str | None = None
    champion: str | None = None
    champions: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    ranks: tuple[int, ...] = ()
    decided: str = ""
    description: str = ""
    # The version at which a text was last taken away from the facts before it.
    reworded: int = 0
    # Which directors have looked at which matches live.
    looked: frozenset[tuple[str, str]] = frozenset()
    # By the house; who sees it then is not the event's to say.
    hidden: bool = False

    @property
    def free(self) -> int:
        """Places still to be had."""
        return self.settings.capacity - self.taken

    @property
    def current(self) -> StageState | None:
        """The stage that is being played, or the last one that was."""
        return self.stages[-1] if self.stages else None

    @property
    def running(self) -> bool:
        """Started, and not over: a pause does not change that, nor that all has been played."""
        return self.phase in (Phase.RUNNING, Phase.PAUSED, Phase.PROVISIONAL)

    @property
    def can_start(self) -> bool:
        """Whether there are two to play, or will be when the bots have filled the free places."""
        return self.taken >= LEAST_ENTRANTS or self.settings.fill_with_bots is not None

    @property
    def start_due(self) -> bool:
        """Whether the tournament is to start by itself now, whatever the clock says."""
        if self.phase not in (Phase.REGISTRATION, Phase.CHECK_IN) or not self.can_start:
            return False
        if self.settings.starts_at is not None:
            return False
        if self.settings.autostart == FULL:
            return self.free == 0
        if self.settings.autostart == FIRST_PERSON:
            return self.people > 0
        return False

    @property
    def present(self) -> list[Entrant]:
        """Who holds a place, in order of entry."""
        found = [one for one in self.entrants.values() if one.standing in PRESENT]
        return sorted(found, key=lambda one: one.number)

    def entrant_of(self, player: str) -> Entrant | None:
        """The entrant this player plays or waits for."""
        found = self.players.get(player)
        return None if found is None else self.entrants[found]

    def stage_settings(self, number: int) -> StageSettings:
        """Of a stage that was set, or of the play-off that follows the last one."""
        stages = self.settings.stages
        return stages[number - 1] if number <= len(stages) else PLAY_OFF

    def may_direct(self, player: str | None) -> bool:
        """Whether they run this tournament; None is the house."""
        return player is None or player in (self.organiser, *self.settings.directors)

    def pairing(self, stage: int, round_number: int, number: int) -> Pairing | None:
        if not 1 <= stage <= len(self.stages):
            return None
        round_ = self.stages[stage - 1].stage.round(round_number)
        return None if round_ is None else round_.pairings.get(number)


NEW = State()
