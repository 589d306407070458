"""The facts of a tournament as values (docs/events.md): of its course here, of its entrants in
`entrant_facts`, of its rounds in `round_facts`. `codec` turns them into JSON and back.

`by` is the player id of whoever did it, None for the house; times are RFC 3339, as the clock said.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tournaments.domain import entrant_facts, round_facts
from tournaments.domain.settings import Settings


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """`commitment` is the first link of the chain whose last is `seed`, which stays secret.
    `whole_ranking`: it ends with one ranking over all stages, and whoever waits goes on waiting
    after the start; events of earlier versions did neither.
    """

    type: ClassVar[str] = "tournament_created"
    secret: ClassVar[tuple[str, ...]] = ("seed",)

    tournament: str
    slug: str
    organiser: str
    settings: Settings
    commitment: bytes
    seed: bytes
    whole_ranking: bool = False


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """`reason` is empty where nobody has entered yet who would have to be told."""

    type: ClassVar[str] = "settings_changed"

    settings: Settings
    by: str | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DescriptionSet:
    """What the organiser writes about the event, in Markdown; empty for nothing."""

    type: ClassVar[str] = "description_set"

    description: str
    by: str | None


@dataclass(frozen=True, slots=True)
class TournamentDeleted:
    """A draft that nobody has seen is thrown away."""

    type: ClassVar[str] = "tournament_deleted"

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
class TournamentStarted:
    type: ClassVar[str] = "tournament_started"

    by: str | None


@dataclass(frozen=True, slots=True)
class StageStarted:
    """Seeds, rules and lot are frozen here. `rated` is the order that the ratings gave, where the
    seeds were made from it; `rounds` is None where it cannot be known, `ends_at` where the stage
    does not end by the clock. `names_clubs`: its pairings were made from the words of clubs, as in
    earlier versions, and not only from who is of the same one.
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
    names_clubs: bool = False


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
class ResultsProvisional:
    """The last result is in. The event is final at `final_at`; a director may hold it up."""

    type: ClassVar[str] = "results_provisional"

    final_at: str


@dataclass(frozen=True, slots=True)
class ResultsHeld:
    """Provisional results become final only when a director confirms them."""

    type: ClassVar[str] = "results_held"

    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class ResultsConfirmed:
    """A director makes provisional results final, before their time or after they were held."""

    type: ClassVar[str] = "results_confirmed"

    by: str | None


@dataclass(frozen=True, slots=True)
class TournamentReopened:
    """The results are provisional again, until they are confirmed; with `playing` there is
    something to play again.
    """

    type: ClassVar[str] = "tournament_reopened"

    playing: bool
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class TournamentCompleted:
    """`places`: everybody who took part, best first, and `ranks` the place of each, which those
    whom nothing separates share. `champions` are first: one, several who share the title, or
    nobody; `champion` is the one, or the first of several. `decided`: by what (`Decided`).

    Events of earlier versions have neither `champions`, `ranks` nor `decided`.
    """

    type: ClassVar[str] = "tournament_completed"

    champion: str | None
    places: tuple[str, ...]
    champions: tuple[str, ...] = ()
    ranks: tuple[int, ...] = ()
    decided: str = ""


@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    type: ClassVar[str] = "tournament_cancelled"

    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class TextTakenAway:
    """The text of this digest, wherever it stood in the facts before, is gone for good."""

    type: ClassVar[str] = "text_taken_away"

    digest: str
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class TournamentHidden:
    """Staff have taken it out of sight; whatever is being played in it goes on."""

    type: ClassVar[str] = "tournament_hidden"

    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class TournamentShown:
    """Everybody may see it again."""

    type: ClassVar[str] = "tournament_shown"

    by: str | None
    reason: str


TournamentEvent = (
    TournamentCreated
    | SettingsChanged
    | DescriptionSet
    | TournamentDeleted
    | RegistrationOpened
    | CheckInOpened
    | entrant_facts.EntrantRegistered
    | entrant_facts.EntrantPromoted
    | entrant_facts.EntrantCheckedIn
    | entrant_facts.EntrantWithdrawn
    | entrant_facts.EntrantReinstated
    | entrant_facts.EntrantDisqualified
    | entrant_facts.EntrantPaused
    | entrant_facts.EntrantResumed
    | entrant_facts.ByeRequested
    | entrant_facts.MemberSubstituted
    | entrant_facts.SeedingSet
    | entrant_facts.ClubSet
    | entrant_facts.PairForbidden
    | TournamentStarted
    | StageStarted
    | round_facts.RoundPaired
    | round_facts.RoundPublished
    | round_facts.RoundDiscarded
    | round_facts.PairingOverridden
    | round_facts.RoundFailed
    | round_facts.RoundRetried
    | round_facts.TableCalled
    | round_facts.ResultRecorded
    | round_facts.MatchForfeited
    | round_facts.ResultCorrected
    | round_facts.PairingVoided
    | round_facts.ResultDisputed
    | round_facts.DisputeResolved
    | round_facts.TableLookedAt
    | round_facts.RoundClosed
    | round_facts.ScoreAdjusted
    | StageEndedEarly
    | StageCompleted
    | TournamentPaused
    | TournamentResumed
    | ResultsProvisional
    | ResultsHeld
    | ResultsConfirmed
    | TournamentReopened
    | TournamentCompleted
    | TournamentCancelled
    | TextTakenAway
    | TournamentHidden
    | TournamentShown
)
