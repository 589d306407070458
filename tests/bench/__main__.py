"""`make bench`: how fast judging, playing and storing are, beside a loop that shows the machine.

Absolute figures say little about another machine; the last column, work done in the time of a
million steps of the reference loop, says more.
"""

import os
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime

from engine import Move, PlayMove, Position, judge, legal_moves
from engine.wire.codec import Fact
from tests.engine.builders import Chance, lively_move, play_on, started

SECONDS = 1.5
MILLION = 1_000_000


def main() -> None:
    reference = MILLION / seconds_of(reference_loop)
    print(f"{'reference loop':<28}{reference:>12,.0f} steps/s")
    with tempfile.TemporaryDirectory() as folder:
        for name, unit, work in (
            ("judging a move", "moves", judging()),
            ("bots' matches, in the engine", "plays", playing()),
            ("appending to SQLite", "facts", appending(folder)),
        ):
            rate = rate_of(work)
            ratio = rate / reference * MILLION
            print(f"{name:<28}{rate:>12,.0f} {unit}/s{ratio:>12,.0f} a million steps")


def reference_loop() -> None:
    number = 1
    for _ in range(MILLION):
        number = number * 1103515245 + 12345 & 0x7FFFFFFF


def seconds_of(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def rate_of(work: Callable[[], int]) -> float:
    """How much work is done a second; `work` says how much it did at each call."""
    work()
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        done += work()
    return done / spent


def judging() -> Callable[[], int]:
    """Judges every legal move of the positions of one match."""
    chance, game = Chance(1), started()
    cases: list[tuple[Position, Move]] = []
    while game.state.turn is not None and len(cases) < 500:
        position = game.state.position(game.state.turn)
        cases += [(position, move) for move in legal_moves(position).bounded(20)[0]]
        game.do(PlayMove(game.state.turn, lively_move(position, chance)))

    def work() -> int:
        for position, move in cases:
            judge(position, move)
        return len(cases)

    return work


def playing() -> Callable[[], int]:
    """Plays whole matches, bots' thinking included."""
    chance = Chance(2)

    def work() -> int:
        game = play_on(started(), chance, ["greedy", "random"])
        return sum(type(event).__name__ == "CardPlayed" for event in game.events)

    return work


def appending(folder: str) -> Callable[[], int]:
    """Appends plays to one stream of a new database in this folder, a transaction each."""
    os.environ |= {
        "GOODTEN_DATA_DIR": folder,
        "DJANGO_SETTINGS_MODULE": "casino_site.settings",
    }
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    from games.store import eventstore

    call_command("migrate", verbosity=0, skip_checks=True)
    fact = Fact("card_played", 1, {"seat": 0, "text": "3h", "turn": 1}, None)
    version, now = 0, datetime.now(UTC)

    def work() -> int:
        nonlocal version
        with transaction.atomic():
            eventstore.append("match-bench", version, [fact], actor="system", now=now)
        version += 1
        return 1

    return work


if __name__ == "__main__":
    main()
