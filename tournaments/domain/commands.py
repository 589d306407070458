"""What may be asked of a tournament. Ids, chance and time come in with the command.

`by` is the player id of whoever asks, or None for the house; `now` is the moment of asking.
"""

from dataclasses import dataclass
from datetime import datetime

from tournaments.core.anchors import Anchor
from tournaments.domain.fact_parts import Member
from tournaments.domain.settings import Settings


@dataclass(frozen=True, slots=True)
class CreateTournament:
    """`seed` is 32 bytes, drawn for this tournament alone. `whole_ranking` is false of tournaments
    that earlier versions created.
    """

    tournament: str
    slug: str
    organiser: str
    settings: Settings
    seed: bytes
    now: datetime
    whole_ranking: bool = True


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """`description` None leaves it as it is."""

    by: str | None
    settings: Settings
    now: datetime
    reason: str = ""
    description: str | None = None


@dataclass(frozen=True, slots=True)
class SetDescription:
    by: str | None
    description: str


@dataclass(frozen=True, slots=True)
class DeleteDraft:
    by: str | None


@dataclass(frozen=True, slots=True)
class OpenRegistration:
    by: str | None


@dataclass(frozen=True, slots=True)
class OpenCheckIn:
    by: str | None


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
class Start:
    """`fill` are the bots that take the places still free."""

    by: str | None
    fill: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class StartStage:
    """`rated`: the entrants by rating, best first, where they are seeded so; `lot` is 32 bytes.
    `names_clubs` is true of stages that earlier versions started.
    """

    lot: bytes
    rated: tuple[str, ...]
    now: datetime
    names_clubs: bool = False


@dataclass(frozen=True, slots=True)
class PairRound:
    """Makes what can be made now. `matches` are new ids, one at least for each table."""

    matches: tuple[str, ...]
    now: datetime


@dataclass(frozen=True, slots=True)
class FailRound:
    """The house could not pair: it says so, and waits for a director."""

    problem: str


@dataclass(frozen=True, slots=True)
class RetryRound:
    by: str | None


@dataclass(frozen=True, slots=True)
class PublishRound:
    by: str | None
    stage: int
    round: int
    starts_at: datetime | None
    now: datetime


@dataclass(frozen=True, slots=True)
class DiscardRound:
    """`begun`: the matches at which somebody has played."""

    by: str | None
    stage: int
    round: int
    reason: str
    begun: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class OverridePairings:
    """`tables`: the sides that belong at each table number; `matches` are new ids for them."""

    by: str | None
    stage: int
    round: int
    tables: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...]
    reason: str
    matches: tuple[str, ...]
    begun: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """How a match ended, by side: places, points, who left it and who came at all; `deals` are the
    points of each deal by side.
    """

    match: str
    places: tuple[int, ...]
    points: tuple[int, ...]
    came: tuple[bool, ...]
    reason: str
    anchor: Anchor
    deals: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class RecordResults:
    results: tuple[ReportedResult, ...]
    now: datetime


@dataclass(frozen=True, slots=True)
class Settle:
    """Closes what has become final by the passing of time."""

    now: datetime


@dataclass(frozen=True, slots=True)
class ForfeitMatch:
    """`losers`: the sides (0, 1) that forfeit; both may."""

    by: str | None
    stage: int
    round: int
    pairing: int
    losers: tuple[int, ...]
    reason: str
    now: datetime


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """`places` and `points` by side; `reset` confirms that pairings which rest on the old result
    are taken back.
    """

    by: str | None
    stage: int
    round: int
    pairing: int
    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str
    reset: bool
    now: datetime


@dataclass(frozen=True, slots=True)
class DisputeResult:
    by: str | None
    stage: int
    round: int
    pairing: int
    reason: str
    now: datetime


@dataclass(frozen=True, slots=True)
class ResolveDispute:
    by: str | None
    stage: int
    round: int
    pairing: int
    reason: str
    now: datetime


@dataclass(frozen=True, slots=True)
class AdjustScore:
    by: str | None
    entrant: str
    score: int
    reason: str


@dataclass(frozen=True, slots=True)
class PauseTournament:
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class ResumeTournament:
    by: str | None


@dataclass(frozen=True, slots=True)
class EndEarly:
    by: str | None
    reason: str
    now: datetime


@dataclass(frozen=True, slots=True)
class HoldResults:
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class ConfirmResults:
    by: str | None
    now: datetime


@dataclass(frozen=True, slots=True)
class ReopenTournament:
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class CancelTournament:
    by: str | None
    reason: str
    now: datetime


@dataclass(frozen=True, slots=True)
class TakeTextAway:
    """Says of a text that it was taken away; `games.store.stated` has what a text's digest is."""

    by: str | None
    digest: str
    reason: str


@dataclass(frozen=True, slots=True)
class Hide:
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Show:
    """Takes `Hide` back."""

    by: str | None
    reason: str


TournamentCommand = (
    CreateTournament
    | ChangeSettings
    | SetDescription
    | DeleteDraft
    | OpenRegistration
    | OpenCheckIn
    | RegisterEntrants
    | CheckIn
    | WithdrawEntrant
    | ReinstateEntrant
    | DisqualifyEntrant
    | PauseEntrant
    | ResumeEntrant
    | RequestBye
    | Substitute
    | SetSeeding
    | SetClub
    | ForbidPair
    | Start
    | StartStage
    | PairRound
    | FailRound
    | RetryRound
    | PublishRound
    | DiscardRound
    | OverridePairings
    | RecordResults
    | Settle
    | ForfeitMatch
    | CorrectResult
    | DisputeResult
    | ResolveDispute
    | AdjustScore
    | PauseTournament
    | ResumeTournament
    | EndEarly
    | HoldResults
    | ConfirmResults
    | ReopenTournament
    | CancelTournament
    | TakeTextAway
    | Hide
    | Show
)
