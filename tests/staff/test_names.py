"""Staff read names where rows have ids, and times that their clock can show."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino_site.staff.models import Report
from casino_site.staff.reports import report
from games.models import Match, Player
from tests.noon import NOON
from tests.staff.conftest import Done, browser_of
from tests.tournaments.factories import running
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ID = re.compile(r">[^<]*\b[0-9a-f]{32}\b|>[^<]*\b[0-9a-f]{8}-[0-9a-f]{4}-")


def page(player: Player, address: str) -> str:
    answer = browser_of(player).get(f"/admin/{address}")
    assert answer.status_code == 200
    return answer.content.decode().partition('<div id="content"')[2]


def test_lists_have_names_and_no_ids(
    event: Tournament, alice: Player, bob: Player, stella: Player, done: Done
) -> None:
    running(alice, [alice, bob], name="Saturday")
    report(bob, "name", alice.pk, "rude", NOON)
    report(bob, "conduct", Match.objects.get().pk, "slow", NOON)
    done("ban", bob)

    reports, acts = page(stella, "staff/report/"), page(stella, "staff/act/")
    facts, matches = page(stella, "games/event/?o=-1"), page(stella, "games/match/")
    seats = page(stella, "games/seat/")

    assert f'<a href="/admin/games/player/{alice.pk}/change/">alice</a>' in reports
    assert "alice – bob" in reports
    assert ">stella</a>" in acts
    assert ">bob</a>" in acts
    assert ">Saturday</a>" in facts
    assert "alice – bob" in matches
    assert "alice – bob" in seats
    for shown in (reports, acts, facts, matches, seats):
        assert not ID.search(shown), ID.search(shown)
    assert re.search(r'<time datetime="[^"]+" data-local>', reports)
    one = page(stella, f"staff/report/{Report.objects.earliest('made_at').pk}/change/")
    assert ">alice</a>" in one
    assert "data-local" in one


def test_a_page_of_names_asks_no_more_for_many(alice: Player, bob: Player, stella: Player) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            page(stella, "staff/report/")
        return len(found)

    report(bob, "name", alice.pk, "rude", NOON)
    few = asked()
    for number in range(8):
        report(bob, "name", alice.pk, f"rude {number}", NOON)

    assert asked() == few
