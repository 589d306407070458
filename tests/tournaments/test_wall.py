"""The wall: the tables that are played at, the most exciting first, and nothing known early."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.match import commands
from games.models import Player
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import running
from tests.tournaments.test_watching_policies import cut, first_match, play, seats_of
from tournaments.models import Pairing, Tournament
from tournaments.progress import advance
from tournaments.read import wall
from tournaments.read.excitement import Played, excitement_of
from tournaments.store.tournament_log import tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    wall.forget()
    yield
    wall.forget()


def begun(tournament: Tournament) -> None:
    for pairing in Pairing.objects.filter(tournament=tournament, match__isnull=False):
        assert pairing.match is not None
        cut(pairing.match)


def test_it_is_more_exciting_later_nearer_closer_and_with_a_favourite() -> None:
    plain = Played(0.2, (5, 5), 21, 0.3)
    assert excitement_of(Played(0.9, (5, 5), 21, 0.3)) > excitement_of(plain)
    assert excitement_of(Played(0.2, (19, 19), 21, 0.3)) > excitement_of(plain)
    assert excitement_of(Played(0.2, (5, 0), 21, 0.3)) < excitement_of(plain)
    assert excitement_of(Played(0.2, (5, 5), 21, 1.0)) > excitement_of(plain)
    dull = Played(0.0, (0, 0), None, 0.0, favourites=1)
    assert excitement_of(dull) > excitement_of(Played(1.0, (20, 20), 21, 1.0))


def test_the_wall_of_an_event_has_its_tables_and_favourites_come_first(
    olga: Player, people: NewPlayers, client: Client
) -> None:
    tournament = running(olga, people(6))
    begun(tournament)
    last = wall.document(tournament)["results"][-1]
    handle = last["seats"][0]["player"]["handle"]
    wall.forget()
    address = f"/api/v1/tournaments/{tournament.slug}/wall/"
    found = client.get(address, {"favourites": handle}).json()
    assert found["results"][0]["id"] == last["id"]
    assert found["results"][0]["excitement"] >= 100
    assert found["count"] == len(found["results"])
    assert found["results"][0]["tournament"]["slug"] == tournament.slug
    assert client.get("/api/v1/wall/").json()["count"] == found["count"]
    page = client.get(f"/tournaments/{tournament.slug}/wall/")
    assert last["id"] in page.text


def test_every_table_is_on_one_page_of_the_wall(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall, "TABLES_OF_A_PAGE", 2)
    tournament = running(olga, people(8))
    begun(tournament)
    pages = [wall.document(tournament, page) for page in (1, 2, 3)]
    assert [len(page["results"]) for page in pages] == [2, 2, 0]
    assert [page["next"] for page in pages] == [2, None, None]
    assert len({one["id"] for page in pages for one in page["results"]}) == 4


def test_a_wall_is_read_by_as_many_queries_however_many_tables_there_are(
    olga: Player, people: NewPlayers
) -> None:
    """Seen live, and seen later."""
    everybody, counts = people(16), []
    for number, policies in enumerate(({}, {"watching": "plays"})):
        for size in (4, 16):
            name = f"Friday {number} {size}"
            tournament = running(olga, everybody[:size], policies=policies, name=name)
            begun(tournament)
            tournament_log.load(tournament.pk)
            with CaptureQueriesContext(connection) as asked:
                assert wall.document(tournament)["count"] == size // 2
            counts.append(len(asked))
    assert counts[0] == counts[1]
    assert counts[2] == counts[3]


def test_a_table_that_nobody_may_look_at_comes_last_and_says_no_score(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), policies={"watching": "round"})
    begun(tournament)
    match = first_match(tournament)
    play(match, 3)
    commands.resign(match.pk, seats_of(match)[0], command_id="resign", now=NOON)
    advance.advance(tournament.pk, lambda: NOON)
    for one in wall.document(tournament)["results"]:
        assert one["is_closed"]
        assert one["excitement"] == 0
        assert one["later"] == {"policy": "round", "by": 0}
        assert {seat["score"] for seat in one["seats"]} == {0}
    assert wall.document(tournament)["count"] == 2


def test_who_asks_for_a_page_that_is_none_is_told(client: Client) -> None:
    assert client.get("/api/v1/wall/?page=0").status_code == 400
    assert client.get("/wall/?page=none").status_code == 200


def test_an_overlay_shows_what_anybody_may_see_and_no_hand(
    olga: Player, people: NewPlayers, client: Client
) -> None:
    """It can be laid over a picture from another page, whoever is signed in to it."""
    tournament = running(olga, people(2))
    begun(tournament)
    match = first_match(tournament)
    client.force_login(seats_of(match)[0])
    page = client.get(f"/matches/{match.pk.hex}/overlay/")
    assert "frame-ancestors *" in page.headers["Content-Security-Policy"]
    assert "data-seated" not in page.text
    commands.resign(match.pk, seats_of(match)[0], command_id="resign", now=NOON)
    advance.advance(tournament.pk, lambda: NOON)
    ticker = client.get(f"/tournaments/{tournament.slug}/overlay/").text
    assert all(player.handle in ticker for player in seats_of(match))
