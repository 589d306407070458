"""A body that is too large, or that is not JSON that every database can store, changes nothing."""

import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.test import Client

from casino_site.asgi import application
from tests.patience import PATIENCE

pytestmark = [pytest.mark.store, pytest.mark.django_db]
LIMIT = 64 * 1024


def _sign_up(client: Client, body: str | bytes) -> tuple[int, dict[str, Any]]:
    response = client.post("/api/v1/players/", body, content_type="application/json")
    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()


@pytest.mark.parametrize(
    "body",
    [
        "not json",
        b"\xff\xfe",
        '{"handle": NaN}',
        '{"handle": Infinity}',
        '{"handle": "a\\u0000b"}',
        '{"handle": "a\\u001bb"}',
        '{"handle": "\\ud800"}',
        '{"han\\u0000dle": "ann"}',
        '{"deep": [[{"er": ["\\u0000"]}]]}',
        "[" * 20_000,
        '{"n": ' + "9" * 5_000 + "}",
    ],
)
def test_what_is_no_storable_json_is_malformed(client: Client, body: str | bytes) -> None:
    status, problem = _sign_up(client, body)
    assert (status, problem["code"]) == (400, "malformed_json")


def test_a_text_of_any_script_is_storable(client: Client) -> None:
    _, problem = _sign_up(client, json.dumps({"handle": "Žofia 🂪"}))
    assert problem["code"] == "invalid"


def test_eighty_kilobytes_are_too_many(client: Client) -> None:
    status, problem = _sign_up(client, json.dumps({"handle": "a" * 80_000}))
    assert (status, problem["code"]) == (413, "body_too_large")


async def _sent(
    headers: list[tuple[bytes, bytes]], *chunks: bytes, kind: bytes = b"application/json"
) -> tuple[int, dict[str, Any]]:
    """What the ASGI application answers to these chunks of a body."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/players/",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", kind), *headers],
    }
    asked = ApplicationCommunicator(application, scope)
    for chunk in chunks:
        await asked.send_input({"type": "http.request", "body": chunk, "more_body": True})
    start = await asked.receive_output(timeout=PATIENCE)
    body = await asked.receive_output(timeout=PATIENCE)
    return start["status"], json.loads(body["body"])


async def test_a_declared_length_over_the_limit_is_refused_unread() -> None:
    status, problem = await _sent([(b"content-length", str(LIMIT + 1).encode())])
    assert (status, problem["code"]) == (413, "body_too_large")


async def test_a_body_that_grows_over_the_limit_is_cut_off() -> None:
    status, problem = await _sent([], b"x" * LIMIT, b"x")
    assert (status, problem["code"]) == (413, "body_too_large")


async def test_a_file_of_entrants_may_be_larger_but_not_ten_megabytes() -> None:
    for kind in (b"text/csv", b"multipart/form-data; boundary=x"):
        status, problem = await _sent([(b"content-length", b"10000000")], kind=kind)
        assert (status, problem["code"]) == (413, "body_too_large")
        status, problem = await _sent([], b"x" * 1_000_000, b"x" * 1_000_000, kind=kind)
        assert (status, problem["code"]) == (413, "body_too_large")
