"""Limits hold over all web processes, and sockets end on all of them; with Redis, without it, and
with it again.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from casino_site.private_redis import free_port
from games.limits.budgets import TRIES, TRIES_IN_AN_HOUR, TRIES_OF_STRANGERS
from tests.deployment import Deployment, database_as_tested, deployed
from tests.long import POSTGRESQL_FIRST
from tests.patience import PATIENCE
from tests.product import eventually

pytestmark = [pytest.mark.processes, *POSTGRESQL_FIRST]
PASSWORD = "ten of diamonds"
RECORDS = 10
LIMITS = {"GOODTEN_LIMIT_RECORDS": f"{RECORDS}/36000"}
PROXIES = {"GOODTEN_PROXIES": "127.0.0.0/8"}
CUT_OFF = 1006
CLIENT = httpx.Client(timeout=PATIENCE)


class Pair:
    """Two web processes of one deployment."""

    def __init__(self, deployment: Deployment, urls: tuple[str, str]) -> None:
        self.deployment, self.urls = deployment, urls

    def __iter__(self) -> Iterator[str]:
        return iter(self.urls)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("pair")
    with (
        database_as_tested() as database,
        deployed(folder, database, processes=["web"], **LIMITS, **PROXIES) as one,
    ):
        port = str(free_port())
        one.argv["other"] = (*one.argv["web"][:-1], port)
        one.start("other")
        other = f"http://127.0.0.1:{port}"
        eventually(lambda: _answers(other), PATIENCE, "the other web process")
        try:
            yield Pair(one, (one.url, other))
        finally:
            one.running.pop("other").stop()


def _answers(url: str) -> bool:
    try:
        return CLIENT.get(f"{url}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def of_address(address: str) -> dict[str, str]:
    """What a trusted proxy says of a client."""
    return {"X-Forwarded-For": f"203.0.113.99, {address}"}


def sent_in(url: str, address: str) -> int:
    """The status of a record that is none."""
    answer = CLIENT.post(
        f"{url}/api/v1/records/", content=b"?", headers=of_address(address), timeout=PATIENCE
    )
    return answer.status_code


def signed_up(url: str) -> tuple[str, str]:
    """A new handle, and its token."""
    handle = f"p{uuid4().hex[:12]}"
    made = CLIENT.post(
        f"{url}/api/v1/players/", json={"handle": handle, "password": PASSWORD}, timeout=PATIENCE
    )
    assert made.status_code == 201, made.text
    return handle, made.json()["token"]


def tried(url: str, handle: str, password: str, address: str) -> int:
    answer = CLIENT.post(
        f"{url}/api/v1/tokens/",
        auth=(handle, password),
        headers=of_address(address),
    )
    return answer.status_code


@contextmanager
def following(url: str, token: str) -> Iterator[ClientConnection]:
    """A socket that has joined an event of the player's own by this token."""
    word = {"Authorization": f"Token {token}"}
    made = CLIENT.post(
        f"{url}/api/v1/tournaments/", json={"name": "Friday"}, headers=word, timeout=PATIENCE
    )
    address = f"{url.replace('http', 'ws', 1)}/ws/tournaments/{made.json()['id']}/"
    with connect(address, open_timeout=PATIENCE, compression=None) as socket:
        socket.send(json.dumps({"type": "join", "token": token}))
        assert json.loads(socket.recv(PATIENCE))["type"] == "snapshot"
        yield socket


def closed_with(socket: ClientConnection) -> int:
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed as closed:
        return CUT_OFF if closed.rcvd is None else int(closed.rcvd.code)


def revoked(url: str, token: str) -> None:
    word = {"Authorization": f"Token {token}"}
    answer = CLIENT.delete(f"{url}/api/v1/tokens/", headers=word)
    assert answer.status_code == 204


