"""Pages of other origins may read the API, and act by a token; never by a cookie."""

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db]
ELSEWHERE = {"Origin": "https://overlay.example"}


def test_a_page_of_any_origin_may_read_and_is_shown_the_headers() -> None:
    answer = Client().get("/api/v1/tournaments/", headers=ELSEWHERE)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert {"ETag", "Retry-After", "Location"} <= set(
        answer["Access-Control-Expose-Headers"].split(", ")
    )


def test_it_may_send_a_token_a_key_and_a_condition() -> None:
    asked = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, idempotency-key, if-match",
    }
    answer = Client().options("/api/v1/tournaments/", headers=ELSEWHERE | asked)
    assert answer.status_code == 200
    allowed = set(answer["Access-Control-Allow-Headers"].split(", "))
    assert {"authorization", "idempotency-key", "if-match"} <= allowed
    assert "POST" in answer["Access-Control-Allow-Methods"]


def test_what_is_refused_can_be_read_as_well() -> None:
    answer = Client().get("/api/v1/tournaments/nowhere/", headers=ELSEWHERE)
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (404, "*")


def test_pages_of_the_site_are_its_own() -> None:
    assert "Access-Control-Allow-Origin" not in Client().get("/sign-in/", headers=ELSEWHERE)
