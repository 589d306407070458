"""Passwords are counted before anything is hashed, whichever way they come in."""

import base64
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from games.limits import hashing, spending
from games.limits.budgets import (
    PASSWORDS,
    SIGN_UPS,
    TRIES,
    TRIES_IN_AN_HOUR,
    TRIES_LATER,
    TRIES_OF_STRANGERS,
    WRONG_PASSWORDS,
)
from games.models import Player
from tests.hashing import QuickHasher

pytestmark = [pytest.mark.django_db]
RIGHT, WRONG = "zebra-crossing-9", "zebra-crossing-8"
ELSEWHERE, FAR_AWAY = "198.51.100.7", "203.0.113.9"


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_person("ann", RIGHT)


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that is hashed, from now on."""
    hashed: list[str] = []
    for name in ("encode", "verify"):
        whole = getattr(QuickHasher, name)

        def counting(self: QuickHasher, password: str, other: str, whole: Any = whole) -> Any:
            if not getattr(hashing.places._mine, "held", False):
                hashed.append(password)
            return whole(self, password, other)

        monkeypatch.setattr(QuickHasher, name, counting)
    return hashed


def basic(handle: str, password: str, address: str = ELSEWHERE) -> Any:
    """A token asked for by HTTP Basic."""
    word = base64.b64encode(f"{handle}:{password}".encode()).decode()
    return Client(REMOTE_ADDR=address).post(
        "/api/v1/tokens/", headers={"Authorization": f"Basic {word}"}
    )


def page(browser: Client, handle: str, password: str) -> Any:
    return browser.post("/sign-in/", {"username": handle, "password": password})


def test_a_hundred_wrong_passwords_by_basic_are_stopped_before_they_are_hashed(
    ann: Player, hashes: list[str]
) -> None:
    statuses = [basic("ann", WRONG).status_code for _ in range(100)]
    assert statuses == [401] * TRIES.amount + [429] * (100 - TRIES.amount)
    assert len(hashes) == TRIES.amount


def test_the_refusal_says_when_to_come_back(ann: Player) -> None:
    for _ in range(TRIES.amount):
        basic("ann", WRONG)
    answer = basic("ann", RIGHT)
    document = answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.status_code, document["code"]) == (429, "throttled")
    assert document["params"]["limit"] == TRIES.name
    assert 1 <= document["params"]["wait"] <= TRIES.seconds
    assert answer["Retry-After"] == str(document["params"]["wait"])
    assert f'"{TRIES.name}";r=0;t={answer["Retry-After"]}' in answer["RateLimit"]


def test_a_handle_that_nobody_has_is_answered_and_counted_as_one_that_somebody_has(
    ann: Player, hashes: list[str]
) -> None:
    answers: dict[str, list[object]] = {}
    for handle in ("ann", "nobody"):
        before = len(hashes)
        answers[handle] = []
        for _ in range(TRIES.amount + 2):
            by_basic, by_page = basic(handle, WRONG), page(Client(), handle, WRONG)
            told = by_basic.json()
            answers[handle] += [told["code"], told["title"], by_page.status_code]
        answers[handle].append(len(hashes) - before)
    assert answers["ann"] == answers["nobody"]
    assert answers["ann"][-1] == 2 * TRIES.amount


def test_a_handle_that_nobody_can_have_is_wrong_like_any_other(hashes: list[str]) -> None:
    for handle in ("nul\0here", "x" * 1000):
        assert basic(handle, WRONG).status_code == 401
    assert len(hashes) == 2


def test_pages_and_rest_are_counted_together(ann: Player) -> None:
    browser = Client(REMOTE_ADDR=ELSEWHERE)
    for _ in range(TRIES.amount):
        assert page(browser, "ann", WRONG).status_code == 200
    assert basic("ann", WRONG).status_code == 429
    refused = page(browser, "ann", RIGHT)
    assert (refused.status_code, refused["Content-Type"]) == (429, "text/html; charset=utf-8")
    assert "Try again in" in refused.content.decode()
    assert refused["Content-Security-Policy"]


def test_upper_and_lower_case_are_one_handle(ann: Player) -> None:
    for handle in ("ann", "Ann", "aNN", "ANN", "anN"):
        assert basic(handle, WRONG).status_code == 401
    assert basic("ann", WRONG).status_code == 429


def test_whoever_tries_at_one_address_keeps_nobody_out_at_another(ann: Player) -> None:
    for _ in range(TRIES_OF_STRANGERS.amount + 5):
        basic("ann", WRONG)
    assert basic("ann", WRONG).status_code == 429
    assert basic("ann", RIGHT, FAR_AWAY).status_code == 201


def test_a_browser_that_has_signed_in_before_is_not_kept_out_by_strangers(
    ann: Player, settings: Any
) -> None:
    known, other = Client(REMOTE_ADDR=FAR_AWAY), Client(REMOTE_ADDR=FAR_AWAY)
    assert page(known, "ann", RIGHT).status_code == 302
    known.post("/sign-out/")
    for number in range(TRIES_OF_STRANGERS.amount):
        address = f"192.0.2.{number}"
        assert basic("ann", WRONG, address).status_code == 401
    assert basic("ann", RIGHT, "192.0.2.200").status_code == 429
    assert page(other, "ann", RIGHT).status_code == 429
    assert page(known, "ann", RIGHT).status_code == 302


def test_the_cookie_of_a_browser_names_nobody_and_is_nobody_elses_to_make(ann: Player) -> None:
    known = Client(REMOTE_ADDR=FAR_AWAY)
    page(known, "ann", RIGHT)
    cookie = known.cookies["known"]
    assert "ann" not in cookie.value
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    forger = Client(REMOTE_ADDR=FAR_AWAY)
    forger.cookies["known"] = cookie.value[:-4] + "AAAA"
    for _ in range(TRIES.amount):
        page(forger, "ann", WRONG)
    assert page(Client(REMOTE_ADDR=FAR_AWAY), "ann", RIGHT).status_code == 429


def test_a_known_browser_has_its_own_tries_and_no_more(ann: Player) -> None:
    known = Client(REMOTE_ADDR=FAR_AWAY)
    page(known, "ann", RIGHT)
    known.post("/sign-out/")
    statuses = [page(known, "ann", WRONG).status_code for _ in range(TRIES.amount + 1)]
    assert statuses == [200] * TRIES.amount + [429]


def test_the_right_password_gives_back_what_was_spent(ann: Player) -> None:
    for _ in range(3):
        for _ in range(TRIES.amount - 1):
            assert basic("ann", WRONG).status_code == 401
        assert basic("ann", RIGHT).status_code == 201
    wrong = 3 * (TRIES.amount - 1)
    assert spending.spend(WRONG_PASSWORDS, ELSEWHERE).remaining == (
        WRONG_PASSWORDS.amount - wrong - 1
    )


def test_wrong_passwords_of_many_handles_are_counted_by_address(settings: Any) -> None:
    statuses = [
        basic(f"somebody-{number}", WRONG).status_code
        for number in range(WRONG_PASSWORDS.amount + 3)
    ]
    assert statuses == [401] * WRONG_PASSWORDS.amount + [429] * 3


def test_a_password_that_was_not_looked_at_is_no_try(
    ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as busy:
        busy.setattr(hashing, "places", hashing.Places(1, 1, 0.0))
        assert hashing.places._free.acquire(blocking=False)
        for _ in range(TRIES.amount + 1):
            answer = basic("ann", WRONG)
            assert (answer.status_code, answer.json()["code"]) == (503, "overloaded")
            assert answer["Retry-After"] == "5"
        refused = page(Client(REMOTE_ADDR=ELSEWHERE), "ann", WRONG)
        assert (refused.status_code, refused["Retry-After"]) == (503, "5")
        assert "Many people sign in" in refused.content.decode()
    assert basic("ann", RIGHT).status_code == 201


def test_pauses_grow(ann: Player) -> None:
    spans = [budget.seconds / budget.amount for budget in (TRIES, TRIES_LATER, TRIES_IN_AN_HOUR)]
    assert spans == sorted(spans)
    assert spans[-1] >= 10 * spans[0]


def test_accounts_and_hashes_are_counted_by_address(settings: Any, hashes: list[str]) -> None:
    settings.LIMITS = settings.LIMITS | {SIGN_UPS.name: replace(SIGN_UPS, amount=2)}
    client = Client(REMOTE_ADDR=ELSEWHERE)

    def sign_up(handle: str) -> Any:
        return client.post(
            "/api/v1/players/",
            {"handle": handle, "password": RIGHT},
            content_type="application/json",
        )

    assert [sign_up(name).status_code for name in ("one", "two", "three")] == [201, 201, 429]
    assert len(hashes) == 2
    by_page = client.post("/sign-up/", {"handle": "four", "password": RIGHT})
    assert (by_page.status_code, len(hashes)) == (429, 2)
    settings.LIMITS = settings.LIMITS | {PASSWORDS.name: replace(PASSWORDS, amount=2)}
    assert basic("one", WRONG).json()["params"]["limit"] == PASSWORDS.name
    assert len(hashes) == 3  # the gate stands within: it was asked, and refused
