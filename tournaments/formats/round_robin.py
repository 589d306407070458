"""Round robin: everybody meets everybody, in one group or in several, by Berger tables.

Groups are dealt out by the snake and numbered from 1; a single group is 0. In a group of odd size
one sits out each round, which earns nothing. A match is due as soon as both entrants have played
their rounds before it.
"""

from collections.abc import Iterable
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import Option, PairingReason, Planned, PlannedRound, Seeding, whole
from tournaments.core.ranking import (
    FORFEIT,
    HALF,
    HEAD_TO_HEAD,
    LOT,
    PointsRanking,
    check_tie_breaks,
    ranking_options,
)
from tournaments.core.refusals import TooFewEntrants, TooManyEntrants
from tournaments.core.scores import bye
from tournaments.core.stages import Round, Side, Stage
from tournaments.formats.kernels.berger import berger_round, berger_rounds
from tournaments.formats.kernels.seeding import snake, snake_positions
from tournaments.formats.kernels.separation import separated_in_groups
from tournaments.formats.protocol import Format, Options, Words

LARGEST_GROUP = 128
# How many rounds anybody may be ahead of the slowest.
_AHEAD = 8


_RANKING = PointsRanking((HEAD_TO_HEAD, "sonneborn_berger", "wins", "score_difference", LOT))


class RoundRobin(Format):
    key = "round_robin"
    name = _("Round robin")
    reasons: Words = MappingProxyType(
        {
            "odd_group": _("Sits out: the number of entrants is odd, and everybody does so once."),
        }
    )
    ranking = _RANKING
    incremental = True
    all_play_all = True
    options = (
        Option(
            "cycles",
            "whole",
            1,
            "How often everybody meets everybody; the second time with seats reversed.",
            least=1,
            most=2,
        ),
        Option(
            "groups",
            "whole",
            1,
            "How many groups; the entrants are dealt out by strength, back and forth.",
            least=1,
            most=5000,
        ),
        Option(
            "withdrawal",
            "choice",
            HALF,
            "What becomes of the results of somebody who leaves: none of them counts if fewer than"
            " half were played, else the rest are forfeits (half); the rest always are (forfeit).",
            choices=(HALF, FORFEIT),
        ),
        *ranking_options(_RANKING),
    )

    def groups(self, options: Options) -> int:
        return whole(options, "groups")

    def seeds(self, seeding: Seeding, options: Options) -> tuple[str, ...]:
        groups = self.groups(options)
        if groups == 1:
            return seeding.seeds
        return separated_in_groups(
            seeding.seeds, groups, clubs=seeding.clubs, forbidden=seeding.forbidden
        )

    def check(self, options: Options, entrants: int) -> None:
        groups = whole(options, "groups")
        if entrants < 2 * groups:
            raise TooFewEntrants(least=2 * groups, entrants=entrants)
        if entrants > LARGEST_GROUP * groups:
            raise TooManyEntrants(most=LARGEST_GROUP * groups, entrants=entrants)
        if options["tie_breaks"] is not None:
            check_tie_breaks(options["tie_breaks"])

    def planned_rounds(self, options: Options, entrants: int) -> int:
        largest = -(-entrants // whole(options, "groups"))
        return berger_rounds(largest, whole(options, "cycles"))

    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        return tuple(_due(stage, self.planned_rounds(stage.options, len(stage.seeds))))

    def complete(self, stage: Stage) -> bool:
        rounds = self.planned_rounds(stage.options, len(stage.seeds))
        return len(stage.rounds) == rounds and all(round_.decided for round_ in stage.rounds)


ROUND_ROBIN = RoundRobin()


def groups_of(stage: Stage) -> tuple[tuple[str, ...], ...]:
    """Who plays in each group, in the order of their places in its table."""
    return snake(stage.seeds, whole(stage.options, "groups"))


class _Seating(NamedTuple):
    """A pairing by places in the seeding from 0; a single one sits out."""

    number: int
    group: int
    places: tuple[int, ...]


@lru_cache(maxsize=16)
def _seatings(entrants: int, groups: int, cycles: int, number: int) -> tuple[_Seating, ...]:
    """A round of all groups that have one: first the matches, then those who sit out."""
    matches: list[tuple[int, tuple[int, ...]]] = []
    resting: list[tuple[int, tuple[int, ...]]] = []
    for group, members in enumerate(snake_positions(entrants, groups), 1):
        size = len(members)
        if number > berger_rounds(size, cycles):
            continue
        for pair in berger_round(size, number, cycles):
            places = tuple(members[place - 1] for place in pair if place <= size)
            (matches if len(places) == 2 else resting).append((group, places))
    return tuple(
        _Seating(position, group if groups > 1 else 0, places)
        for position, (group, places) in enumerate((*matches, *resting), 1)
    )


def _due(stage: Stage, rounds: int) -> Iterable[PlannedRound]:
    made = {round_.number: round_ for round_ in stage.rounds}
    entrants, options = len(stage.seeds), stage.options
    groups, cycles = whole(options, "groups"), whole(options, "cycles")
    first_open = next(
        (number for number in range(1, rounds + 1) if not _decided(made.get(number))), rounds + 1
    )
    busy: set[str] = set()
    for number in range(first_open, min(rounds, first_open + _AHEAD) + 1):
        round_ = made.get(number)
        if len(busy) == entrants:
            return
        if _decided(round_):
            continue
        seatings = _seatings(entrants, groups, cycles, number)
        ready = tuple(_ready(stage, seatings, round_, busy))
        if ready:
            yield PlannedRound(number, len(seatings), ready)


def _decided(round_: Round | None) -> bool:
    return round_ is not None and round_.decided


def _ready(
    stage: Stage, seatings: Iterable[_Seating], round_: Round | None, busy: set[str]
) -> Iterable[Planned]:
    """Those of the round whose entrants are not busy, who are then; `busy` gets them."""
    seeds = stage.seeds
    made = round_.pairings if round_ else {}
    for number, group, places in seatings:
        pairing = made.get(number)
        if pairing is None:
            entrants = [seeds[place] for place in places]
            if busy.isdisjoint(entrants):
                yield _planned(number, group, tuple((entrant,) for entrant in entrants))
            busy.update(entrants)
        elif pairing.outcomes is None:
            for side in pairing.sides:
                busy.update(side)


def _planned(number: int, group: int, sides: tuple[Side, ...]) -> Planned:
    if len(sides) == 2:
        return Planned(number, sides, group)
    return Planned(number, sides, group, bye(0), (PairingReason("odd_group"),))
