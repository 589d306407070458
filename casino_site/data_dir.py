"""What `manage.py up` stands on, looked at before anything starts: folder, lock, port, addresses.

What is missing raises `Unfit`, whose text is the one line that a person needs.
"""

import errno
import fcntl
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ENDS = ("", "-wal", "-shm")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
# What a data folder holds that no other program's does.
OURS = (
    "secret-key",
    "log-key",
    "up.lock",
    "redis-url",
    *(f"good-ten.sqlite3{end}" for end in ENDS),
)
# The database, its log, the static files and Redis of a new data folder take a third of it.
LEAST_FREE = 64 << 20
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - recognised, not bound


class Unfit(Exception):
    """This machine cannot run Good Ten as asked."""


def check_folder(folder: Path) -> None:
    """Makes the data folder and sees that it can be written to, and that its disk has room."""
    trial = folder / f".trial-{os.getpid()}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        trial.touch()
        trial.unlink()
    except OSError as fault:
        raise Unfit(
            f"The data folder {folder} cannot be written to ({_reason(fault)}): "
            "set GOODTEN_DATA_DIR to one that can."
        ) from fault
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        raise Unfit(
            f"The disk of the data folder {folder} is full ({free >> 20} MB are free, "
            f"{LEAST_FREE >> 20} are needed): make room, or set GOODTEN_DATA_DIR to another disk."
        )


def keep_private(folder: Path) -> None:
    """Leaves the data folder to its owner: what is in it, and what this process and its children
    will write. The folder itself only where it holds a data folder's key or lock, and hence is no
    folder of somebody else's that was named by mistake.
    """
    os.umask(0o077)
    names = [folder / name for name in OURS if (folder / name).exists()]
    if not names:
        return
    folder.chmod(0o700)
    for name in names:
        name.chmod(0o600)


@contextmanager
def sole_use(folder: Path) -> Iterator[None]:
    """Holds the data folder for this process; the kernel lets go however the process ends."""
    with (folder / "up.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            lock.seek(0)
            raise Unfit(
                f"Good Ten is running on the data folder {folder} already "
                f"(process {lock.read().strip()}): stop it, or set GOODTEN_DATA_DIR to another."
            ) from fault
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def check_port(host: str, port: int) -> None:
    """Sees that this address can be listened on."""
    if not 0 < port < 1 << 16:
        raise Unfit(f"{port} is not a port: choose one of 1 to 65535 with --port.")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            raise Unfit(f"Port {port} is in use: choose another with --port.") from fault
        raise Unfit(f"{host} port {port} cannot be used ({_reason(fault)}).") from fault


def names_of(host: str) -> list[str]:
    """The names under which this machine is asked for when it listens on `host`."""
    if host in LOOPBACK:
        return []
    if host in EVERYWHERE:
        return [socket.gethostname().lower(), outward_address()]
    return [f"[{host}]" if ":" in host else host]


def address_of(host: str, port: int) -> str:
    """The address to type into a browser."""
    shown = outward_address() if host in EVERYWHERE else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def outward_address() -> str:
    """This machine's own address in its network; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _reason(fault: OSError) -> str:
    return fault.strerror or str(fault)
