"""Nobody can tell apart two worlds that differ only in what they may not know.

Two worlds of one match are written into the store, one after the other, played on by the same
commands, and looked at by the same people at every address, on sockets, in Redis and in the log.
How long a refusal takes is not measured: a move is judged on a `Position`, which holds the mover's
hand and the table and no card that is hidden from them, and only after its seat is known to be on
turn. Nothing that takes time can depend on what is not there.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.core.signals import got_request_exception
from django.test import Client
from django.views.debug import (
    ExceptionReporter,
    SafeExceptionReporterFilter,
    get_exception_reporter_class,
)

from casino_site.staff.members import set_staff
from games.match import projections, queries
from games.models import Event, Player, Seat
from tests.engine.two_worlds import (
    World,
    unseen,
)
from tests.long import DEFERRED, LONG, POSTGRESQL_FIRST, SQLITE_FIRST, sqlite_first
from tests.noon import NOON
from tests.site import leaks
from tests.site.alike import differences, logged
from tests.site.leaks import Leak
from tests.site.watching import House, Probes, Seen, in_db, play_over_rest, watched, write
from tests.site.worlds import CASES, Case, house_of, two_worlds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]


# `make test` looks at hands and decks, bots' hands, and cards that tables share, as a stranger and
# as one of the players, of whom one looks at each address that is not of the match, each on one
# database; `make long` at every game, of duels, of tables and of partners, as every player, on
# both databases, everybody at everything.
USUAL = {1: POSTGRESQL_FIRST, 12: SQLITE_FIRST}
# Keys of rows, which each world has its own of, and hashes, which are of what is sealed.
OF_NO_WORLD = re.compile(r"/(?:event|seat)/\d+/|\b[0-9a-f]{64}\b")
ADDRESSES = re.compile(r"0x[0-9a-f]{8,}|\d{12,}")


async def seen_of(
    house: House, worlds: tuple[World, World], viewer: int | None, log: pytest.LogCaptureFixture
) -> list[Seen]:
    deal = worlds[0].then.deal
    assert deal is not None
    hidden = [part[0] for part in unseen(deal, viewer) if part]
    probes = Probes([*hidden[:2], hidden[-1]], len(worlds[0].past))
    found = []
    for world in worlds:
        log.clear()
        seen = await watched(house, world, viewer, probes)
        found.append(seen | {"log": logged(log)})
    return found


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(one, marks=USUAL.get(number, DEFERRED), id=str(one))
        for number, one in enumerate(CASES)
    ],
)
async def test_all_that_anybody_gets_is_alike_in_two_worlds(
    case: Case, log: pytest.LogCaptureFixture
) -> None:
    house = await in_db(house_of)(case)
    people, number = case.seats - case.bots, CASES.index(case)
    every = range(people) if people < 4 else (0, people - 1)
    for viewer in [None, *(every if LONG else every[number % len(every) :][:1])]:
        worlds = two_worlds(case, viewer, first=10 * number + (viewer or 0))
        assert differences(*await seen_of(house, worlds, viewer, log)) == []


@pytest.mark.parametrize(
    ("leak", "where"),
    [
        (leaks.a_view, ["stranger, before: GET /api/v1/matches/", "stranger, socket"]),
        (leaks.a_fact, ["stranger, before: GET /api/v1/matches/"]),
        (leaks.a_broadcast, ["stranger, socket"]),
        (leaks.a_hint, ["published"]),
        (leaks.a_refusal, ["stranger, refused", "stranger, socket"]),
        (leaks.a_header, ["stranger, before: GET /api/v1/matches/"]),
        (leaks.a_replay, ["stranger, before: its export, replayed"]),
        (leaks.a_log_line, ["log"]),
        (leaks.a_task, ["queued"]),
        (leaks.a_length, ["sealed lengths"]),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
async def test_whatever_leaks_is_found_out(
    leak: Leak, where: list[str], log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: each leak makes a difference where it leaks."""
    await _found_out(CASES[0], "stranger", leak, where, log, monkeypatch)


