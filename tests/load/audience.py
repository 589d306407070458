"""Watchers of one match, or of a bare application, in a process of their own."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

import psutil
from websockets.sync.client import ClientConnection, connect

from casino_site.private_redis import free_port
from tests.load.house import House
from tests.patience import PATIENCE
from tests.product import ROOT, eventually

JOIN = '{"type": "join"}'
FACTS = 15
KILOBYTE = 1024

Tell = Callable[[list["Audience"], int], float]


class Audience:
    """So many sockets, that have joined."""

    def __init__(self, url: str, count: int, *more: str) -> None:
        argv = (sys.executable, "-m", "tests.load.watchers", url, "--count", str(count), *more)
        self.process = subprocess.Popen(
            (*argv, "--join", JOIN), cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        began = time.perf_counter()
        assert self._hear()["ready"] == count
        self.seconds_to_open = time.perf_counter() - began

    def expect(self, mark: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{mark}\n")
        self.process.stdin.flush()
        self._hear()

    def last(self) -> float:
        """When the last of them had heard what is expected, as `time.time()`."""
        return float(self._hear()["last"])

    def close(self) -> None:
        self.process.kill()
        self.process.wait()

    def _hear(self) -> dict[str, Any]:
        assert self.process.stdout
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found


def delay(audiences: list[Audience], mark: str, act: Callable[[], None]) -> float:
    """Milliseconds from the act until the last watcher of all has heard of it."""
    for one in audiences:
        one.expect(mark)
    began = time.time()
    act()
    return (max(one.last() for one in audiences) - began) * 1000


@contextmanager
def bare_application() -> Iterator[tuple[str, psutil.Process]]:
    """The address and the process of `bare_broadcast`, served as the product is."""
    port = free_port()
    options = ("--ws", "websockets-sansio", "--ws-per-message-deflate", "false")
    argv = (sys.executable, "-m", "uvicorn", "tests.load.bare_broadcast:application")
    process = subprocess.Popen(
        (*argv, "--port", str(port), *options, "--lifespan", "off", "--log-level", "warning"),
        cwd=ROOT,
    )
    url = f"ws://127.0.0.1:{port}/"
    try:
        eventually(lambda: _listens(url), PATIENCE, "the bare application")
        yield url, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


def _listens(url: str) -> bool:
    try:
        with connect(url, compression=None):
            return True
    except OSError:
        return False


@dataclass(frozen=True)
class Hearing:
    """Watchers who have joined, and what has one of their facts told.

    `tell(number)` tells fact `number` (from 0) and returns the milliseconds to the last of them;
    `a_socket` is what one of them costs the servers, in kilobytes.
    """

    tell: Callable[[int], float]
    servers: list[psutil.Process]
    clients: list[psutil.Process]
    a_socket: float
    seconds_to_open: float


@dataclass(frozen=True)
class Heard:
    """How a fact was heard: the median delay to the last watcher, and the mean processor time of
    the busiest server and of all clients; in milliseconds.
    """

    delay: float
    server: float
    clients: float


def in_turns(hearings: Sequence[Hearing]) -> list[Heard]:
    """How each heard its facts.

    They take turns fact by fact: on a shared machine a minute may be twice as slow as the next,
    and most of a delay is the clients' own time.
    """
    delays: list[list[float]] = [[] for _ in hearings]
    servers = [[0.0] * len(one.servers) for one in hearings]
    clients = [0.0] * len(hearings)
    for number in range(FACTS):
        for at, one in enumerate(hearings):
            before, before_clients = _spent(one.servers), _spent(one.clients)
            delays[at].append(one.tell(number))
            spent = zip(servers[at], before, _spent(one.servers), strict=True)
            servers[at] = [total + last - first for total, first, last in spent]
            clients[at] += sum(_spent(one.clients)) - sum(before_clients)
    return [
        Heard(median(delays[at]), 1000 * max(servers[at]) / FACTS, 1000 * clients[at] / FACTS)
        for at in range(len(hearings))
    ]


def _spent(processes: Sequence[psutil.Process]) -> list[float]:
    times = [process.cpu_times() for process in processes]
    return [one.user + one.system for one in times]


@contextmanager
def bare_broadcast(count: int) -> Iterator[Hearing]:
    """So many sockets of the bare application."""
    with bare_application() as (url, process), _socket(url) as teller:

        def tell(audiences: list[Audience], number: int) -> float:
            mark = f"mark-{number}-"
            return delay(audiences, mark, partial(teller.send, "tell " + "x" * 230 + mark))

        with _opened([url], [process], count, tell) as hearing:
            yield hearing


@contextmanager
def broadcast(place: House, count: int, webs: int = 1) -> Iterator[Hearing]:
    """So many watchers of a match, spread over so many of the web processes; a fact is a move."""
    match = json.loads(place.prepare(1).read_text())[0]
    address = f"/ws/matches/{match['match']}/"
    with ExitStack() as stack:
        seats = []
        for token in match["tokens"]:
            seat = stack.enter_context(_socket(place.sockets[0] + address))
            _join(seat, token)
            seats.append(seat)

        def tell(audiences: list[Audience], number: int) -> float:
            seat, move, version, after = match["moves"][number]
            text = _command(number, version, move)
            return delay(audiences, f'{{"version":{after},', partial(seats[seat].send, text))

        urls = [url + address for url in place.sockets[:webs]]
        servers = [place.web(number) for number in range(webs)]
        yield stack.enter_context(_opened(urls, servers, count, tell))


@contextmanager
def wall(place: House, count: int, tables: int) -> Iterator[Hearing]:
    """So many viewers of a wall, each of whom follows so many tables on one socket; a fact is a
    move at one table after another.
    """
    matches = json.loads(place.prepare(tables).read_text())
    streams = [f"match/{match['match']}" for match in matches]
    follow = json.dumps({"type": "follow", "streams": streams})
    said = ("--then", follow, "--then", json.dumps({"type": "ping"}), "--until", '"pong"')

    def tell(audiences: list[Audience], number: int) -> float:
        match = matches[number]
        seat, move, version, after = match["moves"][0]
        with _socket(f"{place.sockets[0]}/ws/matches/{match['match']}/") as mover:
            _join(mover, match["tokens"][seat])
            mark = f'"{streams[number]}","version":{after},'
            return delay(audiences, mark, partial(mover.send, _command(number, version, move)))

    url = f"{place.sockets[0]}/ws/watch/"
    with _opened([url], [place.web()], count, tell, *said) as hearing:
        yield hearing


def _socket(url: str) -> ClientConnection:
    """One that asks for no pings: a server that bids farewell to thousands answers them late."""
    return connect(url, compression=None, ping_interval=None)


def _join(seat: ClientConnection, token: str) -> None:
    seat.send(json.dumps({"type": "join", "token": token}))
    seat.recv()


def _command(number: int, version: int, move: str) -> str:
    command = {"command_id": str(number), "version": version, "move": move}
    return json.dumps({"type": "move", **command})


@contextmanager
def _opened(
    urls: Sequence[str], servers: list[psutil.Process], count: int, tell: Tell, *more: str
) -> Iterator[Hearing]:
    """So many watchers in all at these addresses, who hear what `tell(audiences, number)` tells."""
    before = sum(server.memory_info().rss for server in servers)
    audiences = list[Audience]()
    try:
        for url in urls:
            audiences.append(Audience(url, count // len(urls), *more))
        grown = sum(server.memory_info().rss for server in servers) - before
        yield Hearing(
            partial(tell, audiences), servers,
            [psutil.Process(one.process.pid) for one in audiences],
            grown / count / KILOBYTE, sum(one.seconds_to_open for one in audiences),
        )  # fmt: skip
    finally:
        for one in audiences:
            one.close()
