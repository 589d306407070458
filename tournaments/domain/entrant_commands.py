"""What may be asked of a tournament about its entrants: who comes, goes, and how they stand."""

from dataclasses import dataclass

from tournaments.domain.fact_parts import Member


@dataclass(frozen=True, slots=True)
class Entry:
    """A new entrant id and who plays for it; `name` may be empty for a single player."""

    entrant: str
    members: tuple[Member, ...]
    name: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class RegisterEntrants:
    """A person enters themselves, alone or with a partner; whoever directs enters anybody. All of
    them enter, or none.
    """

    by: str | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class CheckIn:
    by: str | None
    entrant: str


@dataclass(frozen=True, slots=True)
class CallUp:
    """Whoever waits comes in, as far as places are free."""


@dataclass(frozen=True, slots=True)
class WithdrawEntrant:
    by: str | None
    entrant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReinstateEntrant:
    by: str | None
    entrant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DisqualifyEntrant:
    by: str | None
    entrant: str
    reason: str


@dataclass(frozen=True, slots=True)
class PauseEntrant:
    by: str | None
    entrant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResumeEntrant:
    by: str | None
    entrant: str


@dataclass(frozen=True, slots=True)
class RequestBye:
    """For the next round that is not paired yet."""

    by: str | None
    entrant: str


@dataclass(frozen=True, slots=True)
class Substitute:
    by: str | None
    entrant: str
    out: str
    member: Member
    reason: str


@dataclass(frozen=True, slots=True)
class SetSeeding:
    by: str | None
    seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetClub:
    by: str | None
    entrant: str
    club: str


@dataclass(frozen=True, slots=True)
class ForbidPair:
    by: str | None
    entrants: tuple[str, str]
    reason: str


@dataclass(frozen=True, slots=True)
class AdjustScore:
    by: str | None
    entrant: str
    score: int
    reason: str
