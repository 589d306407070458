"""What may be asked of a tournament about its rounds, tables and results."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.core.anchors import Anchor


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
class CallTable:
    """Whoever is missing at a table is asked to come."""

    by: str | None
    stage: int
    round: int
    pairing: int


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
class LookAtTable:
    by: str
    stage: int
    round: int
    pairing: int
