"""measure how fast this engine plays, judges and folds here

Random deals with every legal move listed (decisions a second, one process, one thread), judging the
worst captures known on a crowded table, folding the facts of a match, and the memory of its state.
Prints a table or, with --json, one object; "core" says whether plain Python or compiled code runs.
The reference is a loop of plain arithmetic: it tells how fast the machine is just now.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator

from engine.bots import BOTS
from engine.cli.arguments import bounded_int
from engine.cli.game import Chance, dealt_game, play_out
from engine.match.decide import MatchState, fold
from engine.match.events import Event
from engine.rules import board, listing, playout
from engine.rules.cards import parse_card
from engine.rules.judging import fault_of
from engine.rules.legality import Position, code_of, judge
from engine.rules.moves import Capture, parse_move
from engine.rules.playout import Playout
from engine.rules.rulesets import RULESETS, ruleset, sides_of
from engine.rules.table import Table

FACTS = 200
_LOOP = 200_000
_BATCH = 10
_SLICES = 40
# Captures of many cards that the reductions do not answer; found by trying millions.
_WORST = (
    ("royal", "AcxAdAhAs2c2d2h2s3c3d3h3s4c4d7c8c8d8h9c9d9h9s"),
    ("face-value", "QcxAcAdAhAs2c2d2h2s3c3d3h3s6c6d6h6s7c7d7h7s8c8d8h8s"),
)
_CROWD = (1 << 48) - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares `--seconds` and `--json`."""
    parser.add_argument(
        "--seconds", type=bounded_int(0, 600), default=1, metavar="N", help="for each figure (1)"
    )
    parser.add_argument("--json", action="store_true", help="answer as one JSON object")


def run(options: argparse.Namespace) -> int:
    """Measures all figures and prints them."""
    figures = measured(options.seconds)
    print(json.dumps(figures) if options.json else "\n".join(_lines(figures)))
    return 0


def measured(seconds: float) -> dict[str, object]:
    """All figures, each measured for about this many seconds (0: once)."""
    events = recorded_match()
    positions = worst_cases()
    boards = [(position.board(), *code_of(move)) for position, move in positions]
    return {
        "core": core(),
        "reference_steps_per_second": round(rate(reference, seconds)),
        "moves_per_second": {
            f"{rules.key}-{seats}": round(rate(deals(rules.key, seats), seconds))
            for rules in RULESETS.values()
            for seats in rules.players[:1]
        },
        "judged_per_second": {
            "positions": round(rate(lambda: _judge_positions(positions), seconds)),
            "board": round(rate(lambda: _judge_boards(boards), seconds)),
        },
        "fold_200_facts_ms": round(1000 / rate(lambda: _fold(events), seconds), 2),
        "state_bytes": size_of(fold(events)),
    }


def core() -> str:
    """`compiled`, `plain`, or the modules that are compiled."""
    modules = (board, listing, playout)
    compiled = [module.__name__ for module in modules if not _is_source(module.__file__)]
    if len(compiled) == len(modules):
        return "compiled"
    return "plain" if not compiled else "compiled: " + ", ".join(compiled)


def _is_source(file: str | None) -> bool:
    return file is not None and file.endswith(".py")


def rate(work: Callable[[], int], seconds: float) -> float:
    """The units of work per second of processor time, in the best of many slices.

    The best counts, since other load can only slow a slice down. `work` returns how many units it
    did.
    """
    best = 0.0
    for _ in range(_SLICES if seconds else 1):
        began = time.process_time()
        done = work()
        while (spent := time.process_time() - began) < seconds / _SLICES:
            done += work()
        best = max(best, done / spent)
    return best


def reference() -> int:
    """Runs a fixed loop, by which machines are compared; returns its number of steps."""
    number = 1
    for _ in range(_LOOP):
        number = number * 1103515245 + 12345 & 0x7FFFFFFF
    return _LOOP


def deals(key: str, seats: int) -> Callable[[], int]:
    """Work for `rate`: random deals of a ruleset, counted in decisions."""
    rules = RULESETS[key]
    player = Playout(rules, sides_of(rules, seats, {}), 1)

    def work() -> int:
        before = player.decisions
        player.play_deals(_BATCH)
        return player.decisions - before

    return work


def worst_cases() -> list[tuple[Position, Capture]]:
    """The captures of `_WORST`, each in a position with a crowded table."""
    cases = []
    for key, text in _WORST:
        move = parse_move(text)
        if isinstance(move, Capture):
            hand = 1 << move.card | 1 << parse_card("Ks")
            table = Table(_CROWD & ~hand)
            cases.append((Position(ruleset(key, {}), 0, (0, 1), hand, table), move))
    return cases


def _judge_positions(cases: list[tuple[Position, Capture]]) -> int:
    for position, move in cases:
        judge(position, move)
    return len(cases)


def _judge_boards(cases: list[tuple[board.Board, int, int]]) -> int:
    for table, code, items in cases:
        fault_of(table, code, items)
    return len(cases)


def recorded_match() -> list[Event]:
    """The first 200 facts of a match between two bots."""
    rules = RULESETS["classic"]
    bots = [BOTS["greedy"], BOTS["random"]]
    game = dealt_game(rules, {"first_to": 61}, [(bot.key, bot.key) for bot in bots], "bench")
    while len(game.events) < FACTS:
        play_out(game, bots, Chance(f"bench {len(game.events)}"), len(game.state.sheets) + 1)
    return game.events[:FACTS]


def _fold(events: list[Event]) -> int:
    fold(events)
    return 1


def size_of(state: MatchState) -> int:
    """The size in bytes of a state and of everything it refers to, each object counted once."""
    seen: dict[int, object] = {}
    stack: list[object] = [state]
    while stack:
        item = stack.pop()
        if id(item) not in seen and not isinstance(item, type):
            seen[id(item)] = item
            stack.extend(_parts(item))
    return sum(sys.getsizeof(item) for item in seen.values())


def _parts(item: object) -> Iterator[object]:
    if isinstance(item, dict):
        yield from item.keys()
        yield from item.values()
    elif isinstance(item, tuple | list):
        yield from item
    else:
        for name in getattr(item, "__slots__", ()):
            yield getattr(item, name)


def _lines(figures: dict[str, object]) -> Iterator[str]:
    for name, figure in figures.items():
        if isinstance(figure, dict):
            for part, number in figure.items():
                yield f"{name.replace('_', ' ')}, {part:<16}{number:>12,}"
        else:
            yield f"{name.replace('_', ' '):<36}{figure!s:>12}"