def ended_elsewhere(pair: Pair) -> None:
    """A token that is revoked at one process ends its socket at the other."""
    one, other = pair
    _, token = signed_up(one)
    with following(other, token) as socket:
        began = time.monotonic()
        revoked(one, token)
        assert closed_with(socket) == 4401
        print(f"ended after {time.monotonic() - began:.2f} s")


def test_a_player_hears_at_one_process_what_is_done_at_the_other(pair: Pair) -> None:
    one, other = pair
    (asks, by), (handle, token) = signed_up(one), signed_up(one)
    listens = {"Authorization": f"Token {token}"}
    with CLIENT.stream("GET", f"{other}/api/v1/me/stream/", headers=listens) as answer:
        lines = (json.loads(line) for line in answer.iter_lines())
        assert next(lines)["type"] == "snapshot"
        made = CLIENT.post(
            f"{one}/api/v1/challenges/",
            json={"player": handle},
            headers={"Authorization": f"Token {by}"},
        )
        invited = next(line for line in lines if line["type"] == "invited")
        assert invited["data"]["table"] == made.json()["id"]
        assert invited["data"]["challenge"]["seats"][0]["player"]["handle"] == asks
        revoked(one, token)
        last = list(lines)[-1]
    assert (last["type"], last["data"]["reason"]) == ("ended", "signed_out")


def test_a_budget_holds_over_both(pair: Pair) -> None:
    statuses = [sent_in(url, "198.51.100.1") for _ in range(RECORDS) for url in pair]
    assert statuses == [409] * RECORDS + [429] * RECORDS
    assert sent_in(pair.urls[0], "198.51.100.2") == 409


def test_what_a_client_says_of_itself_evades_nothing(pair: Pair) -> None:
    """The proxy adds the address that it heard from at the right; the left end is anybody's."""
    one, _ = pair
    for number in range(RECORDS + 1):
        claim = {"X-Forwarded-For": f"192.0.2.{number}, 198.51.100.3"}
        last = CLIENT.post(f"{one}/api/v1/records/", content=b"?", headers=claim)
    assert last.status_code == 429
    assert int(last.headers["Retry-After"]) > 0


def test_a_hundred_wrong_passwords_are_not_a_hundred_hashes(pair: Pair) -> None:
    handle, _ = signed_up(pair.urls[0])
    began = time.monotonic()
    statuses = [
        tried(url, handle, "wrong" + PASSWORD, "198.51.100.4") for _ in range(50) for url in pair
    ]
    # A busy machine takes longer over them than one time of the budget.
    times = 1 + int((time.monotonic() - began) / TRIES.seconds)
    assert statuses[: TRIES.amount] == [401] * TRIES.amount
    assert set(statuses) == {401, 429}
    assert statuses.count(401) <= min(TRIES.amount * times, TRIES_IN_AN_HOUR.amount)
    assert tried(pair.urls[1], handle, PASSWORD, "198.51.100.5") == 201
    assert TRIES_OF_STRANGERS.amount > TRIES.amount


def test_a_socket_ends_on_the_other_process(pair: Pair) -> None:
    ended_elsewhere(pair)


def test_without_redis_each_counts_alone_and_sockets_end_all_the_same(pair: Pair) -> None:
    pair.deployment.kill("redis")
    try:
        began = time.monotonic()
        statuses = [sent_in(url, "198.51.100.6") for url in pair for _ in range(RECORDS + 1)]
        assert statuses == [*[409] * RECORDS, 429] * 2
        print(f"{len(statuses)} requests without Redis: {time.monotonic() - began:.2f} s")
        ended_elsewhere(pair)
    finally:
        pair.deployment.start("redis")
    both_count_again = iter(range(7, 250))

    def again() -> bool:
        """Of a fresh address, as many as the budget has, alternately, and not one more."""
        address = f"198.51.100.{next(both_count_again)}"
        statuses = [sent_in(url, address) for _ in range(RECORDS) for url in pair]
        return statuses == [409] * RECORDS + [429] * RECORDS

    eventually(again, PATIENCE, "both processes counting together again")
    ended_elsewhere(pair)
