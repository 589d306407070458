"""Players report to the staff, who answer; whom it is about learns nothing of who has reported."""

import json
from typing import Any

import pytest
from django.test import Client

from casino_site.staff.models import Report
from games.accounts import tokens
from games.accounts.leaving import leave
from games.accounts.my_data import document
from games.accounts.scopes import Scope
from games.models import Match, Player
from tests.noon import NOON
from tests.staff.conftest import Done, browser_of
from tests.tournaments.factories import running
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/reports/"


def sent(client: Client, **given: Any) -> Any:
    return client.post(ADDRESS, json.dumps(given), content_type="application/json")


def test_every_player_may_report_and_nobody_else(
    event: Tournament, alice: Player, bob: Player, charlie: Player, guest: Player, stella: Player
) -> None:
    said = {"kind": "event", "subject": event.pk.hex, "words": "it is rude"}
    for player in (alice, bob, charlie, guest, stella):
        assert sent(browser_of(player), **said).status_code == 201
        page = f"/report/event/{event.pk.hex}/"
        assert browser_of(player).get(page).status_code == 200
    assert sent(Client(), **said).status_code in (401, 403)
    assert Client().get(ADDRESS).status_code in (401, 403)
    assert "/sign-in/" in Client().get(f"/report/event/{event.pk.hex}/").headers["Location"]
    assert Report.objects.count() == 5


def test_a_report_is_seen_by_its_reporter_and_staff_alone(
    event: Tournament, alice: Player, bob: Player, stella: Player, done: Done
) -> None:
    sent(browser_of(bob), kind="name", subject=alice.pk.hex, words="a rude name")
    made = Report.objects.get()
    assert browser_of(alice).get(ADDRESS).json()["results"] == []
    assert document(alice)["reports"] == []
    queue = browser_of(stella).get("/admin/staff/report/").content.decode()
    assert "a rude name" in queue
    assert "bob" in queue
    done("answer", made, answer="we have renamed them")
    [told] = browser_of(bob).get(ADDRESS).json()["results"]
    assert (told["state"], told["answer"]) == ("done", "we have renamed them")
    assert document(bob)["reports"] == [told | {"made": made.made_at}]


def test_a_report_of_conduct_names_the_table(alice: Player, bob: Player) -> None:
    running(alice, [alice, bob])
    match = Match.objects.get()
    page = f"/report/conduct/{match.pk.hex}/"
    assert page in browser_of(bob).get(f"/matches/{match.pk.hex}/").content.decode()
    answer = browser_of(bob).post(page, {"words": "she never plays"})
    assert answer.headers["Location"] == f"/matches/{match.pk.hex}/"
    assert Report.objects.get().subject == match.pk


def test_pages_of_players_and_events_lead_to_reporting(event: Tournament, bob: Player) -> None:
    assert f"/report/name/{bob.pk.hex}/" in Client().get("/players/bob/").content.decode()
    page = Client().get(f"/tournaments/{event.slug}/").content.decode()
    assert f"/report/event/{event.pk.hex}/" in page


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"kind": "weather"}, 400),
        ({"subject": "0" * 32}, 404),
        ({"subject": "nothing"}, 400),
        ({"words": ""}, 400),
        ({"words": "x" * 501}, 400),
        ({"words": "un\u200bseen"}, 400),
    ],
)
def test_what_is_no_report_is_refused(
    event: Tournament, bob: Player, changed: dict[str, Any], status: int
) -> None:
    said = {"kind": "event", "subject": event.pk.hex, "words": "it is rude"} | changed
    assert sent(browser_of(bob), **said).status_code == status
    assert not Report.objects.exists()


def test_reports_are_counted_by_account(event: Tournament, bob: Player, charlie: Player) -> None:
    said = {"kind": "event", "subject": event.pk.hex, "words": "it is rude"}
    answers = [sent(browser_of(bob), **said).status_code for _ in range(11)]
    assert answers == [*[201] * 10, 429]
    assert sent(browser_of(charlie), **said).status_code == 201


def test_a_token_reports_that_may_play(event: Tournament, bob: Player) -> None:
    said = {"kind": "event", "subject": event.pk.hex, "words": "it is rude"}
    for scope, status in ((Scope.PLAY, 201), (Scope.READ, 403)):
        token = tokens.issue(bob, scopes=[scope]).token
        assert (
            sent(Client(headers={"Authorization": f"Token {token}"}), **said).status_code == status
        )


def test_who_has_gone_has_reported_nothing_any_more(event: Tournament, bob: Player) -> None:
    sent(browser_of(bob), kind="event", subject=event.pk.hex, words="it is rude")
    leave(bob, NOON)
    assert Report.objects.get().reporter is None
