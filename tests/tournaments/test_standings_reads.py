"""Standings are read while the house publishes newer ones: every answer is whole, and no reader
writes.
"""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.http import HttpResponseBase
from django.test import Client

from games.models import Player
from tests.long import SQLITE_FIRST, thinned
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import opened
from tournaments.actions import services
from tournaments.domain.entrant_commands import AdjustScore
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Stage, StandingsEdition, StandingsPage, Tournament
from tournaments.progress import advance
from tournaments.read import standings, standings_views
from tournaments.store import standings_snapshots
from tournaments.store.tournament_log import state_at, tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db(transaction=True)]
NAMES = ["p1", "p2", "p3", "p4"]
POINT = 60


class House:
    """An event of four that has begun, whose standings the house publishes again and again."""

    def __init__(self, olga: Player, players: list[Player], format_: str) -> None:
        self.olga = olga
        tournament = opened(olga, *players, stages=(StageSettings(format_),))
        services.start(tournament, olga, now=NOON)
        self.tournament = Tournament.objects.get(pk=tournament.pk)
        self.last = Entrant.objects.get(tournament=tournament, number=4)

    def forget_editions(self) -> None:
        StandingsEdition.objects.all().delete()
        Stage.objects.update(edition=0)

    def publish(self) -> None:
        """A newer edition: the last has a point more."""
        command = AdjustScore(self.olga.pk.hex, self.last.pk.hex, POINT, "found under the table")
        services.act(self.tournament, self.olga, command, now=NOON)
        state = tournament_log.load(self.tournament.pk)
        standings_snapshots.publish_editions(self.tournament.pk, state)

    def points_at(self, version: int) -> int:
        """How much the last has at a version."""
        stage = state_at(self.tournament.pk, version).stages[0]
        lines = {line.entrant: line.score for line in standings_snapshots.lines_of(stage)}
        return lines[self.last.pk.hex]


@pytest.fixture
def house(olga: Player, people: NewPlayers) -> House:
    return House(olga, people(4), "swiss")


class Interrupted:
    """Between the statements of a reader: does the work before the one of this number."""

    def __init__(self, before: int, work: Callable[[], None]) -> None:
        self.before, self.work = before, work
        self.sent = 0
        self.is_working = False

    def __call__(self, execute: Any, *statement: Any) -> Any:
        if not self.is_working:
            self.sent += 1
            if self.sent == self.before:
                self.is_working = True
                self.work()
                self.is_working = False
        return execute(*statement)


def forget_what_is_kept() -> None:
    """As a process that has just begun."""
    tournament_log.forget()
    for kept in (standings._state_at, standings._folded_at, standings._folded_first):
        kept.cache_clear()
    standings_views.kept_first_page.cache_clear()


def every_interruption(house: House, ask: Callable[[], HttpResponseBase], *, anew: bool) -> int:
    """Asks again and again, each time with an edition published before another statement, and
    checks the answers; how many statements there were. `anew`: before the first edition.
    """
    before = 0
    while True:
        before += 1
        forget_what_is_kept()
        if anew:
            house.forget_editions()
        reader = Interrupted(before, house.publish)
        with connection.execute_wrapper(reader):
            answer = ask()
            content = whole(answer)
        assert answer.status_code == 200, content
        check(house, answer, content)
        if reader.sent < before:
            return before


def whole(answer: HttpResponseBase) -> str:
    parts = answer if answer.streaming else [answer.content]  # type: ignore[attr-defined]
    return b"".join(parts).decode()  # type: ignore[arg-type]


def check(house: House, answer: HttpResponseBase, content: str) -> None:
    """Everybody is in it, with what they had at the version that it says it is of."""
    kind = answer["Content-Type"].partition(";")[0]
    if kind == "text/html":
        assert all(f">{name}<" in content for name in NAMES)
        if 'id="crosstable"' not in content:
            assert content.count('id="line-') == len(NAMES)
        return
    if kind == "text/csv":
        rows = list(csv.DictReader(io.StringIO(content)))
        assert sorted(row["entrant"] for row in rows) == NAMES
        return
    found = answer.json()  # type: ignore[attr-defined]
    lines = found["results"] if "results" in found else [found["line"]]
    scores = {line["entrant"]["name"]: line["score"] for line in lines}
    assert scores["p4"] == house.points_at(found["version"])
    assert "line" in found or sorted(scores) == NAMES


ADDRESSES = [
    "/api/v1/tournaments/{slug}/standings/",
    "/api/v1/tournaments/{slug}/standings/?page=1",
    "/api/v1/tournaments/{slug}/standings/?around={last}",
    "/api/v1/tournaments/{slug}/standings/?version={version}",
    "/api/v1/tournaments/{slug}/standings/{last}/",
    "/api/v1/tournaments/{slug}/standings.csv",
    "/tournaments/{slug}/",
    "/tournaments/{slug}/standings/",
    "/tournaments/{slug}/standings/?page=9",
    "/tournaments/{slug}/standings/?around={last}",
    "/tournaments/{slug}/standings/?version={version}",
    "/tournaments/{slug}/crosstable/",
    "/tournaments/{slug}/screen/",
    "/tournaments/{slug}/embed/?view=standings",
]


