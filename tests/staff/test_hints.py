"""Staff see which players of an event may be one person, and no address."""

import pytest
from django.test import Client

from casino_site.staff.hints import MOST_OF_AN_ADDRESS, hints_of
from games.models import Player
from tests.staff.conftest import browser_of, person
from tests.tournaments.factories import finish_matches, opened, running

pytestmark = pytest.mark.django_db


def signed_in(player: Player, address: str, browser: str) -> None:
    sent = {"username": player.handle, "password": f"a password of {player.handle}"}
    headers = {"User-Agent": browser}
    answer = Client(headers=headers).post("/sign-in/", sent, REMOTE_ADDR=address)
    assert answer.status_code == 302


def test_two_who_share_an_address_and_a_browser_come_first(
    alice: Player, bob: Player, charlie: Player, stella: Player
) -> None:
    dora = person("dora")
    event = running(alice, [alice, bob, charlie, dora])
    finish_matches(event)
    for player, address, browser in (
        (alice, "192.0.2.1", "Lynx"),
        (bob, "192.0.2.1", "Lynx"),
        (charlie, "192.0.2.1", "Netscape"),
        (dora, "192.0.2.2", "Lynx"),
    ):
        signed_in(player, address, browser)
    first, *others = hints_of(event)
    assert [player.handle for player in first.players] == ["alice", "bob"]
    assert first.same_browser
    assert {player.handle for one in others for player in one.players} == {
        "alice", "bob", "charlie",
    }  # fmt: skip
    assert not any(one.same_browser for one in others)
    assert sum(one.met for one in (first, *others)) == sum(one.given_up for one in (first, *others))
    page = browser_of(stella).get(f"/admin/hints/{event.pk.hex}/").content.decode()
    assert "address and browser" in page
    assert "192.0.2.1" not in page


def test_a_hall_behind_one_address_says_nothing(alice: Player) -> None:
    people = [person(f"hall-{number}x") for number in range(MOST_OF_AN_ADDRESS + 1)]
    event = opened(alice, *people)
    for player in people:
        signed_in(player, "192.0.2.1", "Lynx")
    assert hints_of(event) == []


def test_there_are_no_hints_of_what_is_no_event(stella: Player) -> None:
    assert browser_of(stella).get(f"/admin/hints/{stella.pk.hex}/").status_code == 404
