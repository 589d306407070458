"""How long the standings of a big Swiss take: `python -m tests.bench.standings`."""

import random
from collections.abc import Callable
from functools import partial

from casino_site.collecting import look_seldom
from tests.bench.__main__ import reference_loop, seconds_of
from tests.tournaments.format_play import entrants
from tournaments.core.scores import bye, places_of, played
from tournaments.core.stages import Pairing, Stage
from tournaments.domain.stage_updates import with_pairings
from tournaments.formats import FORMATS

SIZES = (100, 1_000, 10_000)
ROUNDS = 13


def main() -> None:
    look_seldom()  # as in every process of the product
    reference = best_of(3, reference_loop)
    for key, seats in (("swiss", 2), ("table_swiss", 4)):
        for size in SIZES:
            stage = stage_of(key, size, seats)
            took = best_of(3, partial(FORMATS[key].standings, stage))
            ratio = took / reference
            print(
                f"{key:<12}{size:>7,} entrants{ROUNDS:>4} rounds{took:>9.3f} s"
                f"{ratio:>7.1f} million steps of the reference loop"
            )


def best_of(times: int, work: Callable[[], object]) -> float:
    return min(seconds_of(work) for _ in range(times))


def stage_of(key: str, size: int, seats: int) -> Stage:
    """A stage whose rounds were paired at random inside score groups, one entrant of 50 absent."""
    dice = random.Random(size)
    stage = Stage(1, key, {}, entrants(size))
    score = dict.fromkeys(stage.seeds, 0)
    for number in range(1, ROUNDS + 1):
        present = [one for one in stage.seeds if dice.random() > 0.02]
        present.sort(key=lambda one: (-score[one], dice.random()))
        pairings = []
        for table, start in enumerate(range(0, len(present), seats), 1):
            sides = tuple((one,) for one in present[start : start + seats])
            points = [dice.randrange(21) for _ in sides]
            outcomes = played(places_of(points), points) if len(sides) > 1 else bye()
            pairings.append(Pairing(number, table, sides, outcomes=outcomes))
            for side, outcome in zip(sides, outcomes, strict=True):
                score[side[0]] += outcome.score
        stage = with_pairings(stage, number, len(pairings), pairings)
    return stage


if __name__ == "__main__":
    main()
