"""The values that formats work with: what they plan, offer, rank by and name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.core.stages import Outcome, Side, Stage


@dataclass(frozen=True, slots=True)
class PairingReason:
    """A reason for a pairing, as a code and its params; pages make a sentence of it."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Planned:
    """A pairing to be made; with `outcomes` it is decided at once (a bye, an absence)."""

    number: int
    sides: tuple[Side, ...]
    group: int = 0
    outcomes: tuple[Outcome, ...] | None = None
    why: tuple[PairingReason, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """Pairings of one round that can be made now; `expected` of them belong to the whole round."""

    number: int
    expected: int
    pairings: tuple[Planned, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a format. `kind` is `whole`, `choice`, `flag`, `sizes` (of tables) or `order`
    (a list of some of the `choices`, each once).

    `least`/`most` bound a whole number; `default` None means that the format works it out.
    """

    name: str
    kind: str
    default: object
    help: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()


def whole(options: Mapping[str, object], name: str) -> int:
    """The value of an option that is a whole number, in complete options."""
    value = options[name]
    assert isinstance(value, int)
    return value


class TieBreak(NamedTuple):
    """A value that separates equals: `value` / `unit` is what people read, greater is better."""

    key: str
    value: int
    unit: int = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A line of standings. `position` is total (1 … n); `rank` is shared by those nothing
    separates but lot or, in a bracket, by those who went out together.
    """

    position: int
    rank: int
    entrant: str
    score: int = 0
    played: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    points_for: int = 0
    points_against: int = 0
    group: int = 0
    out_in: int | None = None
    tie_breaks: tuple[TieBreak, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundName:
    """What people call a round: a code (`final`, `losers_round`, …) and its params.

    The words for the codes are the format's.
    """

    code: str
    params: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TieBreakName:
    """What people call a tie-break, in English: `short` heads a column, `help` is a sentence."""

    name: str
    short: str
    help: str


@dataclass(frozen=True, slots=True)
class Seeding:
    """Who plays in a stage that starts, best first, and what may move them.

    `clubs` should rather not meet their own, `forbidden` pairs never meet; `before` is the stage
    that they come from.
    """

    seeds: tuple[str, ...]
    clubs: Mapping[str, str]
    forbidden: frozenset[frozenset[str]]
    before: Stage | None = None
