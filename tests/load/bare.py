"""What the product is measured against: a move's rows in bare transactions, and a bare echo."""

import secrets
import threading
import time
from datetime import UTC, datetime
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
            counts[number] = _moves(connection, until)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def _moves(connection: "psycopg.Connection[Any]", until: float) -> int:
    match, stream, version = uuid4(), f"bare-{uuid4().hex}", 0
    actor, digest, scores = f"player:{uuid4().hex}", secrets.token_hex(32), Jsonb([0, 0])
    connection.execute(OPEN, (match, scores, datetime.now(UTC)))
    while time.perf_counter() < until:
        version, now = version + 1, datetime.now(UTC)
        chain = (secrets.token_hex(32), secrets.token_hex(32))
        with connection.transaction():
            connection.execute(
                INSERT,
                (stream, version, Jsonb(MOVE), actor, f"{version}", digest, now, *chain),
            )
            connection.execute(UPDATE, (version, version % 2, scores, now, match, version - 1))
    return version


def echo_ms(url: str, times: int = 300) -> float:
    """The median of milliseconds that a text takes to a bare ASGI application and back."""
    found = []
    with connect(url, compression=None) as socket:
        for _ in range(times):
            began = time.perf_counter()
            socket.send("echo " + "x" * 150)
            socket.recv()
            found.append((time.perf_counter() - began) * 1000)
    return sorted(found)[times // 2]


def transaction_ms(url: str, seconds: float = 2.0) -> float:
    return 1000 / transactions(url, 1, seconds)
