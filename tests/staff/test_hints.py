"""Staff see which players of an event may be one person, and no address."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from casino_site.staff.hints import MOST_OF_AN_ADDRESS, hints_of
from casino_site.staff.models import Trace
from casino_site.staff.traces import KEPT, forget_old
from games.accounts.leaving import leave
from games.accounts.sessions import end_all
from games.match import commands
from games.models import Player
from tests.noon import NOON, at_noon
from tests.staff.conftest import browser_of, person
from tests.tournaments.factories import finish_matches, opened, players_of, running
from tournaments.domain.settings import StageSettings
from tournaments.models import Pairing
from tournaments.progress import advance

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


def test_a_trace_outlives_its_session_for_thirty_days(alice: Player, bob: Player) -> None:
    event = opened(alice, alice, bob)
    for player in (alice, bob):
        signed_in(player, "192.0.2.1", "Lynx")
        end_all(player)
    assert not UserSession.objects.exists()
    assert [hint.same_browser for hint in hints_of(event)] == [True]

    forget_old(timezone.now() + KEPT - timedelta(minutes=1))
    assert hints_of(event)
    forget_old(timezone.now() + KEPT + timedelta(minutes=1))
    assert hints_of(event) == []


def test_a_trace_holds_neither_an_address_nor_a_browser(alice: Player) -> None:
    signed_in(alice, "192.0.2.1", "Lynx")
    kept = repr(list(Trace.objects.values()))
    assert "192.0.2" not in kept
    assert "Lynx" not in kept


def test_traces_go_with_whoever_goes(alice: Player) -> None:
    signed_in(alice, "192.0.2.1", "Lynx")
    assert Trace.objects.count() == 1
    leave(alice, NOON)
    assert not Trace.objects.exists()


def test_how_soon_two_answer_each_other_and_others_is_told_of_their_tables(
    alice: Player, bob: Player, charlie: Player
) -> None:
    event = running(alice, [alice, bob, charlie], stages=(StageSettings("round_robin"),))
    for player in (alice, bob):
        signed_in(player, "192.0.2.1", "Lynx")
    [before] = hints_of(event)
    assert (before.answers, before.others) == (None, None)

    while pairings := Pairing.objects.filter(decided=False, match__status="waiting"):
        for pairing in pairings:
            assert pairing.match_id is not None
            first, second = players_of(pairing)
            seconds = 1 if {first, second} == {alice, bob} else 8
            commands.cut(pairing.match_id, first, bytes(16), now=NOON)
            soon = NOON + timedelta(seconds=seconds)
            commands.cut(pairing.match_id, second, bytes(16), now=soon)
            commands.resign(pairing.match_id, second, command_id="resign", now=soon)
        advance.advance(event.pk, at_noon)

    [hint] = hints_of(event)
    assert (hint.met, hint.given_up) == (1, 1)
    assert (hint.answers, hint.others) == (1, 8)


def test_a_hall_behind_one_address_says_nothing(alice: Player) -> None:
    people = [person(f"hall-{number}x") for number in range(MOST_OF_AN_ADDRESS + 1)]
    event = opened(alice, *people)
    for player in people:
        signed_in(player, "192.0.2.1", "Lynx")
    assert hints_of(event) == []


def test_there_are_no_hints_of_what_is_no_event(stella: Player) -> None:
    assert browser_of(stella).get(f"/admin/hints/{stella.pk.hex}/").status_code == 404