@sqlite_first
@pytest.mark.parametrize("who", ["stranger", "rival"])
async def test_a_door_left_open_to_a_table_that_shares_its_cards_is_found_out(
    who: str, log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = next(case for case in CASES if case.is_shared)
    where = [f"{who}, before: GET /api/v1/matches/", f"{who}, socket", f"{who}, late socket"]
    await _found_out(shared, who, leaks.an_open_door, where, log, monkeypatch)


async def _found_out(
    case: Case,
    who: str,
    leak: Leak,
    where: list[str],
    log: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = await in_db(house_of)(case)
    house = replace(house, outsiders={who: house.outsiders[who]}, tournament={})
    worlds = two_worlds(case, None)
    leak(monkeypatch)
    found = differences(*await seen_of(house, worlds, None, log))
    for place in where:
        assert any(difference.startswith(place) for difference in found), (place, found)


class Reports:
    """What Django would tell the site's operators of each fault, as text and as a page: `written`
    as the site has it, `usual` as Django has it. Addresses in memory are taken out.
    """

    def __init__(self) -> None:
        self.written: list[str] = []
        self.usual: list[str] = []

    def write(self, request: Any, **_: Any) -> None:
        reporter = get_exception_reporter_class(request)(request, *sys.exc_info())
        self.written += self._of(reporter)
        reporter.filter = SafeExceptionReporterFilter()
        self.usual += self._of(reporter)

    def _of(self, reporter: ExceptionReporter) -> list[str]:
        written = (reporter.get_traceback_text(), reporter.get_traceback_html())
        return [ADDRESSES.sub("", report) for report in written]


@pytest.fixture
def reports() -> Iterator[Reports]:
    made = Reports()
    got_request_exception.connect(made.write)
    yield made
    got_request_exception.disconnect(made.write)


@sqlite_first
def test_a_fault_of_ours_tells_nothing_that_is_hidden(
    log: pytest.LogCaptureFixture, reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A play breaks while decks and hands are at hand: its answer, the log, and the reports.

    The negative control is the report that Django makes unless it is told otherwise.
    """

    def broken(*_: Any) -> None:
        raise RuntimeError("something broke")

    house = house_of(CASES[0])
    worlds = two_worlds(CASES[0], None)
    monkeypatch.setattr(projections, "project", broken)
    seen = []
    for world in worlds:
        write(house, world)
        log.clear()
        seen.append({"answer": play_over_rest(house, world, 0), "log": logged(log)})
    assert differences(*seen) == []
    assert all("something broke" in report for report in reports.written)
    first_text, first_page, second_text, second_page = reports.written
    assert (first_text, first_page) == (second_text, second_page)
    assert reports.usual[1] != reports.usual[3]
    for secret in (*settings.LOG_KEYS, settings.SECRET_KEY):
        assert secret in reports.usual[0]
        assert not any(secret in report for report in reports.written)


@sqlite_first
def test_an_export_holds_digests_of_what_is_sealed_and_of_nothing_else() -> None:
    """They may differ between two worlds, and differ when one world is sealed again."""
    house = house_of(CASES[0])
    world, _ = two_worlds(CASES[0], None)
    digests = []
    for _ in range(2):
        write(house, world)
        rows = Event.objects.filter(stream=house.stream).order_by("version")
        stored = [row.secret and hashlib.sha256(row.secret).hexdigest() for row in rows]
        lines = [json.loads(line) for line in queries.export(house.match_id).splitlines()]
        assert [line["secret_digest"] for line in lines] == stored
        digests.append({digest for digest in stored if digest})
    assert digests[0]
    assert not digests[0] & digests[1]


def test_staff_see_no_more_of_a_table_than_anybody() -> None:
    """Every page of theirs about a match, its seats and facts is alike in two worlds."""
    house, sophie = house_of(CASES[0]), Player.objects.create_person("sophie", "!")
    set_staff(sophie, True, reason="she helps", now=NOON)
    staff = Client()
    staff.force_login(sophie)
    seen = []
    for world in two_worlds(CASES[0], None):
        write(house, world)
        rows = Event.objects.filter(stream=house.stream).order_by("version")
        seats = Seat.objects.filter(match=house.match_id).order_by("number")
        asked = [f"match/{house.match_id}", *(f"seat/{seat.pk}" for seat in seats)]
        asked += [f"event/{row.pk}" for row in rows]
        answers = [staff.get(f"/admin/games/{page}/change/") for page in asked]
        assert {answer.status_code for answer in answers} == {200}
        seen.append([OF_NO_WORLD.sub("", answer.text) for answer in answers])
    assert seen[0] == seen[1]


def test_nobody_is_more_than_staff() -> None:
    assert "is_superuser" not in {field.name for field in Player._meta.get_fields()}
    assert settings.DEBUG is False
