"""Every request is counted: for its address, for its account, and dearer where it costs more."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from casino_site.limits_gate import in_words
from games.accounts import tokens
from games.limits.budgets import BUDGETS
from games.models import Player

pytestmark = [pytest.mark.django_db]
ELSEWHERE, FAR_AWAY = "198.51.100.7", "203.0.113.9"
Tighten = Callable[..., None]
# A list of RFC 9651: strings with whole parameters.
POLICY = re.compile(r'"([a-z-]+)";q=(\d+);w=(\d+)')
STANDING = re.compile(r'"([a-z-]+)";r=(\d+);t=(\d+)')


@pytest.fixture
def tighten(settings: Any) -> Tighten:
    """Sets limits by name."""

    def tightened(**amounts: int) -> None:
        by_name = {one.name: one for one in BUDGETS}
        for name, amount in amounts.items():
            budget = by_name[name.replace("_", "-")]
            settings.LIMITS = settings.LIMITS | {budget.name: replace(budget, amount=amount)}

    return tightened


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_person("ann", "zebra-crossing-9")


def at(address: str = ELSEWHERE) -> Client:
    return Client(REMOTE_ADDR=address)


def test_an_answer_says_how_the_limits_stand() -> None:
    first, second = (at().get("/api/v1/tournaments/") for _ in range(2))
    assert POLICY.fullmatch(first["RateLimit-Policy"]).groups() == ("reads", "6000", "60")  # type: ignore[union-attr]
    left = [STANDING.fullmatch(answer["RateLimit"]) for answer in (first, second)]
    assert [(one[1], one[2]) for one in left if one] == [("reads", "5999"), ("reads", "5998")]
    assert all(1 <= int(one[3]) <= 60 for one in left if one)


@pytest.mark.parametrize("address", ["/api/v1/tournaments/", "/api/v1/nowhere/"])
def test_reads_over_rest_are_counted_by_address(tighten: Tighten, address: str) -> None:
    tighten(reads=3)
    statuses = [at().get(address).status_code for _ in range(5)]
    assert [status == 429 for status in statuses] == [False] * 3 + [True] * 2
    refused = at().get(address)
    document = refused.json()
    assert refused["Content-Type"] == "application/problem+json"
    assert document["type"] == "urn:good-ten:refusal:throttled"
    assert document["params"] == {"wait": int(refused["Retry-After"]), "limit": "reads"}
    assert STANDING.fullmatch(refused["RateLimit"])[2] == "0"  # type: ignore[index]
    assert at(FAR_AWAY).get(address).status_code != 429


def test_a_page_says_it_in_words(tighten: Tighten) -> None:
    tighten(reads=1)
    assert at().get("/").status_code == 200
    refused = at().get("/")
    assert (refused.status_code, refused["Content-Type"]) == (429, "text/html; charset=utf-8")
    assert re.search(r"Try again in \d+ (second|minute)s?\.", refused.content.decode())
    assert refused["Retry-After"]
    assert refused["Content-Security-Policy"]
    assert refused["X-Frame-Options"] == "DENY"


def test_an_address_of_ipv6_is_its_network(tighten: Tighten) -> None:
    tighten(reads=1)
    assert at("2001:db8::1").get("/api/v1/bots/").status_code == 200
    assert at("2001:db8::2").get("/api/v1/bots/").status_code == 429
    assert at("2001:db8:0:1::1").get("/api/v1/bots/").status_code == 200


def test_writes_have_a_budget_of_their_own(tighten: Tighten) -> None:
    tighten(writes=1)
    assert [at().post("/api/v1/tournaments/").status_code for _ in range(2)] == [401, 429]
    assert at().get("/api/v1/tournaments/").status_code == 200


def test_an_account_is_counted_wherever_it_comes_from(tighten: Tighten, ann: Player) -> None:
    tighten(reads_account=3, writes_account=1)
    word = {"Authorization": f"Token {tokens.issue(ann).token}"}
    by_session = at(FAR_AWAY)
    by_session.force_login(ann)
    assert at().get("/api/v1/me/", headers=word).status_code == 200
    assert by_session.get("/").status_code == 200
    assert by_session.get("/api/v1/me/").status_code == 200
    for answer in (
        at("192.0.2.1").get("/api/v1/me/", headers=word),
        by_session.get("/"),
        by_session.get("/api/v1/me/"),
    ):
        assert answer.status_code == 429
        assert '"reads-account";r=0' in answer["RateLimit"]
        assert '"reads-account";q=3;w=60' in answer["RateLimit-Policy"]
    assert at().get("/api/v1/me/").status_code == 401
    for status in (201, 429):
        assert at().post("/api/v1/tokens/", headers=word).status_code == status


def test_what_costs_more_is_counted_by_itself(tighten: Tighten, ann: Player) -> None:
    tighten(expensive_reads=2)
    for _ in range(3):
        last = at().get("/api/v1/schema/")
    assert last.status_code == 429
    assert last.json()["params"]["limit"] == "expensive-reads"
    assert at().get("/api/v1/bots/").status_code == 200
    tighten(expensive_reads=100, expensive_reads_account=1)
    by_session = at(FAR_AWAY)
    by_session.force_login(ann)
    codes = [by_session.get("/api/v1/schema/").status_code for _ in range(2)]
    assert codes == [200, 429]


def test_records_sent_in_are_counted(tighten: Tighten) -> None:
    tighten(records=1)
    codes = [
        at().post("/api/v1/records/", b"?", content_type="text/plain").status_code for _ in range(2)
    ]
    assert codes == [409, 429]


def test_whoever_watches_over_the_process_is_not_counted(tighten: Tighten) -> None:
    tighten(reads=1)
    answers = [at().get("/healthz") for _ in range(3)]
    assert {answer.status_code for answer in answers} == {200}
    assert not any("RateLimit" in answer for answer in answers)


def test_a_wait_is_never_told_shorter_than_it_is() -> None:
    assert [in_words(seconds) for seconds in (1, 59, 89, 90, 120, 121)] == [
        "1 second",
        "59 seconds",
        "89 seconds",
        "2 minutes",
        "2 minutes",
        "3 minutes",
    ]
