"""The ranking of a large event is read as it was written down: nothing is folded to answer."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Player
from tests.long import SQLITE_FIRST
from tests.noon import at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import finish_matches, running
from tournaments.api.kept_pages import shelf
from tournaments.domain.settings import StageSettings
from tournaments.models import StandingsEdition, StandingsPage, Tournament
from tournaments.progress import advance
from tournaments.read import ranking
from tournaments.store import ranking_pages
from tournaments.store.tournament_log import tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
LINES = 2


@pytest.fixture
def event(olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """One of five, which are many here, after its first round."""
    for module in (ranking_pages, ranking):
        monkeypatch.setattr(module, "LINES_OF_A_PAGE", LINES)
    monkeypatch.setattr(ranking_pages, "LARGE", 4)
    tournament = running(olga, people(5), stages=(StageSettings("swiss", {"rounds": 2}),))
    play_round(tournament)
    return Tournament.objects.get(pk=tournament.pk)


def play_round(tournament: Tournament) -> None:
    advance.advance(tournament.pk, at_noon)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)


def read(event: Tournament, page: int) -> Any:
    shelf.forget()
    ranking.kept_ranking.cache_clear()
    answer = Client().get(f"/api/v1/tournaments/{event.slug}/ranking/?page={page}")
    assert answer.status_code == 200
    return answer.json()


def refuse_to_fold(_id: object) -> None:
    raise AssertionError("it was folded")


def read_without_folding(event: Tournament, page: int, monkeypatch: pytest.MonkeyPatch) -> Any:
    with monkeypatch.context() as patched:
        patched.setattr(tournament_log, "load", refuse_to_fold)
        return read(event, page)


def pages_of(event: Tournament) -> list[Any]:
    return [read(event, page) for page in (1, 2, 3, 9)]


def test_pages_are_read_as_they_were_written(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = [read_without_folding(event, page, monkeypatch) for page in (1, 2, 3, 9)]
    StandingsEdition.objects.filter(stage=ranking_pages.WHOLE_EVENT).delete()
    assert written == pages_of(event)
    assert [len(one["results"]) for one in written] == [2, 2, 1, 0]
    assert [one["next"] for one in written] == [2, 3, None, None]


def test_the_file_of_it_is_read_as_it_was_written_too(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/api/v1/tournaments/{event.slug}/ranking.csv"
    with monkeypatch.context() as patched:
        patched.setattr(tournament_log, "load", refuse_to_fold)
        written = Client().get(address).getvalue()
    StandingsEdition.objects.filter(stage=ranking_pages.WHOLE_EVENT).delete()
    assert Client().get(address).getvalue() == written
    lines = [line.split(",") for line in written.decode().splitlines()[1:]]
    documents = [one for page in (1, 2, 3) for one in read(event, page)["results"]]
    assert [line[:3] for line in lines] == [
        [str(one["place"]), str(one["position"]), one["entrant"]["name"]] for one in documents
    ]


def test_how_an_event_ended_is_written_with_its_last_fact(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_round(event)
    event.refresh_from_db()
    assert event.state == "completed"
    found = read_without_folding(event, 1, monkeypatch)
    assert found["final"]
    assert found["results"][0]["champion"]
    assert found["version"] == event.version


def test_a_small_event_has_nothing_written_down(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking_pages, "LARGE", 5)
    StandingsEdition.objects.filter(stage=ranking_pages.WHOLE_EVENT).delete()
    play_round(event)
    assert not StandingsEdition.objects.filter(stage=ranking_pages.WHOLE_EVENT).exists()


def test_a_ranking_that_was_changed_is_named(
    event: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("replay", "--check", f"--stream={tournament_log.stream_of(event.pk)}")
    page = StandingsPage.objects.filter(edition__stage=ranking_pages.WHOLE_EVENT).earliest("number")
    page.lines = page.lines.replace("active", "paused", 1)
    page.save()
    with pytest.raises(SystemExit):
        call_command("replay", "--check", f"--stream={tournament_log.stream_of(event.pk)}")
    assert "the ranking at version" in capsys.readouterr().out
