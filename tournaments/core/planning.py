"""What a format is: it plans pairings from a stage, says when the stage is over, and ranks it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from tournaments.core.stages import Outcome, Side, Stage


@dataclass(frozen=True, slots=True)
class Why:
    """A reason for a pairing, as a code and its params; pages make a sentence of it."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Planned:
    """A pairing to be made; with `outcomes` it is decided at once (a bye, an absence)."""

    number: int
    sides: tuple[Side, ...]
    group: int = 0
    outcomes: tuple[Outcome, ...] | None = None
    why: tuple[Why, ...] = ()


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
    """What people call a round: a code (`final`, `losers_round`, …) and its params."""

    code: str
    params: Mapping[str, int] = field(default_factory=dict)


class Format(Protocol):
    """Pure and stateless: the same stage gives the same answer, whatever the order of its maps."""

    @property
    def key(self) -> str: ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    def sizes(self, options: Mapping[str, object]) -> tuple[int, ...]:
        """How many entrants a table may seat, in descending preference."""

    def check(self, options: Mapping[str, object], entrants: int) -> None:
        """Refuses options that do not fit each other or so many entrants."""

    def planned_rounds(self, options: Mapping[str, object], entrants: int) -> int | None:
        """How many rounds the stage will have; None where that cannot be known before."""

    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        """Every pairing that can be made now and is not made: empty while results are awaited.

        Asking again after some of them were made gives the others, and never other ones.
        """

    def complete(self, stage: Stage) -> bool:
        """Whether nothing is left to pair or to play."""

    def standings(self, stage: Stage) -> tuple[Line, ...]:
        """Everybody, best first."""

    def feeds(self, stage: Stage, round_number: int, number: int) -> tuple[tuple[int, int], ...]:
        """The pairings (round, number) whose sides come directly out of this one: of a bracket."""

    def round_name(self, stage: Stage, round_number: int) -> RoundName:
        """What to call a round, made or to come."""
