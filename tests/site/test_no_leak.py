"""Nobody can tell apart two worlds that differ only in what they may not know.

Two worlds of one match are written into the store, one after the other, played on by the same
commands, and looked at by the same people at every address, on sockets, in Redis and in the log.
How long a refusal takes is not measured: a move is judged on a `Position`, which holds the mover's
hand and the table and no card that is hidden from them, and only after its seat is known to be on
turn. Nothing that takes time can depend on what is not there.
"""

import hashlib
import json
import logging
import random
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.conf import settings
from django.core.signals import got_request_exception
from django.db import connection
from django.utils import timezone
from django.views.debug import (
    ExceptionReporter,
    SafeExceptionReporterFilter,
    get_exception_reporter_class,
)

from casino_site.celery import app
from games.identity import new_id
from games.match import projections, queries
from games.models import Event, Player
from tests.engine.two_worlds import (
    Table,
    World,
    another_world,
    in_other_suits,
    some_world,
    table_of,
    unseen,
)
from tests.forgetting import forget
from tests.long import LONG
from tests.noon import NOON
from tests.site import leaks
from tests.site.leaks import Leak
from tests.site.watching import House, Probes, Seen, in_db, play_over_rest, watched, write
from tests.tournaments.factories import running
from tournaments.domain.settings import StageSettings
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True)
class Case:
    """A match: how many of its seats are bots', and the options of its tournament, if it is of one
    that has just begun.
    """

    ruleset: str
    seats: int
    overrides: dict[str, object] = field(default_factory=dict)
    bots: int = 0
    event: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        event = "" if self.event is None else self.event.get("dealing", "event")
        event = "mirrored" if self.is_mirrored else event
        return "-".join(map(str, filter(None, [self.ruleset, self.seats, *self.overrides, event])))

    @property
    def is_shared(self) -> bool:
        """Whether another table of the round is dealt the same cards."""
        return self.event is not None and self.event.get("dealing") == "duplicate"

    @property
    def is_mirrored(self) -> bool:
        return self.event is not None and bool(self.event.get("mirrored"))

    @property
    def table(self) -> Table:
        board = "of a round" if self.is_shared else None
        return table_of(
            self.ruleset, self.seats, self.overrides, self.bots, board, self.is_mirrored
        )


def event(key: str, options: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"stages": (StageSettings(key, options or {}),), **more}


