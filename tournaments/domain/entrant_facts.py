"""Facts of entrants: who comes, goes, and is to meet whom (docs/events.md)."""

from dataclasses import dataclass
from typing import ClassVar

from tournaments.domain.fact_parts import Member


@dataclass(frozen=True, slots=True)
class EntrantRegistered:
    """`joins` is the first round that the entrant may play in the stage that is running."""

    type: ClassVar[str] = "entrant_registered"

    entrant: str
    name: str
    members: tuple[Member, ...]
    number: int
    waitlisted: bool
    joins: int
    club: str
    by: str | None


@dataclass(frozen=True, slots=True)
class EntrantPromoted:
    """From the waiting list to a place that came free; `joins` is the first round that the entrant
    may play in the stage that is running.
    """

    type: ClassVar[str] = "entrant_promoted"

    entrant: str
    joins: int = 1


@dataclass(frozen=True, slots=True)
class EntrantCheckedIn:
    type: ClassVar[str] = "entrant_checked_in"

    entrant: str
    by: str | None


@dataclass(frozen=True, slots=True)
class EntrantWithdrawn:
    type: ClassVar[str] = "entrant_withdrawn"

    entrant: str
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class EntrantReinstated:
    type: ClassVar[str] = "entrant_reinstated"

    entrant: str
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class EntrantDisqualified:
    """`void`: the results so far do not count for anybody."""

    type: ClassVar[str] = "entrant_disqualified"

    entrant: str
    void: bool
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class EntrantPaused:
    type: ClassVar[str] = "entrant_paused"

    entrant: str
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class EntrantResumed:
    type: ClassVar[str] = "entrant_resumed"

    entrant: str
    by: str | None


@dataclass(frozen=True, slots=True)
class ByeRequested:
    type: ClassVar[str] = "bye_requested"

    entrant: str
    stage: int
    round: int
    score: int
    by: str | None


@dataclass(frozen=True, slots=True)
class MemberSubstituted:
    type: ClassVar[str] = "member_substituted"

    entrant: str
    out: str
    member: Member
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class SeedingSet:
    """The order in which the entrants will be seeded, best first."""

    type: ClassVar[str] = "seeding_set"

    seeds: tuple[str, ...]
    by: str | None


@dataclass(frozen=True, slots=True)
class ClubSet:
    """Entrants of one club are kept apart where that costs nothing else."""

    type: ClassVar[str] = "club_set"

    entrant: str
    club: str
    by: str | None


@dataclass(frozen=True, slots=True)
class PairForbidden:
    type: ClassVar[str] = "pair_forbidden"

    entrants: tuple[str, str]
    by: str | None
    reason: str
