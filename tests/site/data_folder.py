"""A data folder as an earlier commit left it, with something of every kind in it.

    python -m tests.site.data_folder CHECKOUT tests/site/data/folder-VERSION-COMMIT.tar.xz
    python -m tests.site.data_folder CHECKOUT tests/site/data/postgresql-VERSION-COMMIT.tar.xz

runs `manage.py up` of another checkout, by that checkout's own `.venv`, asks for everything over
REST as anybody could, stops it, and packs its database and keys: a file of SQLite, or what
`pg_dump` says of PostgreSQL. An archive that is there is never made anew: a later commit whose data
is to stay readable adds one of its own.
"""

import secrets
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from cryptography.fernet import Fernet

from casino_site.private_redis import free_port
from tests.patience import PATIENCE
from tests.product import clean_environment, eventually
from tests.servers import postgresql_in

DATABASE = "good-ten.sqlite3"
DUMP = "good-ten.sql"
KEYS = ("log-key", "secret-key")
# Ann's personal token in clear, which the database does not know.
TOKEN = "token-of-ann"
# Everybody in the folder signs in with it.
PASSWORD = "ten of diamonds"
SHORT = {"first_to": 11}
# That all people are of; what they typed stands beside the facts.
CLUB = "Harbour Wanderers"
PLAYED_OF_A_DEAL = 7
Json = dict[str, Any]


class Person:
    """Somebody with a token of their own, as a client of REST."""

    def __init__(self, url: str, handle: str) -> None:
        self.handle = handle
        self.client = httpx.Client(base_url=f"{url}/api/v1/", timeout=60)
        made = self.ask("POST", "players/", {"handle": handle, "password": PASSWORD})
        self.token: str = made["token"]
        self.client.headers["Authorization"] = f"Token {self.token}"

    def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = self.client.request(method, path, json=body)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text[:400]}"
        return answer.json() if answer.content else None


class Furnishing:
    """Fills a running house, which begins empty."""

    def __init__(self, url: str) -> None:
        self.olga, self.ann, self.bob = (Person(url, name) for name in ("olga", "ann", "bob"))

    def furnish(self) -> None:
        people = (self.ann, self.bob)
        duplicate = self.event("Duplicate", (), 4, "swiss", {"rounds": 2}, dealing="duplicate")
        tables = self.event("Tables of three", (), 3, "table_swiss", {"sizes": [3], "rounds": 1})
        running = self.event("In mid-round", people, 2, "swiss", {"rounds": 2})
        self.event("Registration", people, 0, "double_elimination", starts=False)
        for event in (duplicate, tables):
            self.wait_for(
                "the end", lambda event=event: self.summary(event)["state"] == "completed"
            )
        for person in people:
            self.give_away(person, running)
        self.wait_for("round 2", lambda: len(self.rounds(running)) == 2)
        self.play_a_part(running)
        self.wait_for("the bots' result", lambda: self.bots_table(running)["state"] == "finished")
        self.correct(running)
        provisional = self.event(
            "Provisional", people, 0, "single_elimination", provisional_minutes=60 * 24
        )
        self.olga.ask("PATCH", provisional, {"name": "Still to be confirmed", "reason": "clearer"})
        self.wait_for(
            "the final", lambda: self.rounds(provisional) and self.seated(self.ann, provisional)
        )
        self.ann.ask("POST", f"{self.seated(self.ann, provisional)}cut/", {"cut": "00" * 16})
        self.give_away(self.bob, provisional)
        self.play_casually()
        self.wait_for("an end", lambda: self.summary(provisional)["state"] == "provisional")
        self.wait_for("a casual rating", lambda: self.rated("duel"))
        self.wait_for("the ratings", lambda: self.rated("duel-bots") and self.rated("table-bots"))

    def event(
        self,
        name: str,
        people: Sequence[Person],
        bots: int,
        format_: str,
        options: Mapping[str, object] | None = None,
        *,
        starts: bool = True,
        **more: object,
    ) -> str:
        """The address of an event of these people and so many bots."""
        stage = {"format": format_, "options": options or {}}
        wish = {"name": name, "overrides": SHORT, "turn_seconds": 3600, "stages": [stage]}
        address = f"tournaments/{self.olga.ask('POST', 'tournaments/', wish | more)['id']}/"
        self.olga.ask("POST", f"{address}open/", {})
        for person in people:
            person.ask("POST", f"{address}entrants/", {"club": CLUB})
        if bots:
            self.olga.ask("POST", f"{address}entrants/", {"bot": "greedy", "count": bots})
        if starts:
            self.olga.ask("POST", f"{address}start/", {})
        return address

    def give_away(self, person: Person, event: str) -> None:
        """The first match, so that the second round pairs the two people."""
        self.wait_for("round 1", lambda: self.rounds(event) and self.seated(person, event))
        match = self.seated(person, event)
        person.ask("POST", f"{match}cut/", {"cut": "00" * 16})
        person.ask("POST", f"{match}resign/", {"command_id": "resign"})

    def play_a_part(self, event: str) -> None:
        """Ann and Bob play on until they are in the middle of a deal."""
        match = self.seated(self.ann, event)
        for person in (self.ann, self.bob):
            person.ask("POST", f"{match}cut/", {"cut": "01" * 16})
        for number in range(PLAYED_OF_A_DEAL):
            for person in (self.ann, self.bob):
                seen = person.ask("GET", f"{match}moves/")
                if seen["moves"]:
                    move = {"version": seen["version"], "move": seen["moves"][0]["move"]}
                    person.ask("POST", f"{match}moves/", move | {"command_id": f"play-{number}"})
                    break

    def play_casually(self) -> None:
        """A rated match that Ann and Bob agree to, and a table that waits for a friend."""
        wish = {"opponents": ["open"], "rated": True}
        table = self.ann.ask("POST", "matches/", wish)["id"]
        self.bob.ask("POST", f"tables/{table}/join/", {})
        for person in (self.ann, self.bob):
            person.ask("POST", f"matches/{table}/cut/", {"cut": "02" * 16})
        self.bob.ask("POST", f"matches/{table}/resign/", {"command_id": "resign"})
        self.ann.ask("POST", "matches/", {"opponents": ["link"]})

    def correct(self, event: str) -> None:
        """The result of the bots in the second round is turned about."""
        table = self.bots_table(event)
        places = [side["place"] for side in table["sides"]][::-1]
        body = {"places": places, "points": [9, 9], "reason": "read the wrong way round"}
        self.olga.ask(
            "POST", f"{event}stages/1/rounds/2/pairings/{table['pairing']}/correct/", body
        )

    def summary(self, event: str) -> Json:
        found: Json = self.olga.ask("GET", event)
        return found

    def rounds(self, event: str) -> list[Json]:
        found: list[Json] = self.olga.ask("GET", f"{event}rounds/")["results"]
        return found

    def seated(self, person: Person, event: str) -> str:
        """The address of the person's match in the last round."""
        table = next(one for one in self._tables(event) if person.handle in handles(one))
        return f"matches/{table['match']}/" if table["match"] else ""

    def bots_table(self, event: str) -> Json:
        people = {self.ann.handle, self.bob.handle}
        return next(one for one in self._tables(event) if not people & handles(one))

    def rated(self, ladder: str) -> list[Json]:
        found: list[Json] = self.olga.ask("GET", f"ratings/{ladder}/")["results"]
        return found

    def wait_for(self, what: str, look: Callable[[], object]) -> None:
        eventually(look, PATIENCE, what)

    def _tables(self, event: str) -> list[Json]:
        found: list[Json] = self.rounds(event)[-1]["pairings"]
        return found


