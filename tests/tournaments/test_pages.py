"""The pages of a tournament, at every point of its life, in every format."""

import pytest
from django.test import Client

from games.models import Player
from tests.tournaments.page_events import play_out, play_tables, stage, started
from tournaments.formats import BRACKETS, FORMATS
from tournaments.models import Tournament

pytestmark = pytest.mark.store

PARTS = (
    "", "rounds/", "rounds/?by=name", "standings/", "schedule/", "entrants/", "embed/",
    "embed/?view=round", "screen/",
)  # fmt: skip


def page(tournament: Tournament, path: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/tournaments/{tournament.slug}/{path}")
    assert answer.status_code == 200, path
    return answer.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", FORMATS)
def test_every_page_of_every_format_shows_from_the_start_to_the_end(key: str, olga: Player) -> None:
    tournament = started(olga, 9, stage(key))
    parts = [*PARTS, *(["bracket/"] if key in BRACKETS else ["crosstable/"])]
    for part in parts:
        page(tournament, part)
    play_tables(tournament, 1)
    for part in parts:
        page(tournament, part)
    play_out(tournament)
    for part in parts:
        page(tournament, part)
    assert tournament.champion is not None
    page(tournament, f"standings/{tournament.champion.pk.hex}/")
    assert "Champion" in page(tournament)
