"""What may be asked of a tournament: of its course here, of its entrants in `entrant_commands`, of
its rounds in `round_commands`. Ids, chance and time come in with the command.

`by` is the player id of whoever asks, or None for the house; `now` is the moment of asking.
"""

from dataclasses import dataclass
from datetime import datetime

from tournaments.domain import entrant_commands, round_commands
from tournaments.domain.entrant_commands import Entry
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
class Settle:
    """Closes what has become final by the passing of time."""

    now: datetime


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
    | entrant_commands.RegisterEntrants
    | entrant_commands.CheckIn
    | entrant_commands.CallUp
    | entrant_commands.WithdrawEntrant
    | entrant_commands.ReinstateEntrant
    | entrant_commands.DisqualifyEntrant
    | entrant_commands.PauseEntrant
    | entrant_commands.ResumeEntrant
    | entrant_commands.RequestBye
    | entrant_commands.Substitute
    | entrant_commands.SetSeeding
    | entrant_commands.SetClub
    | entrant_commands.ForbidPair
    | Start
    | StartStage
    | round_commands.PairRound
    | round_commands.FailRound
    | round_commands.RetryRound
    | round_commands.PublishRound
    | round_commands.DiscardRound
    | round_commands.OverridePairings
    | round_commands.RecordResults
    | Settle
    | round_commands.CallTable
    | round_commands.ForfeitMatch
    | round_commands.CorrectResult
    | round_commands.DisputeResult
    | round_commands.ResolveDispute
    | round_commands.LookAtTable
    | entrant_commands.AdjustScore
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
