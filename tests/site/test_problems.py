"""Whatever goes wrong on the API is answered by a problem document; pages get a page."""

import json

import pytest
from django.test import Client
from rest_framework import exceptions

from casino_site.problems import exception_handler, problem_document
from engine.errors import Kind, Refusal

pytestmark = [pytest.mark.store, pytest.mark.django_db]


class Refused(Refusal):
    code = "for_a_reason"
    kind = Kind.NOT_ALLOWED
    template = "Not with {card}."


def _document(response) -> dict[str, object]:  # type: ignore[no-untyped-def]
    assert response["Content-Type"] == "application/problem+json"
    document = json.loads(response.content)
    assert document["status"] == response.status_code
    assert document["type"] == f"urn:good-ten:refusal:{document['code']}"
    assert set(document) == {"type", "title", "status", "code", "detail", "params"}
    return document


def test_a_refusal_keeps_its_code_and_params() -> None:
    response = exception_handler(Refused(card="Td"), {})
    assert response is not None
    assert response.status_code == 403
    assert response.content_type == "application/problem+json"
    assert response.data == {
        "type": "urn:good-ten:refusal:for_a_reason",
        "title": "For a reason",
        "status": 403,
        "code": "for_a_reason",
        "detail": "Not with Td.",
        "params": {"card": "Td"},
    }


def test_a_fault_of_ours_is_no_refusal() -> None:
    assert exception_handler(KeyError("gone"), {}) is None


@pytest.mark.parametrize(
    ("detail", "fields"),
    [
        ({"name": ["Too long."]}, {"name": ["Too long."]}),
        (["Both at once."], {"non_field_errors": ["Both at once."]}),
        (
            {"a": {"b": ["Bad."]}, "c": [{}, {"d": ["Worse."]}]},
            {"a.b": ["Bad."], "c.1.d": ["Worse."]},
        ),
    ],
)
def test_an_invalid_body_names_its_fields(detail: object, fields: dict[str, list[str]]) -> None:
    document = problem_document(exceptions.ValidationError(detail))
    assert (document["code"], document["status"]) == ("invalid", 400)
    assert document["params"] == {"fields": fields}


@pytest.mark.parametrize(
    ("error", "code", "status"),
    [
        (exceptions.NotAuthenticated(), "not_authenticated", 401),
        (exceptions.AuthenticationFailed(), "authentication_failed", 401),
        (exceptions.PermissionDenied(), "permission_denied", 403),
        (exceptions.NotFound(), "not_found", 404),
        (exceptions.MethodNotAllowed("PUT"), "method_not_allowed", 405),
        (exceptions.UnsupportedMediaType("text/csv"), "unsupported_media_type", 415),
        (exceptions.Throttled(wait=7), "throttled", 429),
    ],
)
def test_every_fault_of_a_request_has_its_code(
    error: exceptions.APIException, code: str, status: int
) -> None:
    document = problem_document(error)
    assert (document["code"], document["status"]) == (code, status)


def test_who_comes_too_often_is_told_when_to_come_back() -> None:
    response = exception_handler(exceptions.Throttled(wait=7), {})
    assert response is not None
    assert response["Retry-After"] == "7"
    assert response.data["params"] == {"wait": 7}


def test_an_unknown_address_of_the_api_is_a_problem_document(client: Client) -> None:
    response = client.get("/api/v1/nowhere/")
    assert _document(response)["code"] == "not_found"


def test_an_unknown_page_is_a_page(client: Client) -> None:
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")


def test_who_has_not_signed_in_is_told_how(client: Client) -> None:
    response = client.post("/api/v1/tournaments/", "{}", content_type="application/json")
    assert _document(response)["code"] == "not_authenticated"
    assert response["WWW-Authenticate"] == "Token"


def test_a_token_nobody_issued_is_refused(client: Client) -> None:
    response = client.get("/api/v1/me/", headers={"Authorization": "Token 0123456789abcdef"})
    assert response.status_code == 401
    assert _document(response)["code"] == "authentication_failed"


def test_a_host_that_is_not_ours_is_refused(client: Client) -> None:
    response = client.get("/api/v1/me/", headers={"Host": "elsewhere.example"})
    assert _document(response)["code"] == "malformed_request"
