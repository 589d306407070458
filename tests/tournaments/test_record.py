"""The record of who did what: what stood before each fact, and no more is read than is shown."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from games.store import eventstore
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import Console
from tests.tournaments.factories import finish_matches, made, running
from tournaments.actions import services
from tournaments.domain import commands
from tournaments.domain.round_commands import CorrectResult
from tournaments.models import Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def renamed(olga: Player, tournament: Tournament, name: str) -> None:
    settings = replace(tournament_log.load(tournament.pk).settings, name=name)
    services.act(tournament, olga, commands.ChangeSettings(olga.pk.hex, settings, NOON), now=NOON)


def corrected(olga: Player, tournament: Tournament, places: tuple[int, int]) -> None:
    points = (21, 15) if places == (1, 2) else (15, 21)
    command = CorrectResult(
        olga.pk.hex, 1, 1, 1, places, points, "Misheard.", True, NOON
    )  # fmt: skip
    services.act(tournament, olga, command, now=NOON)


def test_each_line_says_what_stood_before(olga: Player, people: NewPlayers) -> None:
    tournament = made(olga)
    for name in ("Saturday", "Sunday"):
        renamed(olga, tournament, name)

    record = Console(olga, tournament).see("record/")

    assert "name: Saturday → Sunday" in record
    assert "name: Friday night → Saturday" in record


def test_a_correction_says_the_result_before_it_also_when_it_was_corrected_again(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(8), provisional_minutes=30)
    finish_matches(tournament)
    advance.advance(tournament.pk, lambda: NOON)
    for places in ((2, 1), (1, 2)):
        corrected(olga, tournament, places)

    record = Console(olga, tournament).see("record/")

    assert "p8 beats p1, 21–15 (it was: p1 beats p8, " in record
    assert "p1 beats p8, 21–15 (it was: p8 beats p1, 21–15)" in record


def test_a_page_reads_what_it_shows_and_opens_no_secret(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running(olga, people(8))
    finish_matches(tournament)
    advance.advance(tournament.pk, lambda: NOON)
    corrected(olga, tournament, (2, 1))
    console = Console(olga, tournament)
    console.see("record/")

    def never(*args: Any) -> Any:
        raise AssertionError("something sealed was opened, or the stream was read")

    # The head that a process keeps, which names rounds and stages.
    kept = tournament_log.load(tournament.pk)
    monkeypatch.setattr(tournament_log, "load", lambda id_: kept)
    monkeypatch.setattr(eventstore, "opened", never)
    monkeypatch.setattr(eventstore, "read", never)
    with CaptureQueriesContext(connection) as seen:
        record = console.see("record/")

    assert "p8 beats p1, 21–15 (it was: p1 beats p8, " in record
    facts = [one["sql"] for one in seen if '"games_event"' in one["sql"]]
    assert len(facts) == 3, "how many there are, the page, and the tables that it is about"
