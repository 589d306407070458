"""let two bots play each other until it is known which is the stronger

With --mirrored every deck is played twice, the bots exchanged: a pair. Seats of even number are
A's, the others B's. --until stops where the rate of wins differs from one half at this level; it
looks after 16, 32, 64 … pairs and shares the chance of an error among the looks. Prints a table
and, as its last line, one JSON object. The bot omniscient, which sees every hand, plays here and
nowhere else.
"""

import argparse
import json
import math
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import NormalDist

from engine.cli.arena_matches import CONTESTANTS, Contest, Score, played
from engine.cli.arguments import add_rules, bounded_int, rules_of
from engine.cli.bench import core
from engine.cli.progress import Progress

_FIRST_LOOK = 16
_LEVEL = 0.95


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the bots, the amount, the rules, the level, the jobs and the seed."""
    parser.add_argument("a", choices=CONTESTANTS, metavar="A", help=", ".join(CONTESTANTS))
    parser.add_argument("b", choices=CONTESTANTS, metavar="B", help="whom it plays")
    parser.add_argument(
        "--matches", type=bounded_int(1, 10**6), default=200, metavar="N", help="at most (200)"
    )
    parser.add_argument("--mirrored", action="store_true", help="pairs of matches, bots exchanged")
    parser.add_argument(
        "--deals", type=bounded_int(1, 1000), metavar="N", help="so many deals instead of a match"
    )
    add_rules(parser)
    parser.add_argument(
        "--jobs", type=bounded_int(1, 256), metavar="N", help="processes (one a processor)"
    )
    parser.add_argument(
        "--until", type=_level, metavar="P", help="stop where decided at this level, as 0.95"
    )
    parser.add_argument(
        "--budget", type=bounded_int(1, 10**6), metavar="N", help="iterations of who searches"
    )
    parser.add_argument(
        "--seed", type=bounded_int(0, 10**9), default=1, metavar="N", help="chance (1)"
    )


def run(options: argparse.Namespace) -> int:
    """Plays, then prints the table and the JSON."""
    rules, overrides = rules_of(options)
    contest = Contest(
        *(options.a, options.b, rules, overrides, options.seats, options.seed, options.mirrored),
        budget=options.budget,
        deals=options.deals,
    )
    size = 2 if options.mirrored else 1
    tally = Tally()
    jobs = options.jobs or multiprocessing.cpu_count()
    most = math.ceil(options.matches / size)
    with Progress(most * size, "matches") as progress:
        for score in _scores(contest, most, jobs):
            tally.add(score)
            progress.show(tally.matches)
            if options.until and tally.decided(options.until, most):
                break
    found = {
        "a": options.a,
        "b": options.b,
        "ruleset": rules.key,
        "seats": options.seats,
        "core": core(),
        **tally.json(),
    }
    print("\n".join(_lines(found)))
    print(json.dumps(found))
    return 0


def _scores(contest: Contest, most: int, jobs: int) -> Iterator[Score]:
    work = partial(played, contest)
    if jobs == 1:
        yield from map(work, range(most))
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        try:
            yield from pool.map(work, range(most), chunksize=1)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class Tally:
    """The scores so far; a unit is a match, or a mirrored pair."""

    def __init__(self) -> None:
        self.rates: list[float] = []
        self.points: list[float] = []
        self.matches = 0
        self.deals = 0
        self.ahead = 0.0
        self.took: list[float] = []

    def add(self, score: Score) -> None:
        self.rates.append(score.wins / score.matches)
        self.points.append(score.ahead / score.deals)
        self.matches += score.matches
        self.deals += score.deals
        self.ahead += score.ahead
        self.took += score.took

    def decided(self, level: float, most: int) -> bool:
        """Whether the rate of wins is not one half, at this level, whenever one looks."""
        units = len(self.rates)
        if units < _FIRST_LOOK or units & (units - 1):
            return False
        looks = max(1, int(math.log2(most / _FIRST_LOOK)) + 1)
        low, high = _interval(self.rates, 1 - (1 - level) / looks)
        return low > 0.5 or high < 0.5

    def json(self) -> dict[str, object]:
        rates = _interval(self.rates, _LEVEL)
        points = _interval(self.points, _LEVEL, least=0.0)
        took = sorted(self.took)
        spent = sum(took)
        return {
            "matches": self.matches,
            "deals": self.deals,
            "win_rate": round(_mean(self.rates), 4),
            "interval": [round(max(rates[0], 0.0), 4), round(min(rates[1], 1.0), 4)],
            "points_a_deal": round(_mean(self.points), 3),
            "points_interval": [round(end, 3) for end in points],
            "moves_per_second": round(len(took) / spent, 1) if spent else None,
            "mean_ms": round(1000 * spent / max(len(took), 1), 3),
            "p99_ms": round(1000 * took[len(took) * 99 // 100], 3) if took else None,
        }


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _interval(values: list[float], level: float, least: float = 0.25) -> tuple[float, float]:
    """The interval of the mean at this level. `least` is added to the sum of squares, so that a few
    equal values do not look certain.
    """
    mean, count = _mean(values), len(values)
    squares = sum((value - mean) ** 2 for value in values) + least
    deviation = math.sqrt(squares / max(count - 1, 1) / count)
    away = NormalDist().inv_cdf((1 + level) / 2) * deviation
    return mean - away, mean + away


def _level(text: str) -> float:
    try:
        level = float(text)
    except ValueError:
        level = 0.0
    if not 0.5 < level < 1:
        raise argparse.ArgumentTypeError("a level between 0.5 and 1, as 0.95")
    return level


def _lines(found: dict[str, object]) -> Iterator[str]:
    for name, figure in found.items():
        yield f"{name.replace('_', ' '):<20}{figure!s:>24}"
