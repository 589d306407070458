"""A storm over a running house: kill -9 at random moments, while a person plays.

`python -m tests.site.storm --kills 60` (`make storm`) does it on SQLite and on PostgreSQL, whose
server is killed too; the test suite does a short one.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from tqdm import tqdm

from tests.deployment import ROOMY, Deployment, deployed
from tests.patience import PATIENCE
from tests.product import eventually
from tests.servers import PostgreSQL, postgresql_in
from tests.site.aftermath import check_log, check_results

LONGEST_CALM = 1.2
PROCESSES = ("web", "worker", "beat", "redis")
# One after another: single matches as soon as they can be, and whole rounds.
FORMATS = ("swiss", "single_elimination", "table_swiss")


@dataclass
class Storm:
    """What kills, and how each that was killed comes back."""

    house: Deployment
    database: PostgreSQL | None
    dice: random.Random
    processes: Sequence[str] = PROCESSES
    kills: dict[str, int] = field(default_factory=dict)

    def strike(self) -> None:
        victim = self.dice.choice([*self.processes, *(["database"] if self.database else [])])
        self.kills[victim] = self.kills.get(victim, 0) + 1
        if victim == "database" and self.database:
            self.database.kill()
            self.database.start()
        else:
            self.house.restart_what_ended()
            self.house.kill(victim)
            self.house.start(victim)


class Person:
    """Plays on whatever dies: a command without an answer is sent again under the same id."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=f"{url}/api/v1/", timeout=10)
        handle = f"storm-{uuid4().hex[:8]}"
        made = self.ask("POST", "players/", {"handle": handle, "password": "ten of diamonds"})
        self.id = made.json()["id"]
        self.client.headers["Authorization"] = f"Token {made.json()['token']}"
        # By match, in order: what was acknowledged, as the text of the move.
        self.acknowledged: dict[str, list[str]] = {}
        self.tournaments: list[str] = []

    def ask(self, method: str, path: str, content: Any = None) -> httpx.Response:
        """The answer, however often it takes; a fault of the server is no answer."""

        def answer() -> httpx.Response | None:
            try:
                response = self.client.request(method, path, json=content)
            except httpx.TransportError:
                return None
            return response if response.status_code < 500 else None

        return eventually(answer, PATIENCE, f"{method} {path}")

    def open_tournament(self, format_: str) -> str:
        """A new tournament of this person and three bots, which starts as they enter."""
        wish = {"name": "Storm", "capacity": 4, "turn_seconds": 60, "bot_pace_ms": 0}
        wish |= {"autostart": "first_person", "fill_with_bots": "greedy"}
        wish |= {"format": format_}
        made = self.ask("POST", "tournaments/", wish).json()
        # The name is not unique, so a repeated request made another one; that one stays a draft.
        address = f"tournaments/{made['id']}/"
        self.tournaments.append(address)
        self.ask("POST", f"{address}open/")
        self.ask("POST", f"{address}entrants/", {})
        return address

    def play_once(self, match: str) -> None:
        """Does what this seat is to do now, if anything."""
        view = self.ask("GET", f"matches/{match}/").json()
        if view["status"] == "waiting" and not view["seats"][view["you"]]["cut"]:
            self.ask("POST", f"matches/{match}/cut/", {"cut": uuid4().hex})
        elif view["status"] == "playing" and view["deal"]["turn"] == view["you"]:
            told = self.ask("GET", f"matches/{match}/moves/").json()
            if not told["moves"]:
                return
            move = told["moves"][len(told["moves"]) // 2]["text"]
            command = {"command_id": uuid4().hex, "version": told["version"], "move": move}
            answer = self.ask("POST", f"matches/{match}/moves/", command)
            if answer.status_code == 201:
                self.acknowledged.setdefault(match, []).append(move)

    def match_in(self, tournament: str) -> str | None:
        """The unfinished match at which this person sits."""
        for match in self.ask("GET", f"{tournament}matches/").json()["results"]:
            players = {seat["player"]["id"] for seat in match["seats"]}
            if self.id in players and match["status"] != "finished" and match["version"]:
                return str(match["id"])
        return None


def weather(storm: Storm, kills: int, notice: Callable[[], Any] = lambda: None) -> None:
    """Kills so often, plays in between, then sees everything through and checks it."""
    person = Person(storm.house.url)
    with closing(person.client):
        _play_through(storm, person, kills, notice)
        _check(storm, person)


def _play_through(storm: Storm, person: Person, kills: int, notice: Callable[[], Any]) -> None:
    formats = cycle(FORMATS)
    tournaments = [person.open_tournament(next(formats))]
    next_at = time.monotonic()
    while sum(storm.kills.values()) < kills:
        if time.monotonic() >= next_at:
            storm.strike()
            notice()
            next_at = time.monotonic() + storm.dice.uniform(0.1, LONGEST_CALM)
        storm.house.restart_what_ended()
        if _over(person, tournaments[-1]):
            tournaments.append(person.open_tournament(next(formats)))
        if (match := person.match_in(tournaments[-1])) is not None:
            person.play_once(match)
    _see_through(storm, person, tournaments[-1])


def _over(person: Person, tournament: str) -> bool:
    return person.ask("GET", tournament).json()["state"] == "completed"


def _see_through(storm: Storm, person: Person, tournament: str) -> None:
    """The person leaves their table; the bots play on to a champion."""

    def over() -> bool:
        storm.house.restart_what_ended()
        if (match := person.match_in(tournament)) is not None:
            person.play_once(match)
            person.ask("POST", f"matches/{match}/resign/", {"command_id": "leave"})
        return _over(person, tournament)

    eventually(over, PATIENCE, "a champion")


def _check(storm: Storm, person: Person) -> None:
    """No acknowledged move lost, none doubled; the log and everything derived from it sound."""
    for match, moves in person.acknowledged.items():
        played = [
            fact["data"]["text"]
            for fact in person.ask("GET", f"matches/{match}/events/").json()["results"]
            if fact["type"] == "card_played"
            and not fact["data"]["default"]
            and fact["data"]["seat"] == _seat_of(person, match)
        ]
        assert played == moves, f"match {match}: {len(moves)} acknowledged, {len(played)} played"
    for tournament in person.tournaments:
        check_results(person.ask("GET", f"{tournament}events/").json()["results"])
    check_log(storm.house)


def _seat_of(person: Person, match: str) -> int:
    return int(person.ask("GET", f"matches/{match}/").json()["you"])


@contextmanager
def storm_over(
    folder: Path,
    on_postgresql: bool,
    seed: int,
    processes: Sequence[str] = PROCESSES,
    waits_for_disk: bool = False,
) -> Iterator[Storm]:
    """A house of its own with Redis and these, on a server of its own if it is PostgreSQL."""
    database = postgresql_in(folder, waits_for_disk) if on_postgresql else None
    running = [name for name in processes if name != "redis"]
    with deployed(folder, database.url if database else None, running, **ROOMY) as house:
        yield Storm(house, database, random.Random(seed), processes)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make storm", description=__doc__)
    parser.add_argument("--kills", type=int, default=60, help="on each of the two databases")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    for name, on_postgresql in (("SQLite", False), ("PostgreSQL", True)):
        print(f"{name}, seed {asked.seed}")
        with (
            tempfile.TemporaryDirectory(prefix="good-ten-storm-") as folder,
            storm_over(Path(folder), on_postgresql, asked.seed) as storm,
            tqdm(total=asked.kills, unit=" kills") as bar,
        ):
            weather(storm, asked.kills, bar.update)
        print(f"  survived {storm.kills}: nothing lost, nothing doubled, the log is sound")


if __name__ == "__main__":
    main()
