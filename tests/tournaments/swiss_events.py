"""Swiss events of tests, round by round."""

from collections.abc import Iterator

from tests.tournaments.format_play import (
    at_random,
    step,
)
from tournaments.core.planning import Planned, PlannedRound
from tournaments.core.stages import Pairing, Stage, Status
from tournaments.formats.swiss import SWISS


def the_round(stage: Stage) -> PlannedRound:
    (planned,) = SWISS.due(stage)
    return planned


def meetings(planned: PlannedRound) -> set[frozenset[str]]:
    return {frozenset(a + b) for a, b in (one.sides for one in planned.pairings if two(one))}


def two(one: Planned | Pairing) -> bool:
    return len(one.sides) == 2


def with_status(planned: PlannedRound, status: Status) -> dict[str, int]:
    """The entrants without an opponent for this reason, with what they score."""
    return {
        one.sides[0][0]: one.outcomes[0].score
        for one in planned.pairings
        if one.outcomes and one.outcomes[0].status is status
    }


def codes(one: Planned) -> list[str]:
    return [why.code for why in one.why]


def after_each_round(stage: Stage, seed: int) -> Iterator[tuple[Stage, PlannedRound]]:
    """The stage before each round of a whole event, and the round."""
    rule = at_random(seed)
    while not SWISS.complete(stage):
        yield stage, the_round(stage)
        stage = step(SWISS, stage, rule)