WHEN = ["before the first edition", "later"]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("anew", thinned([True, False], bool), ids=WHEN)
def test_whenever_a_newer_edition_is_published_the_answer_is_whole(
    house: House, address: str, anew: bool
) -> None:
    house.publish()
    path = address.format(
        slug=house.tournament.slug,
        last=house.last.pk.hex,
        version=tournament_log.load(house.tournament.pk).version,
    )
    assert every_interruption(house, lambda: Client().get(path), anew=anew) > 2


@pytest.mark.parametrize("anew", [True, False], ids=WHEN)
def test_a_grid_of_a_round_robin_is_whole_too(olga: Player, people: NewPlayers, anew: bool) -> None:
    house = House(olga, people(4), "round_robin")
    path = f"/tournaments/{house.tournament.slug}/crosstable/"
    assert every_interruption(house, lambda: Client().get(path), anew=anew) > 2


def test_a_reader_that_made_the_first_edition_would_break(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the interruptions are real, and hit a reader that writes outside a transaction
    just where it hurts.
    """

    def making(tournament: Tournament, stage: Stage, *_: Any, **__: Any) -> standings.Standings:
        state = tournament_log.load(tournament.pk)
        standings_snapshots.keep(tournament.pk, state, stage.number)
        made = standings.kept(tournament.pk, stage.number, state.version, standings.FIRST_PAGE)
        assert made is not None
        return made

    monkeypatch.setattr(standings_views, "standings_of", making)
    path = f"/tournaments/{house.tournament.slug}/"
    with pytest.raises(IntegrityError):
        every_interruption(house, lambda: Client().get(path), anew=True)


def test_a_reader_of_two_queries_that_forgave_a_missing_page_would_leave_lines_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of what comes after the first edition."""

    def forgiving(self: standings.Standings, wanted: range) -> dict[int, str]:
        rows = StandingsPage.objects.filter(edition__in=self._edition(), number__in=list(wanted))
        return dict(rows.values_list("number", "lines"))

    monkeypatch.setattr(standings.Standings, "_read", forgiving)
    house.publish()
    path = f"/api/v1/tournaments/{house.tournament.slug}/standings/?page=1"
    with pytest.raises(KeyError, match="p4"):
        every_interruption(house, lambda: Client().get(path), anew=False)


def test_the_first_page_is_never_kept_without_its_lines(house: House) -> None:
    """It is kept as long as the process lives, so one that was read in a bad moment would stay."""
    house.publish()
    path = f"/api/v1/tournaments/{house.tournament.slug}/standings/"
    kept = standings_views.kept_first_page
    forget_what_is_kept()
    with connection.execute_wrapper(Interrupted(2, house.publish)):
        Client().get(path)
    assert kept.cache_info().currsize == 0
    assert len(Client().get(path).json()["results"]) == len(NAMES)
    assert kept.cache_info().currsize == 1


def test_before_the_first_edition_the_standings_are_folded_once_a_change(house: House) -> None:
    path = f"/api/v1/tournaments/{house.tournament.slug}/standings/"
    house.forget_editions()
    forget_what_is_kept()
    answers = [Client().get(path).json() for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert standings._folded_first.cache_info().misses == 1
    assert not StandingsEdition.objects.exists()

    advance.advance(house.tournament.pk, at_noon)
    published = Client().get(path).json()
    assert published["version"] >= answers[0]["version"]
    assert published["results"] == answers[0]["results"]


def test_past_versions_are_folded_and_not_kept(house: House) -> None:
    """Anybody may ask for any of them: they must fill neither the database nor the memory."""
    for _ in range(standings.MOST_FOLDED + 2):
        house.publish()
    forget_what_is_kept()
    path = f"/api/v1/tournaments/{house.tournament.slug}/standings/"
    newest = tournament_log.load(house.tournament.pk).version
    editions = set(StandingsEdition.objects.values_list("pk", flat=True))
    versions = range(newest - standings.MOST_FOLDED - 1, newest)
    for version in versions:
        answer = Client().get(path, {"version": version})
        check(house, answer, whole(answer))
        assert answer.json()["version"] == version
    assert set(StandingsEdition.objects.values_list("pk", flat=True)) == editions
    assert standings._folded_at.cache_info().currsize == standings.MOST_FOLDED
    for wrong in (1, newest + 1):
        assert Client().get(path, {"version": wrong}).json()["code"] == "bad_version"
