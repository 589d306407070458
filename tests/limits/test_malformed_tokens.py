"""What can be no token is refused as one that nobody issued: never a fault of ours."""

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from casino_site.asgi import application
from games.identity import new_id
from tests.patience import PATIENCE
from tests.sockets import open_socket

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]


async def asked(method: str, path: str, *headers: tuple[bytes, bytes], body: bytes = b"") -> int:
    """The status of an answer to a request whose headers are any bytes."""
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "client": ("198.51.100.7", 4711),
        "headers": [(b"host", b"localhost"), *headers],
    }
    client = ApplicationCommunicator(application, scope)
    await client.send_input({"type": "http.request", "body": body})
    status = (await client.receive_output(PATIENCE))["status"]
    while (await client.receive_output(PATIENCE)).get("more_body"):
        pass
    await client.wait(PATIENCE)
    return int(status)


@pytest.mark.parametrize(
    "word",
    [
        b"Token \xff\xfe\xfd",
        b"Token \xed\xa0\x80",
        b"Token nul\x00here",
        b"Token " + b"x" * 5000,
        b"Token",
        b"Token one two",
        b"Basic \xff\xfe",
        b"Basic bnVsADpw",
        b"Basic /////w==",
    ],
)
async def test_over_rest_it_is_401(word: bytes) -> None:
    for method, path in (("GET", "/api/v1/me/"), ("POST", "/api/v1/tokens/")):
        assert await asked(method, path, (b"authorization", word)) == 401


@pytest.mark.parametrize(
    "token",
    [
        '"\\ud800"',
        '"\\udfffabc"',
        '"\\u0000"',
        '"ä"',
        "7",
        "[]",
        "{}",
        '["\\ud800"]',
        '""',
        '"x y"',
    ],
)
async def test_on_a_socket_it_is_4401(token: str) -> None:
    async with open_socket(f"/ws/matches/{new_id().hex}/") as client:
        await client.say_text(f'{{"type": "join", "token": {token}}}')
        assert await client.closed_with() == 4401


@pytest.mark.parametrize(
    "frame",
    [
        '{"type": "join", "x": "\\ud800"}',
        '{"type": "\\ud800"}',
        '{"type": "join", "deep": [{"\\udc00": 1}]}',
        '{"type": "move", "command_id": "\\udbff", "version": 1, "move": {}}',
    ],
)
async def test_half_a_pair_anywhere_else_makes_no_frame(frame: str) -> None:
    async with open_socket(f"/ws/matches/{new_id().hex}/") as client:
        await client.say_text(frame)
        assert (await client.hear("refused"))["data"]["code"] == "malformed_frame"


async def test_a_whole_pair_is_a_text_like_any_other() -> None:
    async with open_socket(f"/ws/matches/{new_id().hex}/") as client:
        await client.say_text('{"type": "dance", "x": "\\ud83d\\ude00"}')
        assert (await client.hear("refused"))["data"]["code"] == "not_joined"


@pytest.mark.parametrize("half", ["\\ud800", "\\udfff"])
async def test_half_a_pair_in_a_body_is_malformed(half: str) -> None:
    body = f'{{"handle": "ann{half}", "password": "zebra-crossing-9"}}'.encode()
    kind = (b"content-type", b"application/json")
    assert await asked("POST", "/api/v1/players/", kind, body=body) == 400
