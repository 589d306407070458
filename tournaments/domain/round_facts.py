"""Facts of rounds and results (docs/events.md). Times are RFC 3339, as the clock said."""

from dataclasses import dataclass
from typing import ClassVar

from tournaments.core.anchors import Anchor
from tournaments.core.stages import Outcome
from tournaments.domain.fact_parts import Table


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
class TableCalled:
    """Whoever is missing at a table is asked to come."""

    type: ClassVar[str] = "table_called"

    stage: int
    round: int
    pairing: int
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
class TableLookedAt:
    """From now on the director sees the match live."""

    type: ClassVar[str] = "table_looked_at"

    stage: int
    round: int
    pairing: int
    match: str
    by: str


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
