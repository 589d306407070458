"""How long the standings of a big Swiss take: `python -m tests.bench.standings`."""

import random
import time
from collections.abc import Callable

from tests.tournaments.format_play import entrants
from tournaments.domain.course import with_pairings
from tournaments.domain.scores import bye, played
from tournaments.domain.stages import Pairing, Stage
from tournaments.domain.standings import standings_of

SIZES = (100, 1_000, 10_000)
ROUNDS = 13


def main() -> None:
    for key in ("swiss", "table_swiss"):
        for size in SIZES:
            stage = stage_of(key, size, 2 if key == "swiss" else 4)
            took = best_of(3, lambda stage=stage: standings_of(stage))  # type: ignore[misc]
            print(f"{key:<12}{size:>7,} entrants{ROUNDS:>4} rounds{took:>9.3f} s")


def best_of(times: int, work: Callable[[], object]) -> float:
    return min(_seconds(work) for _ in range(times))


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
            outcomes = bye()
            if len(sides) > 1:
                points = [dice.randrange(21) for _ in sides]
                places = [1 + sum(other > own for other in points) for own in points]
                outcomes = played(places, points)  # type: ignore[assignment]
            pairings.append(Pairing(number, table, sides, outcomes=outcomes))
            for side, outcome in zip(sides, outcomes, strict=True):
                score[side[0]] += outcome.score
        stage = with_pairings(stage, number, len(pairings), pairings)
    return stage


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
