"""While the database is away everybody is told so at once, and when it is back all goes on."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.deployment import Deployment, deployed
from tests.long import own_database
from tests.patience import PATIENCE
from tests.product import eventually
from tests.servers import PostgreSQL, postgresql_in

# Ten times what an answer may take, and a third of what a pool waits by itself.
SECONDS = 10.0


class House:
    """A web process on a PostgreSQL of its own, and a match that two people play there."""

    def __init__(self, database: PostgreSQL, deployment: Deployment) -> None:
        self.database, self.url = database, deployment.url
        file = deployment.folder / "matches.json"
        deployment.run(sys.executable, "-m", "tests.load.prepare", str(file), "--matches", "1")
        self.match = json.loads(file.read_text())[0]
        self.path = f"matches/{self.match['match']}/"

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(f"{self.url}{path}", headers=headers, timeout=SECONDS)

    @contextmanager
    def seated(self) -> Iterator[ClientConnection]:
        address = f"{self.url.replace('http', 'ws')}/ws/{self.path}"
        with connect(address, compression=None) as socket:
            token = self.match["tokens"][self.match["moves"][0][0]]
            assert _answer(socket, type="join", token=token)["type"] == "snapshot"
            yield socket

    def move(self, socket: ClientConnection) -> dict[str, Any]:
        _, move, version, _ = self.match["moves"][0]
        return _answer(socket, type="move", command_id="1", version=version, move=move)


@pytest.fixture
def house() -> Iterator[House]:
    with TemporaryDirectory() as name:  # whose folders the user of PostgreSQL may pass through
        folder = Path(name)
        database = postgresql_in(folder)
        try:
            with deployed(folder, database.url, ("web",)) as deployment:
                yield House(database, deployment)
        finally:
            database.kill()


@own_database
def test_everybody_is_told_at_once_and_goes_on_when_it_is_back(house: House) -> None:
    with house.seated() as socket:
        house.database.kill()

        page = house.get("/")
        assert page.status_code == 503
        assert "The database does not answer" in page.text
        document = house.get(f"/api/v1/{house.path}")
        assert (document.status_code, document.json()["code"]) == (503, "unavailable")
        assert document.headers["Retry-After"] == "3"
        with_token = {"Authorization": f"Token {house.match['tokens'][0]}"}
        assert house.get("/api/v1/me/", **with_token).json()["code"] == "unavailable"
        refused = house.move(socket)
        assert (refused["type"], refused["data"]["code"]) == ("refused", "unavailable")
        assert house.get("/readyz").status_code == 503
        assert house.get("/healthz").status_code == 200

        house.database.start()
        eventually(lambda: house.get("/readyz").status_code == 200, PATIENCE, "a database")
        assert house.get("/").status_code == 200
        assert house.move(socket)["type"] in {"accepted", "card_played"}


def _answer(socket: ClientConnection, **frame: Any) -> dict[str, Any]:
    socket.send(json.dumps(frame))
    answer: dict[str, Any] = json.loads(socket.recv(SECONDS))
    return answer
