"""Watchers of one match, or of a bare application, in a process of their own."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from statistics import median
from typing import Any

import psutil
from websockets.sync.client import connect

from casino_site.private_redis import free_port
from tests.load.house import House
from tests.patience import PATIENCE
from tests.product import ROOT, eventually

JOIN = '{"type": "join"}'
FACTS = 15
KILOBYTE = 1024


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


def bare_broadcast(count: int) -> tuple[float, float]:
    """The median delay to the last of so many watchers, and kilobytes a socket."""
    with bare_application() as (url, process):
        before = process.memory_info().rss
        audience = Audience(url, count)
        a_socket = (process.memory_info().rss - before) / count / KILOBYTE
        try:
            with connect(url, compression=None) as teller:
                found = []
                for number in range(FACTS):
                    mark = f"mark-{number}-"
                    text = "tell " + "x" * 230 + mark
                    found.append(delay([audience], mark, partial(teller.send, text)))
        finally:
            audience.close()
    return median(found), a_socket


def broadcast(place: House, count: int) -> tuple[float, float, float]:
    """The median delay from a move to the last of so many watchers (spread over the web processes),
    kilobytes a socket, and the seconds in which all had joined.
    """
    match = json.loads(place.prepare(1).read_text())[0]
    address = f"/ws/matches/{match['match']}/"
    seats = []
    for token in match["tokens"]:
        seat = connect(place.sockets[0] + address, compression=None)
        seat.send(json.dumps({"type": "join", "token": token}))
        seat.recv()
        seats.append(seat)
    webs = [place.web(number) for number in range(len(place.urls))]
    before = sum(web.memory_info().rss for web in webs)
    audiences = [Audience(url + address, count // len(webs)) for url in place.sockets]
    a_socket = (sum(web.memory_info().rss for web in webs) - before) / count / KILOBYTE
    found = []
    try:
        for number, (seat, move, version, after) in enumerate(match["moves"][:FACTS]):
            command = {"command_id": str(number), "version": version, "move": move}
            text = json.dumps({"type": "move", **command})
            mark = f'{{"version":{after},'
            found.append(delay(audiences, mark, partial(seats[seat].send, text)))
    finally:
        for one in audiences:
            one.close()
        for one in seats:
            one.close()
    return median(found), a_socket, sum(one.seconds_to_open for one in audiences)


def wall(place: House, count: int, tables: int) -> tuple[float, float, float]:
    """The same for so many viewers of a wall, each of whom follows so many tables on one socket; a
    move is made at one table after another.
    """
    matches = json.loads(place.prepare(tables).read_text())
    streams = [f"match/{match['match']}" for match in matches]
    follow = json.dumps({"type": "follow", "streams": streams})
    said = ("--then", follow, "--then", json.dumps({"type": "ping"}), "--until", '"pong"')
    web = place.web()
    before = web.memory_info().rss
    audience = Audience(f"{place.sockets[0]}/ws/watch/", count, *said)
    a_socket = (web.memory_info().rss - before) / count / KILOBYTE
    found = []
    try:
        for number, match in enumerate(matches[:FACTS]):
            seat, move, version, after = match["moves"][0]
            address = f"{place.sockets[0]}/ws/matches/{match['match']}/"
            with connect(address, compression=None) as mover:
                mover.send(json.dumps({"type": "join", "token": match["tokens"][seat]}))
                mover.recv()
                command = {"command_id": str(number), "version": version, "move": move}
                text = json.dumps({"type": "move", **command})
                mark = f'"{streams[number]}","version":{after},'
                found.append(delay([audience], mark, partial(mover.send, text)))
    finally:
        audience.close()
    return median(found), a_socket, audience.seconds_to_open
