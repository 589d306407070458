"""Good Ten as docker-compose.yml runs it: its very commands, each a process that can be killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import httpx
import psycopg
import yaml
from cryptography.fernet import Fernet

from casino_site import private_redis
from games.limits.budgets import BUDGETS
from tests.patience import PATIENCE
from tests.prepared import prepare_into
from tests.product import ROOT, Running, clean_environment, eventually

PASSWORD = "the-password-of-a-test"
# Limits of a harness that is thousands of people behind one address, and organises by the hundred.
ROOMY = {one.variable: replace(one, amount=1000 * one.amount).value for one in BUDGETS}


class Deployment:
    """Redis, web, worker and beat on a database that has been migrated, by their names."""

    def __init__(self, folder: Path, database_url: str | None, **settings: str) -> None:
        self.folder = folder
        server = private_redis.find_server()
        assert server, private_redis.NO_SERVER
        self.redis = private_redis.prepare(server, folder / "redis")
        port = private_redis.free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.environment = clean_environment(
            GOODTEN_DATA_DIR=str(folder / "data"),
            SECRET_KEY="a key of this test only",
            GOODTEN_LOG_KEYS=Fernet.generate_key().decode(),
            GOODTEN_APPLICATION_PASSWORD=PASSWORD,
            REDIS_URL=self.redis.url,
            **({"DATABASE_URL": database_url} if database_url else {}),
            **settings,
        )
        self.argv = {
            "redis": self.redis.argv,
            "web": _command("web", {"0.0.0.0": "127.0.0.1", "8000": str(port)}),
            "worker": _command("worker"),
            "thinker": _command("thinker"),
            "courier": _command("courier"),
            "beat": _command("beat"),
        }
        # What those that run have instead.
        self.application: dict[str, str] = {}
        self.running: dict[str, Running] = {}

    def run(self, *argv: str, seconds: float = PATIENCE) -> None:
        """Runs a command to its end, which must be a good one."""
        ended = subprocess.run(
            argv,
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=seconds,
        )
        assert ended.returncode == 0, ended.stderr

    def migrate(self) -> None:
        """As the owner of the database; what is started then owns nothing in it."""
        self.run(sys.executable, "manage.py", "migrate", "--no-input")
        if url := self.environment.get("DATABASE_URL"):
            self.run(sys.executable, "manage.py", "application_role")
            owner = urlsplit(url)
            place = owner.netloc.rpartition("@")[2]
            self.application["DATABASE_URL"] = urlunsplit(
                owner._replace(netloc=f"goodten_app:{PASSWORD}@{place}")
            )

    def start(self, *names: str) -> None:
        for name in names:
            log = self.folder / f"{name}.log"
            pool = {"GOODTEN_DATABASE_POOL": "1"} if name == "web" else {}
            environment = self.environment | self.application | pool
            self.running[name] = Running(self.argv[name], log, environment)

    def kill(self, name: str) -> None:
        """kill -9, as when a machine fails."""
        self.running.pop(name).stop(signal.SIGKILL)

    def restart_what_ended(self) -> None:
        """Compose's `restart: unless-stopped`: Celery ends when Redis goes amid its work."""
        ended = [
            name for name, running in self.running.items() if running.process.poll() is not None
        ]
        self.start(*ended)

    def wait_until_healthy(self) -> None:
        def healthy() -> bool:
            try:
                answer = httpx.get(f"{self.url}/readyz", timeout=30)
            except httpx.TransportError:
                return False
            return answer.status_code == 200 and bool(answer.json()["redis"])

        eventually(healthy, PATIENCE, "a web process that is ready")

    def said(self) -> str:
        """The ends of all logs, for a test that fails."""
        logs = self.folder.glob("*.log")
        return "\n".join(f"== {log.name}\n{log.read_text()[-4000:]}" for log in logs)

    def stop(self) -> None:
        for name in ("web", "worker", "thinker", "courier", "beat", "redis"):
            if running := self.running.pop(name, None):
                running.stop()


def _command(service: str, instead: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """A service's command in docker-compose.yml, on this Python and with some words exchanged."""
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    python, *arguments = compose["services"][service]["command"]
    assert python == "python"
    return (sys.executable, *((instead or {}).get(word, word) for word in arguments))


@contextmanager
def deployed_as_tested(folder: Path) -> Iterator[Deployment]:
    """A deployment that serves; on PostgreSQL when the test run is."""
    with database_as_tested() as url, deployed(folder, url) as deployment:
        yield deployment


@contextmanager
def deployed(
    folder: Path,
    database_url: str | None,
    processes: Sequence[str] = ("web", "worker", "beat"),
    **settings: str,
) -> Iterator[Deployment]:
    """A deployment that serves, on this database; None stands for SQLite."""
    deployment = Deployment(folder, database_url, **settings)
    try:
        deployment.start("redis")
        prepare_into(folder / "data", with_database=database_url is None)
        deployment.migrate()
        deployment.start(*processes)
        deployment.wait_until_healthy()
        yield deployment
    finally:
        deployment.stop()


@contextmanager
def database_as_tested() -> Iterator[str | None]:
    """The address of a new database on the server of this test run; None stands for SQLite."""
    server = os.environ.get("DATABASE_URL")
    if server is None:
        yield None
        return
    name = f"whole_path_{uuid4().hex[:8]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
