"""However large an event is, nothing that is read of it is: no document has more than 256 kB, takes
more than a few queries, or folds the event.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from rest_framework.test import APIClient

from games.models import Match, Player
from games.paging import MOST_BYTES
from tests.long import thinned
from tests.site.watching import FIXED, filled, is_read, routes
from tests.tournaments.large_events import LARGEST, Size, event_of
from tournaments.api.archive import MOST as MOST_RECORDS
from tournaments.api.kept_pages import shelf
from tournaments.models import Entrant, Tournament
from tournaments.read import archive

pytestmark = [pytest.mark.django_db]
MOST_QUERIES = 25
PAGES_READ = 3
USUAL = ("single_elimination", "arena")
# Exports, streams, and what is asked of the course of an event by its nature.
OF_THE_COURSE = (
    "/export/", "/ranking/", "/ranking.csv", "/report.trf", "/standings.csv",
    "/standings/<str:entrant>/", "/stream/",
)  # fmt: skip
EXPORTS = (".csv",)


def read_of(event: Tournament) -> Iterator[tuple[str, str]]:
    """Route and address of every document of the API about the event."""
    entrant = Entrant.objects.filter(tournament=event).latest("number")
    known = {"name": event.slug, "entrant": entrant.pk.hex}
    for route, view in routes(get_resolver()):
        is_of_it = route.startswith("api/v1/tournaments/<str:name>/") and is_read(view)
        if is_of_it and not route.endswith((*OF_THE_COURSE, *FIXED)):
            yield route, f"/{filled(route, known)}"


@pytest.mark.parametrize(
    "size", thinned(LARGEST, lambda size: size.format in USUAL), ids=lambda size: size.format
)
def test_of_the_largest_event_every_document_is_bounded(size: Size, olga: Player) -> None:
    event = event_of(size, olga)
    found = {}
    for route, address in read_of(event):
        following: str | None = address
        for _ in range(PAGES_READ):
            if following is None:
                break
            shelf.forget()
            bytes_, queries, following = _asked(following)
            if queries > MOST_QUERIES or (bytes_ > MOST_BYTES and not route.endswith(EXPORTS)):
                found[address] = (bytes_, queries)
    assert found == {}


def _asked(address: str) -> tuple[int, int, str | None]:
    """How large the answer is, how many queries it took, and where it goes on."""
    with CaptureQueriesContext(connection) as sent:
        answer: Any = APIClient().get(address)
        content = b"".join(answer) if answer.streaming else answer.content
    is_there = answer.status_code == 200 or b'"no_crosstable"' in content
    assert is_there, (address, content[:500])
    link = answer.get("Link", "")
    return len(content), len(sent), link.partition(">")[0].lstrip("<") or None


@pytest.mark.parametrize(
    ("document", "within"),
    [("rounds/", "results"), ("bracket/", "rounds"), ("matches/", "results")],
)
@pytest.mark.parametrize("format_", ["single_elimination", "swiss", "arena"])
def test_the_pages_of_a_list_have_everything_once(
    document: str, within: str, format_: str, olga: Player
) -> None:
    size = {
        "single_elimination": Size(format_, 512, 1, 256),
        "swiss": Size(format_, 300, 3, 150),
        "arena": Size(format_, 8, 130, 3),
    }[format_]
    event = event_of(size, olga)
    seen: list[tuple[int, int]] = []
    address: str | None = f"/api/v1/tournaments/{event.slug}/{document}"
    pages = 0
    while address is not None:
        answer = APIClient().get(address)
        page = answer.json()
        rows = page[within]
        tables = rows if document == "matches/" else [t for one in rows for t in one["pairings"]]
        seen += [(one["round"], one["pairing"]) for one in tables]
        address, pages = page["next"], pages + 1
        assert (f'<{address}>; rel="next"' if address else None) == answer.get("Link")
    assert len(seen) == len(set(seen)) >= size.rounds * size.tables
    assert pages > 1
    back = 1 if document != "matches/" else -1
    assert seen == sorted(seen, key=lambda place: (back * place[0], place[1]))


def test_as_many_matches_are_found_at_once_as_a_file_of_records_has(olga: Player) -> None:
    event = event_of(next(size for size in LARGEST if size.format == "swiss"), olga)
    Match.objects.update(status=Match.Status.FINISHED)
    found = archive.match_rows(archive.Wanted(event=event.pk), MOST_RECORDS + 1)
    assert len(found) == MOST_RECORDS + 1
    with CaptureQueriesContext(connection) as sent:
        assert all(seat.player.handle for match in found for seat in match.seats.all())
    assert len(sent) == 0
