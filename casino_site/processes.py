"""The processes of Good Ten and their exact commands, for `manage.py up` and for compose alike.

`python -m casino_site.processes web --host 0.0.0.0 --port 8000` becomes the web process; `worker`,
`thinker`, `courier` and `beat` take nothing.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from casino_site.environment import unfit_for_background_work

Argv = tuple[str, ...]
# glibc gives each thread an arena to allocate from, which keeps what was freed there (mallopt(3)):
# with two for all threads a process stays smaller, and no slower, as one thread runs at a time.
ALLOCATING = {"MALLOC_ARENA_MAX": "2"}
# So long a connection is kept on which nothing is asked: longer than proxies and clients keep it
# (60 at most, as a rule), or the server would close it just as a request is on its way.
IDLE_SECONDS = 65


def web(host: str, port: int) -> Argv:
    """HTTP and sockets. Frames are not compressed: it costs 40 KB a socket. Who speaks for a client
    is the proxy gate's to say, and not uvicorn's.
    """
    return (
        *(sys.executable, "-m", "uvicorn", "casino_site.asgi:application"),
        *("--host", host, "--port", str(port)),
        *("--http", "casino_site.http_server:HttpProtocol"),
        *("--ws", "casino_site.socket_server:SocketProtocol", "--ws-per-message-deflate", "false"),
        *("--ws-max-size", "65536", "--timeout-graceful-shutdown", "5", "--lifespan", "off"),
        *("--timeout-keep-alive", str(IDLE_SECONDS)),
        *("--no-proxy-headers", "--no-access-log", "--no-server-header", "--log-level", "warning"),
    )


def worker() -> Argv:
    """Background work. Threads: the work waits on the database, and one process is soon started."""
    return _celery_worker("clockwork,rounds,bots", threads=4)


def thinker() -> Argv:
    """The moves of bots that think. They take the processor and leave it to nobody else, so they
    have a process of their own, in which no clock and no round waits.
    """
    return _celery_worker("thinking", threads=1)


def courier() -> Argv:
    """Messages to webhooks. Its threads wait for receivers, however slow they are, so nothing else
    waits in this process.
    """
    return _celery_worker("hooks", threads=16)


def _celery_worker(queues: str, threads: int) -> Argv:
    return (
        *(sys.executable, "-m", "celery", "--quiet", "-A", "casino_site.celery", "worker"),
        *("-Q", queues, "--pool", "threads", "--concurrency", str(threads)),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        *("--loglevel", "WARNING"),
    )


def beat() -> Argv:
    """Calls the sweeps. Its schedule is the settings' and no file's; two beats do no harm."""
    return (
        *(sys.executable, "-m", "celery", "--quiet", "-A", "casino_site.celery", "beat"),
        *("-S", "casino_site.beat:SeenScheduler", "--pidfile", "", "--loglevel", "WARNING"),
    )


def argv_of(arguments: Sequence[str]) -> Argv:
    """The command that `python -m casino_site.processes <arguments>` becomes."""
    parser = argparse.ArgumentParser(prog="python -m casino_site.processes")
    names = parser.add_subparsers(dest="name", required=True)
    serving = names.add_parser("web")
    serving.add_argument("--host", default="127.0.0.1")
    serving.add_argument("--port", type=int, default=8000)
    names.add_parser("worker")
    names.add_parser("thinker")
    names.add_parser("courier")
    names.add_parser("beat")
    chosen = parser.parse_args(arguments)
    if chosen.name == "web":
        return web(chosen.host, chosen.port)
    if fault := unfit_for_background_work(os.environ):
        parser.error(fault)
    background = {"worker": worker, "thinker": thinker, "courier": courier, "beat": beat}
    return background[chosen.name]()


if __name__ == "__main__":
    command = argv_of(sys.argv[1:])
    environment = ALLOCATING | dict(os.environ)
    os.execve(command[0], command, environment)  # noqa: S606 - itself, hence no child to look after
