"""An hour of the product: events of bots one after another, readers beside them, memory watched.

`python -m tests.load.hour --minutes 60` brings up PostgreSQL, Redis, web, worker, courier and beat,
holds events of several formats, and reads their pages, standings and matches all the while. Exits
1 where an answer was a 5xx, an event did not end, or a process still grows in the second half.
"""

import argparse
import itertools
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
from tqdm import tqdm

from tests.deployment import ROOMY, deployed
from tests.organiser import Organiser
from tests.servers import postgresql_in

MEGABYTE = 2**20
PROCESSES = ("web", "worker", "courier", "beat")
LOOK_SECONDS = 5.0
# So many matches a second are asked for, and so many pages.
MATCHES_A_SECOND, READS_A_SECOND = 5.0, 8.0
# An event of these takes seconds.
EVENT_SECONDS = 300.0
# Of a process that holds what it needs, the mean of the last quarter is above that of the third by
# no more than this; one that keeps a kilobyte of each match would be above it by ten times as much.
FLAT_MEGABYTES, FLAT_SHARE = 3.0, 0.02
# Entrants, matches, and what is asked for.
EVENTS: Sequence[tuple[int, int, Mapping[str, Any]]] = (
    (32, 80, {"stages": [{"format": "swiss", "options": {"rounds": 5}}]}),
    (16, 15, {"format": "single_elimination"}),
    (8, 28, {"format": "round_robin"}),
    (16, 30, {"format": "double_elimination", "rated": True}),
    (12, 12, {"stages": [{"format": "table_swiss", "options": {"sizes": [3], "rounds": 3}}]}),
)
PAGES = ("", "rounds/", "schedule/", "standings/", "crosstable/", "entrants/", "embed/", "screen/")
PARTS = ("", "rounds/", "standings/", "standings.csv", "matches/", "events/", "entrants/")


@dataclass
class Visits:
    """What readers read, and how it was answered."""

    url: str
    over: threading.Event
    slugs: list[tuple[str, str]] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def read_on(self, seed: int, a_second: float) -> None:
        dice = random.Random(seed)
        with httpx.Client(base_url=self.url, timeout=60, follow_redirects=True) as client:
            while not self.over.wait(1 / a_second):
                address = self._some_address(dice)
                status = client.get(address).status_code
                self.answers[status] += 1
                if status >= 500:
                    self.faults.append(f"{status} {address}")

    def _some_address(self, dice: random.Random) -> str:
        if not self.slugs or dice.random() < 0.1:
            return dice.choice(("/", "/tournaments/", "/ratings/", "/api/v1/tournaments/"))
        slug, id_ = dice.choice(self.slugs[-4:])
        if dice.random() < 0.5:
            return f"/tournaments/{slug}/{dice.choice(PAGES)}"
        return f"/api/v1/tournaments/{id_}/{dice.choice(PARTS)}"


class Scales:
    """The memory of processes, with their children, over time."""

    def __init__(self, pids: Mapping[str, int]) -> None:
        self._processes = {name: psutil.Process(pid) for name, pid in pids.items()}
        self.weighed: dict[str, list[float]] = {name: [] for name in pids}

    def weigh(self) -> None:
        for name, process in self._processes.items():
            family = [process, *process.children(recursive=True)]
            megabytes = sum(one.memory_info().rss for one in family) / MEGABYTE
            self.weighed[name].append(megabytes)

    def growth(self, name: str) -> float:
        """By how many megabytes the last quarter is above the third."""
        _, _, third, last = self.quarters(name)
        return last - third

    def quarters(self, name: str) -> list[float]:
        """The mean of each quarter of the time."""
        weights = self.weighed[name]
        cuts = [round(part * len(weights) / 4) for part in range(5)]
        return [
            sum(weights[first:last]) / max(1, last - first)
            for first, last in itertools.pairwise(cuts)
        ]

    def is_flat(self, name: str) -> bool:
        return self.growth(name) <= max(FLAT_MEGABYTES, FLAT_SHARE * self.quarters(name)[2])


def hold_events(organiser: Organiser, visits: Visits, played: Callable[[int], None]) -> None:
    """One event after another, no more than so many matches a second, until the time is over."""
    number = 0
    while not visits.over.is_set():
        entrants, matches, wish = EVENTS[number % len(EVENTS)]
        number += 1
        began = time.monotonic()
        address = organiser.hold(entrants, "greedy", {"name": f"Event {number}"} | dict(wish))
        event = organiser.ask("GET", address)
        visits.slugs.append((event["slug"], event["id"]))
        while organiser.ask("GET", address)["state"] != "completed":
            if time.monotonic() - began > EVENT_SECONDS:
                visits.faults.append(f"{event['slug']} did not end: {wish}")
                return
            time.sleep(0.5)
        played(matches)
        visits.over.wait(max(0.0, began + matches / MATCHES_A_SECOND - time.monotonic()))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.hour", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="good-ten-hour-") as folder,
        deployed(Path(folder), postgresql_in(Path(folder)).url, PROCESSES, **ROOMY) as house,
    ):
        pids = {name: one.process.pid for name, one in house.running.items()}
        return _run(house.url, Scales(pids), asked.minutes * 60)


def _run(url: str, scales: Scales, seconds: float) -> int:
    visits, matches = Visits(url, threading.Event()), list[int]()
    organiser = Organiser(url)
    holding = threading.Thread(target=hold_events, args=(organiser, visits, matches.append))
    readers = [
        threading.Thread(target=visits.read_on, args=(seed, READS_A_SECOND / 2))
        for seed in range(2)
    ]
    threads = [holding, *readers]
    with closing(organiser.client):
        for thread in threads:
            thread.start()
        _watch(scales, matches, visits, threads, seconds)
        visits.over.set()
        for thread in threads:
            thread.join()
    return _report(scales, sum(matches), visits)


def _watch(
    scales: Scales,
    matches: Sequence[int],
    visits: Visits,
    threads: Sequence[threading.Thread],
    seconds: float,
) -> None:
    """Until the time is over, or one of those at work has given up."""
    until = time.monotonic() + seconds
    with tqdm(total=round(seconds), unit=" s", mininterval=LOOK_SECONDS) as bar:
        while (left := until - time.monotonic()) > 0 and all(one.is_alive() for one in threads):
            time.sleep(min(LOOK_SECONDS, left))
            scales.weigh()
            bar.update(round(seconds - max(0.0, until - time.monotonic())) - bar.n)
            bar.set_postfix_str(f"{sum(matches):,} matches, {visits.answers.total():,} reads")
    if time.monotonic() < until:
        visits.faults.append("an organiser or a reader gave up")


def _report(scales: Scales, matches: int, visits: Visits) -> int:
    answers = ", ".join(f"{count:,} x {status}" for status, count in sorted(visits.answers.items()))
    print(f"{matches:,} matches in {len(visits.slugs)} events; answers to readers: {answers}")
    print(f"{'process':<12}{'1st quarter':>12}{'2nd':>9}{'3rd':>9}{'last':>9}  MB")
    grown = [name for name in scales.weighed if not scales.is_flat(name)]
    for name in scales.weighed:
        first, *others = scales.quarters(name)
        cells = "".join(f"{one:>9.1f}" for one in others)
        print(f"{name:<12}{first:>12.1f}{cells}{'  still grows' if name in grown else ''}")
    for fault in visits.faults[:20]:
        print(f"fault: {fault}")
    return 1 if grown or visits.faults else 0


if __name__ == "__main__":
    sys.exit(main())
