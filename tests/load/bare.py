"""What the product is measured against: a move's rows in bare transactions, and a bare echo."""

import secrets
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import median
from typing import Any
from uuid import uuid4

import psycopg
from psycopg.types.json import Jsonb
from websockets.sync.client import connect

MOVE = {"seat": 0, "move": {"kind": "trail", "card": "7h"}, "default": False}
INSERT = """INSERT INTO games_event (stream, version, type, schema, data, actor, command_id,
 command_digest, recorded_at, previous_hash, hash)
 VALUES (%s, %s, 'card_played', 1, %s, %s, %s, %s, %s, %s, %s)"""
UPDATE = """UPDATE games_match SET version = %s, turn = %s, status = 'playing', scores = %s,
 deadline_at = %s WHERE id = %s AND version = %s"""
OPEN = """INSERT INTO games_match (id, ruleset, status, version, turn, turn_seconds,
 bot_pace_ms, board, reason, scores, created_at)
 VALUES (%s, 'classic', 'playing', 0, 0, 30, 0, '', '', %s, %s)"""


def transactions(url: str, connections: int, seconds: float) -> float:
    """Moves a second: each a transaction of an insert and an update, by so many connections."""
    counts = [0] * connections
    until = time.perf_counter() + seconds

    def work(number: int) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            moves = Moves(connection)
            while time.perf_counter() < until:
                moves.make()
            counts[number] = moves.version

    _at_once(connections, work)
    return sum(counts) / seconds


def _at_once(count: int, work: Callable[[int], None]) -> None:
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def paced_ms(url: str, connections: int, rate: float, seconds: float) -> list[float]:
    """The milliseconds of such transactions, made so many times a second by so many connections
    together. They count from when each was due, so that a stall is told by all who wait for it.
    """
    found = [list[float]() for _ in range(connections)]
    interval, begins = connections / rate, time.perf_counter() + 0.5

    def work(number: int) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            moves, due = Moves(connection), begins + number * interval / connections
            while due < begins + seconds:
                time.sleep(max(0.0, due - time.perf_counter()))
                moves.make()
                found[number].append((time.perf_counter() - due) * 1000)
                due += interval

    _at_once(connections, work)
    return [one for each in found for one in each]


class Moves:
    """The rows of a match, one move after another."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self._connection = connection
        self.version, self._match, self._stream = 0, uuid4(), f"bare-{uuid4().hex}"
        self._actor, self._digest = f"player:{uuid4().hex}", secrets.token_hex(32)
        connection.execute(OPEN, (self._match, Jsonb([0, 0]), datetime.now(UTC)))

    def make(self) -> None:
        """A move: a transaction of an insert and an update."""
        self.version, now = self.version + 1, datetime.now(UTC)
        told = (self._stream, self.version, Jsonb(MOVE), self._actor, f"{self.version}")
        chain = (secrets.token_hex(32), secrets.token_hex(32))
        row = (self.version, self.version % 2, Jsonb([0, 0]), now)
        with self._connection.transaction():
            self._connection.execute(INSERT, (*told, self._digest, now, *chain))
            self._connection.execute(UPDATE, (*row, self._match, self.version - 1))


def round_trip_ms(database_url: str, echo_url: str, interval: float, times: int = 50) -> float:
    """The median of milliseconds that a text takes to a bare ASGI application and back, and then a
    transaction, where one is made in each interval: a machine that idles between takes longer.
    """
    found = []
    with (
        connect(echo_url, compression=None) as socket,
        psycopg.connect(database_url, autocommit=True) as connection,
    ):
        moves = Moves(connection)
        for _ in range(times):
            time.sleep(interval)
            began = time.perf_counter()
            socket.send("echo " + "x" * 150)
            socket.recv()
            moves.make()
            found.append((time.perf_counter() - began) * 1000)
    return median(found)