SHARED = {"dealing": "duplicate", "starts": "rounds"}
CASES = [
    Case("classic", 2, event={}),
    Case("classic", 3, bots=1),
    Case("classic", 4),
    Case("classic", 4, event=event("rotating_partners")),
    Case("classic", 4, {"partnership": False}, event=event("table_swiss", {"sizes": [4]})),
    Case("two-handed", 2),
    Case("face-value", 3, event=event("table_swiss", {"sizes": [3]})),
    Case("royal", 4),
    Case("spade", 2),
    Case("draw", 2, event={}),
    Case("california", 2),
    Case("california", 6, event=event("table_swiss", {"sizes": [6]})),
    Case("classic", 2, event=event("swiss", **SHARED)),
    Case("draw", 2, event=event("swiss", **SHARED)),
    Case("classic", 3, event=event("table_swiss", {"sizes": [3]}, **SHARED)),
    Case("classic", 2, event={"mirrored": True}),
]
# On PostgreSQL too: what it holds of a match and shows of an event, and of a round that shares
# its cards. Of another game the same rows are told; `make long` looks there all the same.
ON_BOTH = CASES if LONG else [CASES[0], CASES[1], next(case for case in CASES if case.is_shared)]
# Where they look at the whole site, its forms and the doors of its actions, on SQLite; elsewhere at
# what can be read of the match and of its tournament, or `make test` would take too long.
WHOLE = [CASES[0], next(case for case in CASES if case.is_shared)]
# Loggers that tell of connections, which other tests may have left open.
CONNECTIONS = ("redis.", "asyncio")
ADDRESSES = re.compile(r"0x[0-9a-f]{8,}|\d{12,}")


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Time stands still, the token of a form is always the same, and tasks are made already."""
    app.finalize()
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(seconds=10))
    monkeypatch.setattr("django.utils.http.formatdate", lambda *_, **__: "now")
    monkeypatch.setattr("django.middleware.csrf._get_new_csrf_string", lambda: "a" * 32)
    forget()
    yield
    forget()


def house_of(case: Case) -> House:
    """People and bots at a table, and at another one where they share their cards."""
    wanted = (case.seats - case.bots) * (2 if case.is_shared else 1)
    people = [Player.objects.create_person(f"p{n}", "!") for n in range(wanted)]
    olga, sam = (Player.objects.create_person(name, "!") for name in ("olga", "sam"))
    machines = [
        Player.objects.create(handle=f"bot-{seat}", kind=Player.Kind.BOT, bot=key)
        for seat, key in case.table.bots.items()
    ]
    outsiders: dict[str, Player | None] = {"organiser": olga, "stranger": sam, "nobody": None}
    if case.event is None:
        return House(new_id(), [*people, *machines], {}, outsiders)
    with pytest.MonkeyPatch.context() as unheard:
        unheard.setattr("games.live.hub.tell", lambda stream, told: None)
        tournament = running(olga, people, ruleset=case.ruleset, **case.event)
    match = Pairing.objects.get(round=1, number=1).match
    assert match is not None
    seated = [seat.player for seat in match.seats.select_related("player").order_by("number")]
    rivals = [player for player in people if player not in seated]
    if rivals:
        outsiders["rival"] = rivals[0]
    names = {"name": tournament.pk.hex, "slug": tournament.slug}
    whole_site = LONG or (case in WHOLE and connection.vendor == "sqlite")
    return House(match.pk, seated, names, outsiders, match.board, whole_site)


def two_worlds(case: Case, viewer: int | None, first: int = 0) -> tuple[World, World]:
    """Two worlds, alike for the viewer, that are played on."""
    for seed in count(first):
        world, chance = some_world(case.table, seed), random.Random(seed)
        if case.is_shared and viewer is None:
            other = in_other_suits(world, chance)
        else:
            other = another_world(world, viewer, chance)
        if world.plays and other is not None:
            return world, other
    raise AssertionError


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


def logged(log: pytest.LogCaptureFixture) -> list[str]:
    told = [record for record in log.records if not record.name.startswith(CONNECTIONS)]
    return sorted(log.handler.format(record) for record in told)


def differences(one: Seen, other: Seen) -> list[str]:
    """Where the worlds were told apart."""
    assert one.keys() == other.keys()
    return [where for where, what in one.items() if what != other[where]]


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """All that is logged at any level, without when and where."""
    caplog.set_level(logging.DEBUG)
    caplog.handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    return caplog


@pytest.mark.long
@pytest.mark.parametrize(
    "case",
    [pytest.param(one, marks=[pytest.mark.store] * (one in ON_BOTH), id=str(one)) for one in CASES],
)
async def test_all_that_anybody_gets_is_alike_in_two_worlds(
    case: Case, log: pytest.LogCaptureFixture
) -> None:
    house = await in_db(house_of)(case)
    people = case.seats - case.bots
    for viewer in [None, *(range(people) if people < 4 else (0, people - 1))]:
        worlds = two_worlds(case, viewer, first=10 * CASES.index(case) + (viewer or 0))
        assert differences(*await seen_of(house, worlds, viewer, log)) == []


@pytest.mark.store
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


@pytest.mark.store
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
    house = replace(house, outsiders={who: house.outsiders[who]}, whole_site=False)
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


@pytest.mark.store
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


@pytest.mark.store
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


def test_nobody_is_more_than_a_player() -> None:
    """There is no staff, and no admin in which anybody could look at tables."""
    assert "django.contrib.admin" not in settings.INSTALLED_APPS
    assert not {"is_staff", "is_superuser"} & {field.name for field in Player._meta.get_fields()}
    assert settings.DEBUG is False
