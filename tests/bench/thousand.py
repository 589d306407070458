"""A big Swiss event of bots from creation to champion, on the product's own processes.

`python -m tests.bench.thousand --entrants 1000 --rounds 10` (`make thousand`) brings up Redis,
PostgreSQL, web, workers and beat, asks for the event over REST, touches nothing until it is over,
then verifies the log and decides everything again. Exits 1 where the event is not over in time.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg
from tqdm import tqdm

from tests.deployment import Deployment, deployed
from tests.organiser import Organiser
from tests.servers import PostgreSQL, postgresql_in

LOOK_SECONDS = 2.0
MEGABYTE = 2**20


class Meter:
    """The processor time that each process and its children have taken since the start."""

    def __init__(self, pids: dict[str, int]) -> None:
        self._processes = {name: psutil.Process(pid) for name, pid in pids.items()}
        self._began = self._spent()
        self._at = time.perf_counter()

    def report(self) -> None:
        wall, spent = time.perf_counter() - self._at, self._spent()
        print(f"{'process':<14}{'CPU s':>9}{'of one CPU':>12}{'memory':>11}")
        for name, process in self._processes.items():
            took = spent[name] - self._began[name]
            memory = process.memory_info().rss / MEGABYTE
            print(f"{name:<14}{took:>9.1f}{took / wall:>11.0%} {memory:>7.0f} MB")
        taken = sum(spent.values()) - sum(self._began.values())
        print(f"{'all':<14}{taken:>9.1f}{taken / wall:>11.0%}  of {psutil.cpu_count()} CPUs")
        print(f"load of the machine, other work included: {psutil.getloadavg()[1]:.1f}")

    def _spent(self) -> dict[str, float]:
        return {name: _seconds(process) for name, process in self._processes.items()}


def _seconds(process: psutil.Process) -> float:
    """With what its children took: those that have ended, and those that are still there."""
    times = process.cpu_times()
    total = times.user + times.system + times.children_user + times.children_system
    for child in process.children(recursive=True):
        try:
            one = child.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += one.user + one.system
    return total


@contextmanager
def house(folder: Path, workers: int) -> Iterator[tuple[Deployment, PostgreSQL]]:
    """A deployment on a PostgreSQL of its own, with so many workers."""
    database = postgresql_in(folder)
    with deployed(folder, database.url) as deployment:
        more = [f"worker {number}" for number in range(2, workers + 1)]
        deployment.argv |= dict.fromkeys(more, deployment.argv["worker"])
        try:
            # Which plays where a bot thinks.
            deployment.start(*more, "thinker")
            yield deployment, database
        finally:
            for name in (*more, "thinker"):
                deployment.running.pop(name).stop()


def wait(url: str, address: str, matches: int, most_seconds: float) -> bool:
    """Whether the event was over in time; shows how many matches have been recorded."""
    began = time.perf_counter()
    with (
        psycopg.connect(url, autocommit=True) as connection,
        tqdm(total=matches, unit=" matches", mininterval=1) as bar,
    ):
        while time.perf_counter() - began < most_seconds:
            time.sleep(LOOK_SECONDS)
            decided, state, number, failed = _progress(connection)
            bar.update(decided - bar.n)
            bar.set_postfix_str(f"round {number}")
            if state == "completed" or failed:
                return state == "completed"
    return False


def _progress(connection: "psycopg.Connection[Any]") -> tuple[int, str, int, str]:
    row = connection.execute(
        "SELECT (SELECT count(*) FROM tournaments_pairing"
        " WHERE decided AND match_id IS NOT NULL), state, round, failed FROM tournaments_tournament"
    ).fetchone()
    assert row is not None
    return row


def count(url: str, table: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    assert row is not None
    return int(row[0])


def main() -> int:
    parser = argparse.ArgumentParser(prog="make thousand", description=__doc__)
    parser.add_argument("--entrants", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--minutes", type=float, default=60)
    asked = parser.parse_args()
    matches = asked.entrants // 2 * asked.rounds
    with (
        tempfile.TemporaryDirectory(prefix="good-ten-thousand-") as folder,
        house(Path(folder), asked.workers) as (deployment, database),
    ):
        over = _run(asked, deployment, database, matches)
        if not over:
            print(deployment.said())
    return 0 if over else 1


def _run(
    asked: argparse.Namespace, deployment: Deployment, database: PostgreSQL, matches: int
) -> bool:
    running = {name: one.process.pid for name, one in deployment.running.items()}
    meter = Meter(running | {"postgresql": database.process.pid})
    began = time.perf_counter()
    organiser = Organiser(deployment.url)
    with closing(organiser.client):
        stage = {"format": "swiss", "options": {"rounds": asked.rounds}}
        wish = {"name": "Thousand", "stages": [stage]}
        address = organiser.hold(asked.entrants, asked.bot, wish)
        print(f"created, entered and started in {time.perf_counter() - began:.1f} s")
        over = wait(database.url, address, matches, asked.minutes * 60)
        took = time.perf_counter() - began
        facts = count(database.url, "games_event")
        print(
            f"{asked.entrants:,} {asked.bot} bots, {asked.rounds} rounds, {asked.workers} workers:"
            f" {'over' if over else 'NOT OVER'} after {took:,.0f} s;"
            f" {1000 * took / matches:,.0f} ms a match, {facts:,} facts, {facts / took:,.0f} a s"
        )
        meter.report()
        if not over:
            return False
        best = organiser.ask("GET", f"{address}standings/")["results"][0]
        print(f"champion: {best['entrant']['name']}, {best['score'] / 60:g} of {asked.rounds}")
    for check in (("verify_log",), ("replay", "--check")):
        began = time.perf_counter()
        deployment.run(sys.executable, "manage.py", *check, seconds=3600)
        print(f"{' '.join(check)}: sound, {time.perf_counter() - began:.0f} s", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
