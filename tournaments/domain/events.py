"""The facts of a tournament as values (docs/events.md); `codec` turns them into JSON and back.

`by` is the player id of whoever did it, None for the house; times are RFC 3339, as the clock said.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tournaments.domain.settings import Settings
from tournaments.domain.stages import Outcome


@dataclass(frozen=True, slots=True)
class Member:
    """Who plays for an entrant: a player, and the strategy key if the player is a bot."""

    player: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Anchor:
    """The head of a finished match's stream: whoever changes that log must change this one too."""

    stream: str
    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two meet: a code and its params."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """A pairing as it was made; with `outcomes` it was decided at once."""

    number: int
    sides: tuple[tuple[str, ...], ...]
    match: str | None
    group: int = 0
    outcomes: tuple[Outcome, ...] | None = None
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """`commitment` is the first link of the chain whose last is `seed`, which stays secret."""

    type: ClassVar[str] = "tournament_created"
    secret: ClassVar[tuple[str, ...]] = ("seed",)

    tournament: str
    slug: str
    organiser: str
    settings: Settings
    commitment: bytes
    seed: bytes


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    type: ClassVar[str] = "settings_changed"

    settings: Settings
    by: str | None


@dataclass(frozen=True, slots=True)
class RegistrationOpened:
    type: ClassVar[str] = "registration_opened"

    by: str | None


@dataclass(frozen=True, slots=True)
class CheckInOpened:
    type: ClassVar[str] = "check_in_opened"

    by: str | None


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
    """From the waiting list to a place that came free."""

    type: ClassVar[str] = "entrant_promoted"

    entrant: str


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


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    type: ClassVar[str] = "tournament_started"

    by: str | None


@dataclass(frozen=True, slots=True)
class StageStarted:
    """Seeds, rules and lot are frozen here. `rated` is the order that the ratings gave, where the
    seeds were made from it; `rounds` is None where it cannot be known, `ends_at` where the stage
    does not end by the clock.
    """

    type: ClassVar[str] = "stage_started"

    stage: int
    format: str
    options: Mapping[str, Any]
    seeds: tuple[str, ...]
    rated: tuple[str, ...]
    lot: bytes
    rounds: int | None
    ends_at: str | None


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """Tables of a round; those of a draft are secret. `inputs` is the digest of what the pairing
    was made from, `engine` names the format and the version of its algorithm.
    """

    type: ClassVar[str] = "round_paired"

    stage: int
    round: int
    expected: int
    tables: tuple[Table, ...]
    engine: str
    inputs: str
    draft: bool

    @property
    def secret(self) -> tuple[str, ...]:
        return ("tables",) if self.draft else ()


@dataclass(frozen=True, slots=True)
class RoundPublished:
    """`tables`: what was a draft, as it is now; empty where the round was paired in public."""

    type: ClassVar[str] = "round_published"

    stage: int
    round: int
    starts_at: str
    tables: tuple[Table, ...]
    by: str | None


@dataclass(frozen=True, slots=True)
class RoundDiscarded:
    """A draft, or a round nobody has begun to play, is thrown away to be paired anew."""

    type: ClassVar[str] = "round_discarded"

    stage: int
    round: int
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class PairingOverridden:
    """A director's tables in the place of those with the same numbers; secret in a draft."""

    type: ClassVar[str] = "pairing_overridden"

    stage: int
    round: int
    tables: tuple[Table, ...]
    by: str | None
    reason: str
    draft: bool

    @property
    def secret(self) -> tuple[str, ...]:
        return ("tables",) if self.draft else ()


@dataclass(frozen=True, slots=True)
class RoundFailed:
    type: ClassVar[str] = "round_failed"

    stage: int
    round: int
    problem: str


@dataclass(frozen=True, slots=True)
class RoundRetried:
    type: ClassVar[str] = "round_retried"

    stage: int
    round: int
    by: str | None


@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """`deals`: the points of each deal by side, where the cards were the same at every table.
    `final_at`: until then it may be disputed; None: it is final at once.
    """

    type: ClassVar[str] = "result_recorded"

    stage: int
    round: int
    pairing: int
    match: str
    outcomes: tuple[Outcome, ...]
    reason: str
    anchor: Anchor
    deals: tuple[tuple[int, ...], ...]
    final_at: str | None


@dataclass(frozen=True, slots=True)
class MatchForfeited:
    """A pairing that is decided without, or whatever becomes of, its match."""

    type: ClassVar[str] = "match_forfeited"

    stage: int
    round: int
    pairing: int
    outcomes: tuple[Outcome, ...]
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """These outcomes in the place of those recorded before."""

    type: ClassVar[str] = "result_corrected"

    stage: int
    round: int
    pairing: int
    outcomes: tuple[Outcome, ...]
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class PairingVoided:
    """A pairing that rested on a result that was corrected; it is made anew when it is due."""

    type: ClassVar[str] = "pairing_voided"

    stage: int
    round: int
    pairing: int
    match: str | None
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class ResultDisputed:
    type: ClassVar[str] = "result_disputed"

    stage: int
    round: int
    pairing: int
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class DisputeResolved:
    """The result stands; a correction resolves a dispute as well."""

    type: ClassVar[str] = "dispute_resolved"

    stage: int
    round: int
    pairing: int
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """`next_at`: not before then is the next round paired. `deck`: the secret of the round's
    cards, where all tables had the same.
    """

    type: ClassVar[str] = "round_closed"

    stage: int
    round: int
    next_at: str | None
    deck: bytes | None


@dataclass(frozen=True, slots=True)
class ScoreAdjusted:
    """A penalty or a bonus in sixtieths, on top of what was played."""

    type: ClassVar[str] = "score_adjusted"

    stage: int
    entrant: str
    score: int
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class StageEndedEarly:
    """Whatever is not decided does not count, and no stage follows."""

    type: ClassVar[str] = "stage_ended_early"

    stage: int
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class StageCompleted:
    """The places of the stage, and who goes on, frozen."""

    type: ClassVar[str] = "stage_completed"

    stage: int
    places: tuple[str, ...]
    qualified: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TournamentPaused:
    type: ClassVar[str] = "tournament_paused"

    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class TournamentResumed:
    type: ClassVar[str] = "tournament_resumed"

    by: str | None


@dataclass(frozen=True, slots=True)
class TournamentCompleted:
    """`places`: every entrant that was in, best first; `champion` is the first of them."""

    type: ClassVar[str] = "tournament_completed"

    champion: str | None
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    type: ClassVar[str] = "tournament_cancelled"

    by: str | None
    reason: str


TournamentEvent = (
    TournamentCreated
    | SettingsChanged
    | RegistrationOpened
    | CheckInOpened
    | EntrantRegistered
    | EntrantPromoted
    | EntrantCheckedIn
    | EntrantWithdrawn
    | EntrantReinstated
    | EntrantDisqualified
    | EntrantPaused
    | EntrantResumed
    | ByeRequested
    | MemberSubstituted
    | SeedingSet
    | ClubSet
    | PairForbidden
    | TournamentStarted
    | StageStarted
    | RoundPaired
    | RoundPublished
    | RoundDiscarded
    | PairingOverridden
    | RoundFailed
    | RoundRetried
    | ResultRecorded
    | MatchForfeited
    | ResultCorrected
    | PairingVoided
    | ResultDisputed
    | DisputeResolved
    | RoundClosed
    | ScoreAdjusted
    | StageEndedEarly
    | StageCompleted
    | TournamentPaused
    | TournamentResumed
    | TournamentCompleted
    | TournamentCancelled
)
