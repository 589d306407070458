"""The product under load: on a PostgreSQL that writes to the disk, or on SQLite."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil

from casino_site.private_redis import free_port
from tests.deployment import ROOMY, Deployment
from tests.load.measured import Measured
from tests.patience import PATIENCE
from tests.product import ROOT, eventually
from tests.servers import postgresql_in


class House:
    """A deployment with so many web processes, and who plays in it."""

    def __init__(self, folder: Path, deployment: Deployment, urls: Sequence[str]) -> None:
        self.folder, self.deployment, self.urls = folder, deployment, urls
        self._prepared = 0

    @property
    def sockets(self) -> list[str]:
        return [url.replace("http", "ws", 1) for url in self.urls]

    def web(self, number: int = 0) -> psutil.Process:
        name = "web" if number == 0 else f"web {number + 1}"
        return psutil.Process(self.deployment.running[name].process.pid)

    def prepare(self, matches: int, *options: str) -> Path:
        """Matches that are ready to be played, in a file."""
        file = self.folder / f"matches-{self._prepared}.json"
        numbers = ("--from", str(self._prepared), "--matches", str(matches))
        environment = {"DJANGO_SETTINGS_MODULE": "casino_site.settings", "PYTHONPATH": str(ROOT)}
        argv = (sys.executable, "-m", "tests.load.prepare", str(file), *numbers, *options)
        ours = self.deployment.environment | environment
        subprocess.run(argv, env=ours, cwd=ROOT, check=True)
        self._prepared += matches
        return file

    def play(self, file: Path, *options: str, at: Sequence[str] = ()) -> Measured:
        """Has the matches played by sockets `at` these addresses, or all, and measures it."""
        before, at = self._spent(), at or self.sockets
        argv = (sys.executable, "-m", "tests.load.players", str(file), *at, *options)
        ended = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr[-2000:] + self.deployment.said()
        return Measured(**json.loads(ended.stdout), cpu_seconds=self._spent() - before)

    def _spent(self) -> float:
        times = [self.web(number).cpu_times() for number in range(len(self.urls))]
        return sum(one.user + one.system for one in times)


@contextmanager
def house(
    folder: Path, database_url: str | None, *, webs: int = 1, works: bool = False
) -> Iterator[House]:
    """A house on this database, None for SQLite, with a worker where bots are to play."""
    folder.mkdir()
    deployment = Deployment(folder, database_url, **ROOMY)
    (folder / "data" / "static").mkdir(parents=True)
    names = ["web", *[f"web {number}" for number in range(2, webs + 1)]]
    urls = [deployment.url]
    for name in names[1:]:
        port = str(free_port())
        argv = list(deployment.argv["web"])
        argv[argv.index("--port") + 1] = port
        deployment.argv[name] = tuple(argv)
        urls.append(f"http://127.0.0.1:{port}")
    try:
        deployment.start("redis")
        deployment.migrate()
        deployment.start("web")
        for name in names[1:]:
            deployment.start(name)
        if works:
            deployment.start("worker")
        for url in urls:
            eventually(lambda url=url: _answers(url), PATIENCE, f"an answer of {url}")
        yield House(folder, deployment, urls)
    finally:
        for name in [*names[1:], "worker"]:
            if running := deployment.running.pop(name, None):
                running.stop()
        deployment.stop()


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=5).status_code < 600
    except httpx.TransportError:
        return False


@contextmanager
def durable_postgresql(folder: Path) -> Iterator[str]:
    """The address of a server that has written to the disk what it says is committed."""
    server = postgresql_in(folder, waits_for_disk=True)
    try:
        yield server.url
    finally:
        server.process.terminate()
        server.process.wait(30)


def processor() -> dict[str, Any]:
    """What the machine is, for the report."""
    memory = psutil.virtual_memory().total / 2**30
    return {"processors": psutil.cpu_count(), "memory": f"{memory:.0f} GiB"}
