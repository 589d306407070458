"""An event can be for full accounts only, and nobody who is banned is entered anywhere."""

import json
from typing import Any

import pytest
from django.test import Client

from games.models import Player
from tests.site.checked_house import found
from tests.staff.conftest import Done, browser_of
from tests.tournaments.factories import made, opened
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def entered(client: Client, event: Tournament, **body: Any) -> tuple[int, str]:
    address = f"/api/v1/tournaments/{event.slug}/entrants/"
    answer = client.post(address, json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json().get("code", "")


@pytest.fixture
def full(alice: Player) -> Tournament:
    return opened(alice, policies={"accounts": "full"})


def test_guests_are_refused_where_an_event_is_for_full_accounts(
    full: Tournament, alice: Player, bob: Player, guest: Player
) -> None:
    assert entered(browser_of(guest), full) == (403, "full_accounts_only")
    assert entered(browser_of(bob), full) == (201, "")
    assert entered(browser_of(guest), opened(alice)) == (201, "")


def test_a_director_enters_no_guest_there_either(
    full: Tournament, alice: Player, guest: Player
) -> None:
    page = f"/tournaments/{full.slug}/console/act/enter_other/"
    browser_of(alice).post(page, {"handle": guest.handle, "confirm": "1"})
    csv = f"handle\n{guest.handle}\n"
    address = f"/api/v1/tournaments/{full.slug}/entrants/"
    answer = browser_of(alice).post(address, csv, content_type="text/csv")
    assert answer.status_code == 409
    assert "this is not for guests" in answer.content.decode()
    full.refresh_from_db()
    assert full.entered == 0


def test_the_policy_is_told_and_facts_say_it_only_where_it_is_not_the_default(
    full: Tournament, alice: Player
) -> None:
    plain = made(alice, name="For everybody")
    told = [
        Client().get(f"/api/v1/tournaments/{one.slug}/").json()["policies"]["accounts"]
        for one in (full, plain)
    ]
    assert told == ["full", "everybody"]
    assert "accounts" not in plain.settings["policies"]
    assert "full accounts" in Client().get(f"/tournaments/{full.slug}/").content.decode()
    assert found() == ""


def test_nobody_who_is_banned_is_entered_by_others(
    done: Done, event: Tournament, alice: Player, charlie: Player
) -> None:
    done("ban", charlie)
    pairs = opened(alice, name="Pairs", team=2)
    body = {"partner": "charlie", "name": "A and C"}
    assert entered(browser_of(alice), pairs, **body) == (403, "player_banned")
    address = f"/api/v1/tournaments/{event.slug}/entrants/"
    answer = browser_of(alice).post(address, "handle\ncharlie\n", content_type="text/csv")
    assert answer.status_code == 409
    assert "charlie is banned" in answer.content.decode()
