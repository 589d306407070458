"""One account has so many events at once, and asks for so many bots."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from games.limits.budgets import BOTS, BUDGETS, DRAFTS_AT_ONCE, EVENTS_AT_ONCE, NEW_EVENTS
from games.models import Player
from tests.api import code_of, signed_in
from tests.long import SQLITE_FIRST

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
EVENTS = "/api/v1/tournaments/"


@pytest.fixture(autouse=True)
def few(settings: Any) -> None:
    """Tighter limits than the product has, so that a test is short."""
    tighter = {DRAFTS_AT_ONCE: 3, EVENTS_AT_ONCE: 2, NEW_EVENTS: 8, BOTS: 20}
    changed = {budget.name: replace(budget, amount=most) for budget, most in tighter.items()}
    settings.LIMITS = {one.name: one for one in BUDGETS} | changed


@pytest.fixture
def olga(db: None) -> Player:
    return Player.objects.create_person("olga", "a password of olga")


def created(player: Player, **settings: Any) -> Any:
    return signed_in(player).post(EVENTS, {"name": "Friday"} | settings, format="json")


def announced(player: Player, event: Any) -> Any:
    return signed_in(player).post(f"{EVENTS}{event.json()['id']}/open/")


def cancelled(player: Player, event: Any) -> Any:
    address = f"{EVENTS}{event.json()['id']}/cancel/"
    return signed_in(player).post(address, {"reason": "rain"}, format="json")


def test_one_account_has_so_many_events_and_no_more(olga: Player) -> None:
    """150 of them in 23 seconds were possible."""
    for _ in range(2):
        assert announced(olga, created(olga)).status_code == 200
    drafts = [created(olga) for _ in range(3)]
    assert code_of(announced(olga, drafts[0])) == (409, "too_many_events")
    assert code_of(created(olga)) == (409, "too_many_drafts")
    assert cancelled(olga, drafts[1]).status_code == 200
    assert created(olga).status_code == 201
    other = Player.objects.create_person("otto", "a password of otto")
    assert created(other).status_code == 201


def test_an_event_that_is_over_makes_room(olga: Player) -> None:
    events = [created(olga) for _ in range(3)]
    for event in events[:2]:
        announced(olga, event)
    assert cancelled(olga, events[0]).status_code == 200
    assert announced(olga, events[2]).status_code == 200


def test_events_made_and_cancelled_are_counted_all_the_same(olga: Player) -> None:
    for _ in range(8):
        assert cancelled(olga, created(olga)).status_code == 200
    refused = created(olga)
    assert code_of(refused) == (429, "throttled")
    assert refused.json()["params"]["limit"] == "new-events"
    assert int(refused["Retry-After"]) >= 1


def test_a_page_says_what_is_too_many(olga: Player) -> None:
    browser = Client()
    browser.force_login(olga)
    for _ in range(3):
        created(olga)
    form = browser.get("/tournaments/new/").context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    page = browser.post("/tournaments/new/", sent | {"name": "Saturday"})
    assert page.status_code == 200
    assert "announce or cancel one first" in page.content.decode()


def test_bots_are_counted_however_they_are_asked_for(olga: Player) -> None:
    event = created(olga, capacity=64)
    announced(olga, event)
    entrants = f"{EVENTS}{event.json()['id']}/entrants/"

    def bots(count: int) -> Any:
        return signed_in(olga).post(entrants, {"bot": "greedy", "count": count}, format="json")

    assert bots(12).status_code == 201
    assert code_of(bots(21)) == (409, "too_many_bots")
    assert code_of(bots(9)) == (429, "throttled")
    assert bots(8).status_code == 201
    filled = created(olga, capacity=16, fill_with_bots="greedy")
    assert code_of(announced(olga, filled)) == (429, "throttled")


def test_bots_that_fill_an_event_are_counted_as_it_is_announced(olga: Player) -> None:
    event = created(olga, capacity=16, fill_with_bots="greedy")
    assert announced(olga, event).status_code == 200
    address = f"{EVENTS}{event.json()['id']}/"
    larger = {"name": "Friday", "capacity": 18, "fill_with_bots": "greedy"}
    assert code_of(signed_in(olga).put(address, larger, format="json")) == (429, "throttled")
    renamed = {"name": "Saturday", "capacity": 16, "fill_with_bots": "greedy"}
    assert signed_in(olga).put(address, renamed, format="json").status_code == 200
