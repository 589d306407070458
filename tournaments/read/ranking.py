"""The ranking of a whole event: as it is, and as it was when the event was over. That of a large
event is read as it is written down (`tournaments.store.ranking_pages`).
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain, count
from uuid import UUID

from tournaments.documents.events import EntrantFields
from tournaments.documents.standings import RankedDocument, RankingDocument
from tournaments.domain.ranking import Ranking, whole_ranking
from tournaments.domain.state import State
from tournaments.models import Tournament
from tournaments.read.standings import Wording, wording_of
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.ranking_pages import (
    LINES_OF_A_PAGE,
    WrittenLine,
    WrittenPage,
    page_of,
    written_page,
    written_pages,
)
from tournaments.store.tournament_log import tournament_log
from tournaments.text.few import MOST, few_of
from tournaments.text.stage_names import name_of

# Those of a large event have megabytes.
MOST_KEPT = 16


@lru_cache(maxsize=MOST_KEPT)
def kept_ranking(tournament: UUID, version: int, wording: Wording) -> tuple[State, Ranking]:
    """Made once for each version, however many pages of it are asked for."""
    state = tournament_log.load(tournament)
    return state, whole_ranking(state)


def document(tournament: Tournament, number: int = 1) -> RankingDocument:
    """A page of two hundred lines, best first; empty before the start. That of a large event may
    be of a moment ago, as its standings are, but never of before it was over.
    """
    page = _page(tournament, number)
    first = (number - 1) * LINES_OF_A_PAGE
    return {
        "version": page.version,
        "state": tournament.state,
        "final": page.final,
        "decided": page.decided if page.over else None,
        "count": page.count,
        "next": number + 1 if first + LINES_OF_A_PAGE < page.count else None,
        "results": list(_lines(tournament, page, first + 1)),
    }


def every_line(tournament: Tournament) -> Iterator[RankedDocument]:
    """The lines of all pages, of the version there is now; entrants are read with each page."""
    return chain.from_iterable(
        _lines(tournament, page, first)
        for first, page in zip(count(1, LINES_OF_A_PAGE), _pages(tournament), strict=False)
    )


def winners(tournament: Tournament) -> str:
    """Who has won, by name: all of few, of many the first ones who entered."""
    page = _page(tournament, 1)
    found = [line.entrant for line in page.lines if line.champion]
    if len(found) == LINES_OF_A_PAGE < page.count:
        _, whole = _folded(tournament)
        found = list(whole.champions)
    documents = entrant_documents(tournament.pk, [UUID(one) for one in found])
    first = sorted((documents[one] for one in found), key=lambda one: one["number"])
    return few_of([one["name"] for one in first[:MOST]], len(first))


def _page(tournament: Tournament, number: int) -> WrittenPage:
    page = written_page(tournament.pk, number)
    if page is None or (page.over, page.final) != _how_far(tournament):
        page = page_of(*_folded(tournament), number)
    return page


def _pages(tournament: Tournament) -> list[WrittenPage]:
    pages = written_pages(tournament.pk)
    if not pages or (pages[0].over, pages[0].final) != _how_far(tournament):
        state, found = _folded(tournament)
        last = -(-len(found.lines) // LINES_OF_A_PAGE)
        pages = [page_of(state, found, number) for number in range(1, last + 1)]
    return pages


def _folded(tournament: Tournament) -> tuple[State, Ranking]:
    return kept_ranking(tournament.pk, tournament.version, wording_of(tournament))


def _how_far(tournament: Tournament) -> tuple[bool, bool]:
    """Whether it is over, and for good."""
    final = tournament.state == Tournament.State.COMPLETED
    return final or tournament.state == Tournament.State.PROVISIONAL, final


def _lines(tournament: Tournament, page: WrittenPage, first: int) -> Iterator[RankedDocument]:
    documents = entrant_documents(tournament.pk, [UUID(one.entrant) for one in page.lines])
    for position, line in enumerate(page.lines, first):
        yield _line(page, documents, line, position)


def _line(
    page: WrittenPage, documents: Mapping[str, EntrantFields], line: WrittenLine, position: int
) -> RankedDocument:
    stage = page.stages[line.stage - 1]
    return {
        "place": line.place,
        "position": position,
        "entrant": documents[line.entrant],
        "state": line.state,
        "stage": line.stage,
        "stage_name": name_of(stage.is_play_off, stage.name, stage.format, stage.count),
        "champion": line.champion,
    }
