"""learn the weights of the bots' evaluation from self-play, and write them as a module

For each ruleset and number of seats the bots' instinct plays --deals deals against itself. What
was seen between the packets is fitted to what the deals came to, by ridge regression. The same
arguments write the same bytes to --out. The table says how much of what was still to be gained the
weights explain.
"""

import argparse
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from engine.bots.evaluation import FEATURES, ONE
from engine.bots.self_play import SelfPlay
from engine.bots.worths import worths_of
from engine.cli.arguments import bounded_int
from engine.cli.files import write_text
from engine.cli.progress import Progress
from engine.rules.rulesets import RULESETS, sides_of
from engine.rules.terms import terms_of

_RIDGE = 50.0
_HEAD = '''"""The weights of the evaluation, learned from self-play: `make evaluation` writes it."""


def weights_of(ruleset: str, seats: int) -> dict[int, list[int]]:
    """The weights by packets left; none for what was not learned."""
    return _LEARNED.get((ruleset, seats), {})


_LEARNED: dict[tuple[str, int], dict[int, list[int]]] = {
'''
Fitted = dict[int, tuple[list[int], float]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the amount, the seed, the file and the jobs."""
    parser.add_argument(
        "--deals", type=bounded_int(10, 10**6), default=8000, metavar="N", help="for each (8000)"
    )
    parser.add_argument(
        "--seed", type=bounded_int(0, 10**9), default=1, metavar="N", help="chance (1)"
    )
    parser.add_argument("--out", metavar="FILE", help="the module to write")
    parser.add_argument(
        "--jobs", type=bounded_int(1, 256), metavar="N", help="processes (one a processor)"
    )


def run(options: argparse.Namespace) -> int:
    """Plays, fits, reports and writes."""
    kinds = [(key, seats) for key, rules in RULESETS.items() for seats in rules.players]
    work = partial(learned, deals=options.deals, seed=options.seed)
    lines = [_HEAD.rstrip("\n")]
    print(f"{'ruleset':<16}{'seats':>6}   explained, by packets left")
    jobs = options.jobs or multiprocessing.cpu_count()
    with (
        Progress(len(kinds), "rulesets") as progress,
        ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool,
    ):
        for number, (kind, fitted) in enumerate(
            zip(kinds, pool.map(work, kinds), strict=True), start=1
        ):
            explained = "  ".join(f"{left}: {part:.0%}" for left, (_, part) in fitted.items())
            print(f"{kind[0]:<16}{kind[1]:>6}   {explained}", flush=True)
            lines.append(f'    ("{kind[0]}", {kind[1]}): {{')
            lines += [f"        {left}: {weights}," for left, (weights, _) in fitted.items()]
            lines.append("    },")
            progress.show(number)
    if options.out is not None:
        write_text(options.out, "\n".join([*lines, "}"]) + "\n")
    return 0


def learned(kind: tuple[str, int], deals: int, seed: int) -> Fitted:
    """The weights of a ruleset and number of seats by packets left, most first, each with the part
    of the variance that it explains.
    """
    rules, seats = RULESETS[kind[0]], kind[1]
    player = SelfPlay(terms_of(rules), worths_of(rules), sides_of(rules, seats, {}), seed)
    notes: dict[int, list[tuple[int, list[int]]]] = {}
    for _ in range(deals):
        for left, gained, features in player.deal():
            notes.setdefault(left, []).append((gained, features))
    return {left: _fitted(notes[left]) for left in sorted(notes, reverse=True)}


def _fitted(notes: list[tuple[int, list[int]]]) -> tuple[list[int], float]:
    """Ridge regression without a constant: the margins of all sides come to nothing together."""
    size = FEATURES
    squares = [[0.0] * size for _ in range(size)]
    products = [0.0] * size
    for gained, features in notes:
        for row in range(size):
            products[row] += features[row] * gained
            for column in range(row, size):
                squares[row][column] += features[row] * features[column]
    for row in range(size):
        for column in range(row):
            squares[row][column] = squares[column][row]
        squares[row][row] += _RIDGE * 1e6
    weights = [round(ONE * weight) for weight in _solved(squares, products)]
    spread = rest = 0.0
    for gained, features in notes:
        told = sum(w * f for w, f in zip(weights, features, strict=True)) / ONE
        spread += gained**2
        rest += (gained - told) ** 2
    return weights, 1 - rest / spread


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in range(at + 1, size):
            factor = rows[row][at] / rows[at][at]
            for column in range(at, size + 1):
                rows[row][column] -= factor * rows[at][column]
    found = [0.0] * size
    for at in range(size - 1, -1, -1):
        known = sum(rows[at][column] * found[column] for column in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found