def handles(table: Json) -> set[str]:
    entrants = [entrant for side in table["sides"] for entrant in side["entrants"]]
    return {member["handle"] for entrant in entrants for member in entrant["members"]}


def furnished(checkout: Path, folder: Path, **settings: str) -> None:
    """Runs the checkout's product on the folder until something of every kind is in it."""
    port = free_port()
    command = [".venv/bin/python", "manage.py", "up", "--no-demo", "--port", str(port)]
    environment = clean_environment(GOODTEN_DATA_DIR=str(folder), **settings)
    url = f"http://127.0.0.1:{port}"
    with subprocess.Popen(command, cwd=checkout, env=environment) as up:
        try:
            eventually(lambda: answers(url), PATIENCE, url)
            furnishing = Furnishing(url)
            furnishing.furnish()
            (folder / TOKEN).write_text(furnishing.ann.token)
        finally:
            up.terminate()


def answers(url: str) -> bool:
    try:
        return httpx.get(url).is_success
    except httpx.TransportError:
        return False


def on_sqlite(checkout: Path, folder: Path) -> str:
    """Furnishes the folder; answers the name of the file in it that holds the database."""
    furnished(checkout, folder)
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("VACUUM")
    return DATABASE


def on_postgresql(checkout: Path, folder: Path) -> str:
    """The same on a server of its own, whose database is dumped as SQL."""
    keys = {"log-key": Fernet.generate_key().decode(), "secret-key": secrets.token_urlsafe(64)}
    for name, key in keys.items():
        (folder / name).write_text(key)
    with tempfile.TemporaryDirectory() as place:
        server = postgresql_in(Path(place))
        furnished(
            checkout,
            folder,
            DATABASE_URL=server.url,
            GOODTEN_LOG_KEYS=keys["log-key"],
            SECRET_KEY=keys["secret-key"],
        )
        (folder / DUMP).write_text(server.dumped())
        server.kill()
    return DUMP


def pack(folder: Path, database: str, archive: Path) -> None:
    """Database, keys and token; nothing else in the folder is worth keeping."""
    with tarfile.open(archive, "x:xz", preset=9) as packed:
        for name in (database, *KEYS, TOKEN):
            packed.add(folder / name, name, filter=anonymous)


def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """As nobody's file."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def main() -> None:
    checkout, archive = map(Path, sys.argv[1:])
    furnish = on_postgresql if archive.name.startswith("postgresql-") else on_sqlite
    with tempfile.TemporaryDirectory() as folder:
        database = furnish(checkout.resolve(), Path(folder))
        pack(Path(folder), database, archive)


if __name__ == "__main__":
    main()
