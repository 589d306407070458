"""A storm over people who play at full speed: kill -9 of web and PostgreSQL amid group commits.

`python -m tests.site.storm_under_load --kills 20` (`make storm`) does it on SQLite, where web is
killed alone, and on PostgreSQL, which waits for the disk; the test suite does a short one.
"""

import argparse
import json
import random
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing
from math import ceil
from pathlib import Path
from typing import Any

import httpx
import psycopg
from tqdm import tqdm

from tests.load.steadfast import Crowd
from tests.patience import PATIENCE
from tests.product import eventually
from tests.site.aftermath import check_log
from tests.site.held_against_the_log import Evidence, Row, check, committed_together
from tests.site.sqlite_commits import Watch
from tests.site.storm import Storm, storm_over

TABLES = 20
# So many matches at each table give a kill some hundreds of moves.
KILLS_A_MATCH = 5
# Every row of the log with what tells which transaction wrote it.
LOG = (
    "SELECT stream, version, type, data, command_id, {} FROM games_event"
    " WHERE stream LIKE 'match-%' ORDER BY stream, version"
)
DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def weather_under_load(
    storm: Storm, kills: int, moves: int = 1000, notice: Callable[[], Any] = lambda: None
) -> Evidence:
    """Kills so often while matches of at most so many moves are played; what came of it.

    The log has been verified and everything decided again.
    """
    matches = _prepared(storm, TABLES * ceil(kills / KILLS_A_MATCH), moves)
    crowd = Crowd(storm.house.url, matches, TABLES)
    watch = None if storm.database else Watch(_file(storm))
    with crowd.playing() as playing:
        for moment in _moments(storm.dice, kills, sum(len(match["moves"]) for match in matches)):
            _until(storm, playing, lambda moment=moment: crowd.acknowledged() >= moment)
            if watch:
                watch.end()  # or a file that is open here would spare it to recover
            storm.strike()
            notice()
        _until(storm, playing, playing.done)
    storm.house.wait_until_healthy()
    check_log(storm.house)
    return Evidence(
        moves={match["match"]: match["moves"] for match in matches},
        told=crowd.told,
        log=_log(storm, watch),
        readable=_readable(storm.house.url, matches),
    )


def _prepared(storm: Storm, count: int, moves: int) -> list[dict[str, Any]]:
    file = storm.house.folder / "matches.json"
    prepare = (sys.executable, "-m", "tests.load.prepare", str(file))
    storm.house.run(*prepare, "--matches", str(count), "--moves", str(moves))
    matches: list[dict[str, Any]] = json.loads(file.read_text())
    return matches


def _moments(dice: random.Random, kills: int, moves: int) -> list[int]:
    """After how many moves to kill. Some fall together: one dies while the other comes back."""
    return sorted(dice.randrange(1, 2 * kills) * moves // (2 * kills) for _ in range(kills))


def _until(storm: Storm, playing: "Future[None]", is_so: Callable[[], bool]) -> None:
    def look() -> bool:
        storm.house.restart_what_ended()
        if playing.done():
            playing.result()
        return is_so()

    eventually(look, PATIENCE, "moves that are acknowledged")


def _file(storm: Storm) -> Path:
    return storm.house.folder / "data" / "good-ten.sqlite3"


def _log(storm: Storm, watch: Watch | None) -> dict[str, list[Row]]:
    log = defaultdict[str, list[Row]](list)
    for stream, *columns in _rows(storm, watch.transactions() if watch else {}):
        log[stream.removeprefix("match-")].append(Row(*columns))
    return dict(log)


def _rows(storm: Storm, watched: Mapping[int, int]) -> Iterator[Sequence[Any]]:
    """The columns of `LOG`; on SQLite, transactions are known as far as they were watched."""
    if storm.database:
        with psycopg.connect(storm.database.url) as postgresql:
            yield from postgresql.execute(LOG.format("xmin::text::bigint").encode())
        return
    with closing(sqlite3.connect(_file(storm))) as sqlite:
        for stream, version, type_, data, command, id_ in sqlite.execute(LOG.format("id")):
            yield stream, version, type_, json.loads(data), command, watched.get(id_)


def _readable(url: str, matches: Sequence[dict[str, Any]]) -> dict[tuple[str, int], dict[int, Any]]:
    """The facts of each match as each of its seats reads them over REST, by version."""
    with httpx.Client(base_url=f"{url}/api/v1/matches/", timeout=PATIENCE) as client:
        return {
            (match["match"], seat): _read(client, match["match"], token)
            for match in matches
            for seat, token in enumerate(match["tokens"])
        }


def _read(client: httpx.Client, match: str, token: str) -> dict[int, Any]:
    facts, headers = dict[int, Any](), {"Authorization": f"Token {token}"}
    while True:
        answer = client.get(f"{match}/events/?after={len(facts)}", headers=headers)
        told = answer.raise_for_status().json()
        facts |= {fact["version"]: fact for fact in told["results"]}
        if not told["results"]:
            return facts


def said(evidence: Evidence) -> str:
    """What the storm did to the people, in one line."""
    told = evidence.told
    return (
        f"{sum(len(one.acknowledged) for one in told)} moves acknowledged;"
        f" {sum(one.joined - 1 for one in told)} times somebody came back;"
        f" {sum(one.said_again for one in told)} moves said again,"
        f" of which {sum(one.found_done for one in told)} had been done"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="make storm", description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="on each database")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--on", choices=DATABASES, help="this database alone")
    asked = parser.parse_args()
    for key, name in DATABASES.items():
        if asked.on not in (None, key):
            continue
        print(f"{name} under load, seed {asked.seed}")
        with (
            tempfile.TemporaryDirectory(prefix="good-ten-storm-") as folder,
            storm_over(
                Path(folder), key == "postgresql", asked.seed, ["web"], waits_for_disk=True
            ) as storm,
            tqdm(total=asked.kills, unit=" kills") as bar,
        ):
            evidence = weather_under_load(storm, asked.kills, notice=bar.update)
        check(evidence)
        print(f"  survived {storm.kills}: none lost, none doubled, the log is sound")
        print(f"  {said(evidence)}")
        print(
            f"  transactions by how many matches they wrote to: {committed_together(evidence.log)}"
        )


if __name__ == "__main__":
    main()
