"""The pages of ratings: leaderboards by tabs, and a player's history as a line and as a table."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from games.models import Player
from tests.long import sqlite_first
from tests.noon import NOON
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import play_to_the_end, running
from tests.tournaments.ladders import recorded, result
from tournaments.ladders.chart import TICKS_AT_MOST, chart
from tournaments.ladders.ladder import LADDERS
from tournaments.ratings import progress
from tournaments.ratings.services import rate


@given(st.lists(st.integers(-3000, 6000), min_size=2, max_size=60))
@settings(max_examples=100, deadline=None)
def test_a_line_stays_within_its_chart_and_between_its_values(values: list[int]) -> None:
    drawn = chart(values)
    points = [tuple(map(float, point.split(","))) for point in drawn.points.split()]
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert (points[0][0], points[-1][0]) == (0, 100)
    assert 2 <= len(drawn.ticks) <= TICKS_AT_MOST
    assert drawn.ticks[0].value <= min(values) <= max(values) <= drawn.ticks[-1].value
    for value, (_, y) in zip(values, points, strict=True):
        bottom, top = drawn.ticks[0].value, drawn.ticks[-1].value
        assert 0 <= y <= 100
        assert y == pytest.approx(100 * (top - value) / (top - bottom), abs=0.01)


@pytest.mark.parametrize("ladder", LADDERS)
@sqlite_first
@pytest.mark.django_db
def test_every_ladder_has_a_page_with_tabs_to_the_others(client: Client, ladder: str) -> None:
    page = client.get(f"/ratings/{ladder}/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "No such match has been rated yet." in text
    assert text.count('aria-current="page"') == 2
    assert f'href="/ratings/{ladder}/" aria-current="page"' in text


@sqlite_first
@pytest.mark.django_db
def test_the_leaderboard_links_to_players_and_marks_who_looks(
    client: Client, people: NewPlayers
) -> None:
    ann, bob = people(2)
    rate([result(recorded(), "m", ann, bob)], NOON)
    client.force_login(bob)
    text = client.get("/ratings/").content.decode()
    assert text.index("/players/p1/") < text.index("/players/p2/")
    assert text.count("leaders__you") == 1
    assert text.count("provisional</span>") == 2


@sqlite_first
@pytest.mark.django_db
def test_a_player_page_shows_the_line_and_the_same_as_a_table(
    client: Client, olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), capacity=4)
    play_to_the_end(tournament)
    progress.rate_due(NOON)
    text = client.get("/players/P1/").content.decode()
    assert 'role="img" aria-label="A line from 1500 to ' in text
    assert text.count("<polyline") == 1
    # Two matches, and the title.
    assert text.count(f'href="/tournaments/{tournament.slug}/"') == 3
    assert text.count(">won<") == 2
    assert "style=" not in text, "the content security policy allows no inline styles"


@sqlite_first
@pytest.mark.django_db
def test_partners_and_larger_tables_are_told_apart(client: Client, people: NewPlayers) -> None:
    a, b, c, d = people(4)
    tournament = recorded()
    rate(
        [
            result(tournament, "m1", [a, b], [c, d]),
            result(tournament, "m2", d, c, b, a, revision=2),
        ],
        NOON,
    )
    text = client.get("/players/p1/").content.decode()
    assert "with p2" in text
    assert ">p3 &amp; p4<" in text or ">p3 & p4<" in text
    assert "4 of 4" in text
    assert text.count("<polyline") == 2


@sqlite_first
@pytest.mark.django_db
def test_who_has_played_nothing_has_a_page_and_who_is_unknown_has_none(
    client: Client, people: NewPlayers
) -> None:
    people(1)
    assert b"No match of this player has been rated yet." in client.get("/players/p1/").content
    for address in ("/players/nobody/", "/players/no%00body/", "/ratings/chess/"):
        assert client.get(address).status_code == 404


@sqlite_first
@pytest.mark.django_db
def test_pages_take_as_many_queries_however_much_was_played(
    client: Client, people: NewPlayers, django_assert_num_queries: Any
) -> None:
    players = people(60)
    tournament = recorded(60)
    for first, last in ((1, 40), (40, 60)):
        rate(
            [
                result(tournament, f"m{n}", players[0], players[n], revision=n)
                for n in range(first, last)
            ],
            NOON,
        )
        with django_assert_num_queries(4):
            client.get("/ratings/")
        with django_assert_num_queries(10):
            client.get("/players/p1/")
