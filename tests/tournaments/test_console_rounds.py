"""The console's page of rounds: one round, and of a large one a hundred tables at a time."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import Console, text_of
from tests.tournaments.factories import finish_matches, running
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Pairing, Round, Seating, Tournament
from tournaments.progress import advance

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
SWISS = (StageSettings("swiss", {"rounds": 2}),)
TABLES = 500


def with_tables(tournament: Tournament) -> None:
    """So many tables in its round, as rows alone; the last one is disputed."""
    there = Pairing.objects.count()
    numbers = range(there + 1, TABLES + 1)
    pairings = Pairing.objects.bulk_create(
        Pairing(
            tournament=tournament, stage=1, round=1, number=number, starts_at=NOON,
            decided=number == TABLES, disputed=number == TABLES,
        )
        for number in numbers
    )  # fmt: skip
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=2 * number + at, name=f"{side} of {number:03d}")
        for number in numbers
        for at, side in enumerate(("Left", "Right"))
    )
    Seating.objects.bulk_create(
        Seating(pairing=pairings[at // 2], entrant=entrant, side=at % 2, position=0)
        for at, entrant in enumerate(entrants)
    )
    Round.objects.update(expected=TABLES)


def tables_on(page: str) -> list[int]:
    return [int(one) for one in re.findall(r"Table (\d+)</span>", page)]


def test_a_round_of_five_hundred_tables_has_pages_and_is_searched(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), stages=SWISS)
    console = Console(olga, tournament)
    few = _queries(console)
    with_tables(tournament)

    page = _page(console)
    assert tables_on(page) == list(range(1, 101))
    assert "1 / 5" in text_of(console.client.get(console.address("rounds/")))
    # The whole round is counted, whatever part of it is shown.
    assert "499 tables have not begun; 1 result is disputed." in page
    assert len(page.encode()) < 400_000
    assert _queries(console) == few
    following = re.findall(r'href="\?page=2([^"]*)"', page)
    assert following == ["&amp;stage=1&amp;round=1"]
    assert tables_on(_page(console, "page=5")) == list(range(401, 501))
    assert tables_on(_page(console, "q=237")) == [237]
    assert tables_on(_page(console, "q=right+of+237")) == [237]
    assert tables_on(_page(console, "show=disputed")) == [500]
    assert tables_on(_page(console, "show=open&page=5")) == list(range(401, 500))
    assert "There is no such table in this round." in _page(console, "q=Nobody")
    for wild in ("q=99999999999", "page=none", "q=%00", "stage=9&round=9", "show=x"):
        assert _page(console, wild)


def test_a_name_is_looked_for_before_the_tables_of_who_has_it(
    olga: Player, people: NewPlayers
) -> None:
    """In one statement PostgreSQL may look for the name once for each table of the round."""
    players = people(4)
    console = Console(olga, running(olga, players, stages=SWISS))

    with CaptureQueriesContext(connection) as asked:
        page = _page(console, f"q={players[0].handle}")

    looking = [one["sql"] for one in asked if "LIKE" in one["sql"]]
    assert len(tables_on(page)) == 1
    assert looking
    assert not [sql for sql in looking if Seating._meta.db_table in sql]


def test_a_small_round_stands_whole_without_a_search(olga: Player, people: NewPlayers) -> None:
    console = Console(olga, running(olga, people(4), stages=SWISS))

    page = _page(console)

    assert tables_on(page) == [1, 2]
    assert 'name="q"' not in page.partition("<main")[2]


def test_of_many_rounds_the_newest_have_buttons_and_the_others_a_fold(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), stages=SWISS)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    Round.objects.bulk_create(
        Round(
            tournament=tournament, stage=1, number=number, expected=0, engine="swiss/2",
            inputs="", state=Round.State.CLOSED,
        )
        for number in range(3, 301)
    )  # fmt: skip

    page = _page(Console(olga, tournament), "stage=1&round=1")

    bar, fold = page.partition("<details")[0], page.partition("<details")[2]
    buttons = re.findall(r'class="button" href="\?stage=1&amp;round=(\d+)"', bar)
    assert buttons == ["1", *map(str, range(294, 301))]
    links = re.findall(r'<a href="\?stage=1&amp;round=(\d+)"', fold)
    assert links == [str(number) for number in range(94, 294)]


def _page(console: Console, query: str = "") -> str:
    answer = console.client.get(console.address(f"rounds/?{query}"))
    assert answer.status_code == 200
    return str(answer.content.decode())


def _queries(console: Console) -> int:
    with CaptureQueriesContext(connection) as found:
        _page(console)
    return len(found)
