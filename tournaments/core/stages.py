"""A stage as its format sees it: who plays, and what has been paired and decided so far.

Scores are whole sixtieths of a match point, so that the placement fractions of tables of
2, 3, 4 and 6 are exact: a win of two is 60, the second of four is 40.
"""

from __future__ import annotations  # HashTrieMap takes its parameters only in what is not run

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rpds import HashTrieMap

POINT = 60


class Status(StrEnum):
    """How an entrant came by an outcome."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    NO_SHOW = "no_show"
    BYE_ALLOCATED = "bye_allocated"
    BYE_REQUESTED = "bye_requested"
    ABSENT = "absent"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one side got out of a pairing.

    `place`: 1 is best, equals share it and the next is skipped (1, 2, 2, 4). `points`: of the card
    game, 0 where nothing was played. `score`: sixtieths.
    """

    place: int
    points: int
    score: int
    status: Status


Side = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table: its sides in the order of their first seats, each of one or more entrant ids.

    Two entrants on a side are partners for this table alone (rotating partners); a lasting
    partnership is one entrant. A single side is a bye, or an absence, and is decided from the
    start. `number` is unique in its round, from 1. `match` is None for what is not played.
    """

    round: int
    number: int
    sides: tuple[Side, ...]
    group: int = 0
    match: str | None = None
    outcomes: tuple[Outcome, ...] | None = None

    @property
    def unopposed(self) -> bool:
        return len(self.sides) == 1

    @property
    def decided(self) -> bool:
        return self.outcomes is not None

    @property
    def played(self) -> bool:
        """Whether it counts as a meeting: a forfeited match does not."""
        return self.outcomes is not None and any(
            outcome.status is Status.PLAYED for outcome in self.outcomes
        )

    @property
    def winner(self) -> Side | None:
        """The side that goes on in a bracket; None while undecided, and when nobody does."""
        for side, outcome in zip(self.sides, self.outcomes or (), strict=False):
            if outcome.place == 1 and outcome.status not in _LOST:
                return side
        return None

    @property
    def entrants(self) -> tuple[str, ...]:
        return tuple(entrant for side in self.sides for entrant in side)


_NO_PAIRINGS: HashTrieMap[int, Pairing] = HashTrieMap()
_NO_ROUNDS: HashTrieMap[str, int] = HashTrieMap()
_NO_DEALS: HashTrieMap[tuple[int, int], tuple[tuple[int, ...], ...]] = HashTrieMap()
_LOST = {Status.FORFEIT_LOSS, Status.NO_SHOW, Status.ABSENT, Status.VOID}


@dataclass(frozen=True)
class Round:
    """`expected` pairings belong to it, byes counted; a bracket may make them one after another.

    `undecided` counts those of `pairings` that still wait for their outcomes.
    """

    number: int
    expected: int
    pairings: HashTrieMap[int, Pairing] = _NO_PAIRINGS
    undecided: int = 0
    published: bool = False
    closed: bool = False

    @property
    def decided(self) -> bool:
        return self.undecided == 0 and len(self.pairings) == self.expected

    @property
    def in_order(self) -> list[Pairing]:
        return [self.pairings[number] for number in sorted(self.pairings)]


@dataclass(frozen=True)
class Stage:
    """One stage of a tournament, as far as pairing and ranking need it.

    `options` are the format's, complete. `seeds` were frozen when the stage started, best first;
    late entrants follow, and `joined` has the first round each of them may play. `lot` is 32 bytes
    drawn at the start, from which everything random in the stage derives. `absent` are not to be
    paired now (withdrawn, disqualified, paused). `byes` are the requested byes of the next round,
    with the score each earns. `forbidden` pairs never meet; `clubs` should rather not meet their
    own: equal values are of one club. With `names_clubs` the values are what the clubs are called,
    and reasons name them.
    """

    number: int
    format: str
    options: Mapping[str, object]
    seeds: tuple[str, ...] = ()
    lot: bytes = bytes(32)
    rounds: tuple[Round, ...] = ()
    joined: HashTrieMap[str, int] = _NO_ROUNDS
    absent: frozenset[str] = frozenset()
    # Withdrawn or disqualified for good, with the number of rounds closed when they left.
    left: HashTrieMap[str, int] = _NO_ROUNDS
    byes: Mapping[str, int] = field(default_factory=dict)
    forbidden: frozenset[frozenset[str]] = frozenset()
    clubs: Mapping[str, str] = field(default_factory=dict)
    names_clubs: bool = False
    # Penalties and bonuses in sixtieths; entrants whose results count for nobody.
    adjusted: HashTrieMap[str, int] = _NO_ROUNDS
    voided: frozenset[str] = frozenset()
    # Points of each deal by side, by (round, pairing), where all tables had the same cards.
    deals: HashTrieMap[tuple[int, int], tuple[tuple[int, ...], ...]] = _NO_DEALS

    def round(self, number: int) -> Round | None:
        """The round with this number, if any of it has been paired; rounds need not be in a row."""
        return next((round_ for round_ in self.rounds if round_.number == number), None)

    def pairings(self) -> Iterator[Pairing]:
        """All pairings, by round and number."""
        for round_ in self.rounds:
            yield from round_.in_order
