"""What every format that pairs all entrants each round owes them; and who met whom."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256
from itertools import combinations

from tournaments.core.planning import PlannedRound
from tournaments.core.stages import Pairing, Stage

Pair = frozenset[str]


def with_lot(stage: Stage, number: int) -> Stage:
    return replace(stage, lot=sha256(str(number).encode()).digest())


def check_cover(stage: Stage, planned: PlannedRound, allowed: set[int]) -> None:
    """Everybody who has not left is in one pairing, and tables have allowed sizes."""
    names = [one for pairing in planned.pairings for side in pairing.sides for one in side]
    assert sorted(names) == sorted(set(stage.seeds) - set(stage.left))
    assert planned.expected == len(planned.pairings)
    assert [one.number for one in planned.pairings] == list(range(1, planned.expected + 1))
    for pairing in planned.pairings:
        if pairing.outcomes is None:
            assert sum(map(len, pairing.sides)) in allowed
            assert pairing.why
        else:
            assert len(pairing.sides) == 1


def tables(stage: Stage) -> list[Pairing]:
    return [pairing for pairing in stage.pairings() if not pairing.unopposed]


def meetings(stage: Stage) -> Counter[Pair]:
    return Counter(
        frozenset(pair) for pairing in tables(stage) for pair in combinations(pairing.entrants, 2)
    )


def repeats(stage: Stage) -> int:
    return sum(times - 1 for times in meetings(stage).values())


def first_seats(stage: Stage) -> Counter[str]:
    return Counter(pairing.sides[0][0] for pairing in tables(stage))


def unopposed(stage: Stage) -> Counter[str]:
    return Counter(pairing.entrants[0] for pairing in stage.pairings() if pairing.unopposed)
