"""The product as a person runs it: real processes, looked at from outside."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import psutil

from casino_site.children import tether
from casino_site.private_redis import free_port
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
OURS = (
    "DATABASE_URL", "EMAIL_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE",
    "TEST_DATABASE",
)  # fmt: skip
# Seconds that a process may take: much more than a quiet machine needs, since a busy one must not
# fail. Who waits goes on as soon as it is over.
CHILDREN = ("redis", "web", "worker", "beat", "thinker", "courier")
Found = TypeVar("Found")


def clean_environment(**settings: str) -> dict[str, str]:
    """The environment of somebody who has set nothing of Good Ten's but `settings`."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in OURS and not name.startswith(("GOODTEN_", "PYTEST_"))
    }
    # To compile the engine takes a minute of the processor; the test of that asks for it.
    return kept | {"GOODTEN_PLAIN": "1"} | settings


def eventually(look: Callable[[], Found], seconds: float, what: str) -> Found:
    """What `look` returns once that is true; fails when it has not become so in time."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return found


class Running:
    """A process of the product with its log, and what it has started."""

    def __init__(self, argv: Sequence[str], log: Path, environment: Mapping[str, str]) -> None:
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                argv,
                cwd=ROOT,
                env=environment,
                stdout=output,
                stderr=output,
                preexec_fn=tether(signal.SIGTERM),
            )

    def said(self) -> str:
        return self.log.read_text()

    def child(self, name: str) -> psutil.Process | None:
        """The child that runs redis, web, worker or beat."""
        words = {
            "web": "uvicorn",
            "worker": "clockwork,rounds,bots",
            "thinker": "thinking",
            "courier": "hooks",
        }
        word = words.get(name, name)
        for child in self.children():
            argv = command_of(child)
            if word in argv or (name == "redis" and any("redis-server" in part for part in argv)):
                return child
        return None

    def children(self) -> list[psutil.Process]:
        try:
            return psutil.Process(self.process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []

    def stop(self, number: int = signal.SIGTERM, seconds: float = PATIENCE) -> int:
        self.process.send_signal(number)
        return self.process.wait(seconds)


class Up(Running):
    """`manage.py up` on a data folder."""

    def __init__(self, data: Path, log: Path, *options: str, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        argv = [sys.executable, "manage.py", "up", "--port", str(self.port), *options]
        super().__init__(argv, log, clean_environment(GOODTEN_DATA_DIR=str(data), **settings))

    def wait_until_it_serves(self) -> "Up":
        def serves() -> bool:
            assert self.process.poll() is None, self.said()
            return f"Good Ten is at {self.url}" in self.said()

        eventually(serves, PATIENCE, "the address in the log")
        eventually(lambda: all(map(self.child, CHILDREN)), PATIENCE, "every child")
        return self


@contextmanager
def stopped(running: Running) -> Iterator[Running]:
    """Stops the process at the end of the block, if the block has not done so."""
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.stop()


def command_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return []


def all_gone(processes: list[psutil.Process]) -> bool:
    return not psutil.wait_procs(processes, timeout=0)[1]
