"""Good Ten while a browser looks at it: its address and its REST API."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.gathered import gather_into
from tests.product import PATIENCE, Up, eventually, stopped

PASSWORD = "correct horse battery"


class Product:
    """A running product: its address, and its REST API."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.api = httpx.Client(base_url=f"{address}/api/v1/", timeout=PATIENCE)

    def get(self, path: str, token: str | None = None) -> dict[str, Any]:
        return _content(self.api.get(path, headers=_headers(token)))

    def post(self, path: str, body: dict[str, Any], token: str | None = None) -> dict[str, Any]:
        return _content(self.api.post(path, json=body, headers=_headers(token)))

    def sign_up(self, handle: str) -> str:
        """A new person's token."""
        return str(self.post("players/", {"handle": handle, "password": PASSWORD})["token"])

    def tournament(self, token: str, name: str, **options: Any) -> str:
        """The slug of a new tournament, open for registration."""
        slug = str(self.post("tournaments/", {"name": name, **options}, token)["slug"])
        self.post(f"tournaments/{slug}/open/", {}, token)
        return slug

    def bot_tournament(self, token: str, name: str, bots: int, **options: Any) -> str:
        """The slug of a new tournament among bots, started."""
        slug = self.tournament(token, name, capacity=max(bots, 2), **options)
        self.post(f"tournaments/{slug}/entrants/", {"bot": "greedy", "count": bots}, token)
        self.post(f"tournaments/{slug}/start/", {}, token)
        return slug

    def bots_match(self, token: str, name: str) -> str:
        """The id of the match of two bots, once it is finished."""
        slug = self.bot_tournament(token, name, 2)

        def finished() -> str | None:
            found = self.get(f"tournaments/{slug}/matches/")["results"]
            return next((row["id"] for row in found if row["status"] == "finished"), None)

        found = eventually(finished, PATIENCE, "the bots' match ends")
        assert found
        return found


def _headers(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Token {token}"} if token else {}


def _content(answer: httpx.Response) -> dict[str, Any]:
    assert answer.is_success, answer.text
    return dict(answer.json()) if answer.content else {}


# One person organises the events of all tests, in minutes, from one address.
ONE_ORGANISER = {
    "GOODTEN_LIMIT_EVENTS_AT_ONCE": "1000",
    "GOODTEN_LIMIT_NEW_EVENTS": "1000/60",
    "GOODTEN_LIMIT_NEW_EVENTS_ADDRESS": "1000/60",
}


@contextmanager
def running(*options: str) -> Iterator[Product]:
    """The product on a data folder of its own, stopped and removed at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="good-ten-browser-") as folder:
        gather_into(Path(folder) / "data")
        up = Up(Path(folder) / "data", Path(folder) / "log", *options, **ONE_ORGANISER)
        with stopped(up):
            product = Product(up.wait_until_it_serves().url)
            with product.api:
                yield product
