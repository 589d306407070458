"""A round whose worker is killed at every step: each time the next one goes on from there.

`python -m tests.site.steps` (`make steps`) does it for events of several formats on SQLite and on
PostgreSQL; the test suite does it for one match.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from celery import Celery
from tqdm import tqdm

from tests.deployment import ROOMY, Deployment, deployed
from tests.organiser import Organiser
from tests.product import eventually
from tests.servers import postgresql_in
from tests.site import aftermath
from tests.site.aftermath import check_ratings, check_results, recorded

PATIENCE = 600
SWEEPS = ("tournaments.progress.tasks.sweep_tournaments", "tournaments.ratings.tasks.sweep_ratings")
# What a round is made of, without the ids and versions that tell one step from another.
STEPS = {
    f"{when} {what}"
    for when in ("before", "after")
    for what in (
        "append: tournament: round_paired",
        "project of tournament: round_paired",
        "_committed: tournament: round_paired",
        "append: tournament: result_recorded",
        "project of tournament: result_recorded",
        "_committed: tournament: result_recorded",
        "append_together: match: playing",
        "project of match: playing",
        "append: match: finished",
        "project of match: finished",
        "keep",
        "publish",
        "rate",
        "project of ladder",
    )
}
# A commit is told once: of a round with one match, one worker dies before it is, and nobody after.
STEPS_OF_ONE_MATCH = {
    step for step in STEPS if not step.startswith(("after append", "after _committed"))
}
# Entrants, how many sit at a table, and what is asked for.
EVENTS: Sequence[tuple[int, int, Mapping[str, Any]]] = (
    (4, 2, {"format": "swiss", "starts": "rounds"}),
    (4, 2, {"format": "single_elimination"}),
    (6, 3, {"stages": [{"format": "table_swiss", "options": {"sizes": [3], "rounds": 2}}]}),
)


def kinds(steps: Iterable[str]) -> set[str]:
    """The steps without what tells one from another of its kind."""
    found = set()
    for step in steps:
        what, about = step.split(": ")
        words = re.sub(r"\b[0-9a-f]{32}\b|\bat \d+|\b\d+\b", "", about).split()
        found.add(": ".join([what, *words]))
    return found


class Relay:
    """Workers of a house, killed one after another; the next one is started at once."""

    def __init__(self, house: Deployment) -> None:
        self.house, self._told, self._seen = house, house.folder / "steps", 0
        self._told.touch()
        argv = [sys.executable, "-m", "tests.site.dying_worker", str(self._told)]
        house.argv["worker"] = tuple(argv)
        house.start("worker")

    @property
    def steps(self) -> list[str]:
        """Where workers were killed so far."""
        return self._told.read_text().splitlines()

    def look_for_work(self) -> None:
        """Has a new worker look for what is due, which beat would ask for within five seconds."""
        assert self.house.running["worker"].process.poll() is None, self.house.said()
        deaths = len(self.steps)
        if deaths == self._seen:
            return
        self._seen = deaths
        with Celery(broker=self.house.redis.url, set_as_current=False) as app:
            for task in SWEEPS:
                app.send_task(task, queue="rounds")


def histories(organiser: Organiser, address: str) -> dict[str, list[str]]:
    """The matches of the event in the history of each of its players."""
    id_ = address.split("/")[1]
    return {
        member["handle"]: [
            rated["match"]
            for ladder in organiser.ask("GET", f"players/{member['handle']}/ratings/")["results"]
            for rated in ladder["history"]
            if rated["tournament"] == id_
        ]
        for entrant in organiser.ask("GET", f"{address}entrants/")["results"]
        for member in entrant["members"]
    }


def walk(relay: Relay, entrants: int, wish: Mapping[str, Any], at_a_table: int) -> None:
    """Holds an event whose worker dies at every step, and checks what is left of it."""
    organiser = Organiser(relay.house.url)
    with closing(organiser.client):
        rules = {"rated": True, "overrides": {"first_to": 5}}
        address = organiser.hold(entrants, "greedy", rules | dict(wish))

        def over() -> bool:
            relay.look_for_work()
            return _over(organiser, address)

        eventually(over, PATIENCE, "the end of the event")
        facts = organiser.facts(address)
        check_results(facts)
        check_ratings(facts, histories(organiser, address), at_a_table)


def _over(organiser: Organiser, address: str) -> bool:
    """Whether there is a champion, and the standings and the ratings have all there is."""
    tournament = organiser.ask("GET", address)
    assert tournament["failed"] is None
    if tournament["state"] != "completed":
        return False
    facts = organiser.facts(address)
    last = max(fact["version"] for fact in facts if fact["type"] == "result_recorded")
    rated = {match for history in histories(organiser, address).values() for match in history}
    shown = organiser.ask("GET", f"{address}standings/")["version"]
    return rated == set(recorded(facts)) and shown >= last


@contextmanager
def relay_in(folder: Path, database_url: str | None) -> Iterator[Relay]:
    """A house whose workers are killed at every step."""
    with deployed(folder, database_url, **ROOMY) as house:
        house.kill("worker")
        yield Relay(house)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make steps", description=__doc__)
    parser.parse_args()
    for name in ("SQLite", "PostgreSQL"):
        with tempfile.TemporaryDirectory(prefix="good-ten-steps-") as path:
            folder = Path(path)
            database = postgresql_in(folder) if name == "PostgreSQL" else None
            with relay_in(folder, database.url if database else None) as relay:
                for entrants, at_a_table, wish in tqdm(EVENTS, desc=name, unit=" events"):
                    walk(relay, entrants, wish, at_a_table)
                check_log(relay, STEPS)
                print(f"{name}: {len(relay.steps)} workers killed, each at another step;", end=" ")
                print("nothing lost, nothing doubled, the log is sound")
    return 0


def check_log(relay: Relay, steps: set[str]) -> None:
    """The log is whole, everything follows from it, and a worker died at each of these steps."""
    assert kinds(relay.steps) >= steps, steps - kinds(relay.steps)
    aftermath.check_log(relay.house)


if __name__ == "__main__":
    sys.exit(main())
