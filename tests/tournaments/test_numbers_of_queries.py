"""Pages that list events ask the database as often for twenty as for one."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Player
from tests.tournaments.consoles import browser
from tests.tournaments.factories import opened
from tournaments.models import Entrant, Tournament
from tournaments.read.titles import titles_of

pytestmark = [pytest.mark.django_db]
PAGES = ("/watch/", "/search/?q=Friday", "/me/")


def queries_of(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as found:
        work()
    return len(found)


def several(olga: Player, ann: Player, count: int) -> None:
    """Events that run, are Ann's and are directed by Bob."""
    bob, _new = Player.objects.get_or_create(handle="bob", defaults={"password": "!"})
    for _ in range(count):
        opened(olga, ann, directors=(bob.pk.hex,))
        opened(ann, ann, directors=(bob.pk.hex,))
    Tournament.objects.update(state="running")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_many_events_asks_no_more_than_one_of_few(
    page: str, olga: Player, ann: Player
) -> None:
    client: Client = browser(ann)
    several(olga, ann, 1)
    few = queries_of(lambda: client.get(page))
    several(olga, ann, 5)

    many = queries_of(lambda: client.get(page))

    assert many == few


def test_the_titles_of_a_player_are_two_queries(olga: Player, ann: Player) -> None:
    for _ in range(6):
        opened(olga, ann)
    Tournament.objects.update(state="completed", completed_at=timezone.now())
    Entrant.objects.update(place=1)

    assert [one["entrant"] for one in titles_of(ann)] == ["ann"] * 6
    assert queries_of(lambda: titles_of(ann)) == 2
