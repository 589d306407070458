"""Good Ten while a browser looks at it: its address and its REST API."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.patience import PATIENCE
from tests.prepared import prepare_into
from tests.product import ROOT, Up, clean_environment, eventually, stopped

PASSWORD = "correct horse battery"
MOVED_CLOCK = ROOT / "tests" / "browser" / "moved_clock"


class Product:
    """A running product: its address, its REST API, and its clock, which goes ahead as it is told
    and never back.
    """

    def __init__(self, up: Up, clock: Path) -> None:
        self.up, self._clock, self._ahead = up, clock, 0
        self.address = address = up.url
        self.api = httpx.Client(base_url=f"{address}/api/v1/", timeout=PATIENCE)

    def manage(self, *arguments: str) -> None:
        """Runs `manage.py` on the product's data, as who runs the house does."""
        environment = clean_environment(GOODTEN_DATA_DIR=str(self._clock.parent))
        command = [sys.executable, "manage.py", *arguments]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)

    def printed(self) -> str:
        """What it has said so far, mails among it."""
        return self.up.said()

    def get(self, path: str, token: str | None = None) -> dict[str, Any]:
        return _content(self.api.get(path, headers=_headers(token)))

    def post(self, path: str, body: dict[str, Any], token: str | None = None) -> dict[str, Any]:
        return _content(self.api.post(path, json=body, headers=_headers(token)))

    def wait(self, seconds: int) -> None:
        """To the product so much time goes by, at once."""
        self._ahead += seconds
        written = self._clock.with_suffix(".new")
        written.write_text(str(self._ahead))
        written.replace(self._clock)

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
        data = Path(folder) / "data"
        prepare_into(data)
        up = Up(data, Path(folder) / "log", *options, **ONE_ORGANISER, PYTHONPATH=str(MOVED_CLOCK))
        with stopped(up):
            product = Product(up.wait_until_it_serves(), data / "clock")
            with product.api:
                yield product
