"""Good Ten as its users run it: `manage.py up` on a data folder and a port of its own."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
START_SECONDS, STOP_SECONDS = 60, 20
PASSWORD = "correct horse battery"
# What would lead the product away from its own folder.
FOREIGN = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "GOODTEN_HOSTS")


class Product:
    """A running product: its address, and its REST API."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.api = httpx.Client(base_url=f"{address}/api/v1/", timeout=20)

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


def _headers(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Token {token}"} if token else {}


def _content(answer: httpx.Response) -> dict[str, Any]:
    assert answer.is_success, answer.text
    return dict(answer.json()) if answer.content else {}


@contextmanager
def running(*arguments: str) -> Iterator[Product]:
    """The product while it runs; it is stopped as by Ctrl-C, and its folder is removed."""
    with tempfile.TemporaryDirectory(prefix="good-ten-browser-") as folder:
        port = _free_port()
        log = Path(folder) / "log"
        process = _start(Path(folder) / "data", log, ["--port", str(port), *arguments])
        try:
            product = Product(f"http://127.0.0.1:{port}")
            _wait_for(product.address, process, log)
            with product.api:
                yield product
        finally:
            _stop(process)


def until(ask: Callable[[], T], seconds: float = 20) -> T:
    """What `ask` answers as soon as it is true."""
    deadline = time.monotonic() + seconds
    while not (answer := ask()):
        assert time.monotonic() < deadline, ask
        time.sleep(0.02)
    return answer


def _start(data: Path, log: Path, arguments: list[str]) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    with log.open("wb") as output:
        return subprocess.Popen(
            [sys.executable, "manage.py", "up", *arguments],
            cwd=ROOT,
            env=environment | {"GOODTEN_DATA_DIR": str(data)},
            stdout=output,
            stderr=output,
        )


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text()
        with suppress(httpx.TransportError):
            if httpx.get(address, timeout=20).is_success:
                return
        time.sleep(0.05)
    raise AssertionError(log.read_text())


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
