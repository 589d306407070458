"""The ranking of a large event, written down a page at a time: who reads a page of it need not fold
the event. A small one is folded when somebody asks.

It is kept beside the editions of standings, as those of a stage 0, which no event has. Of the
entrants it holds ids alone, so that names may change under it.
"""

import json
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction

from tournaments.domain.ranking import Ranking, whole_ranking
from tournaments.domain.settings import PLAY_OFF
from tournaments.domain.state import EntrantStatus, Phase, State
from tournaments.models import Stage, StandingsEdition, StandingsPage

LINES_OF_A_PAGE = 200
# One that is not longer takes a single page, and not long.
LARGE = LINES_OF_A_PAGE
WHOLE_EVENT = 0


@dataclass(frozen=True, slots=True)
class PlayedStage:
    """What a stage is called by; `count` is how many stages there are."""

    is_play_off: bool
    name: str
    format: str
    count: int


@dataclass(frozen=True, slots=True)
class WrittenLine:
    place: int
    entrant: str
    state: str
    stage: int
    champion: bool


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """Lines of the ranking at a version, of `count` in all; `decided` by what, once it is over."""

    version: int
    count: int
    over: bool
    final: bool
    decided: str
    stages: tuple[PlayedStage, ...]
    lines: tuple[WrittenLine, ...]


def page_of(state: State, found: Ranking, number: int) -> WrittenPage:
    """A page of this ranking of the state, from 1; without lines after the last."""
    first = (number - 1) * LINES_OF_A_PAGE
    final = state.phase is Phase.COMPLETED
    over = final or state.phase is Phase.PROVISIONAL
    settings = [state.stage_settings(one.stage.number) for one in state.stages]
    return WrittenPage(
        version=state.version,
        count=len(found.lines),
        over=over,
        final=final,
        decided=found.decided.value,
        stages=tuple(
            PlayedStage(one is PLAY_OFF, one.name, one.format, len(settings)) for one in settings
        ),
        lines=tuple(
            WrittenLine(
                line.place,
                line.entrant,
                EntrantStatus(state.entrants[line.entrant].standing).value,
                line.stage,
                over and line.entrant in found.champions,
            )
            for line in found.lines[first : first + LINES_OF_A_PAGE]
        ),
    )


def publish_ranking(tournament_id: UUID, state: State) -> None:
    """Writes the ranking of a large event at this state, in the place of an older one."""
    if not state.stages or len(state.entrants) <= LARGE:
        return
    with transaction.atomic():
        # Who publishes meanwhile waits here.
        list(Stage.objects.select_for_update().filter(tournament=tournament_id, number=1))
        kept = StandingsEdition.objects.filter(tournament=tournament_id, stage=WHOLE_EVENT)
        if kept.filter(version__gte=state.version).exists():
            return
        kept.delete()
        pages = texts_of(state)
        edition = StandingsEdition.objects.create(
            tournament_id=tournament_id,
            stage=WHOLE_EVENT,
            version=state.version,
            rounds_closed=0,
            count=page_of(state, whole_ranking(state), 1).count,
            order=b"",
        )
        StandingsPage.objects.bulk_create(
            (StandingsPage(edition=edition, number=at, lines=text) for at, text in pages.items()),
            batch_size=1,
        )


def texts_of(state: State) -> dict[int, str]:
    """The pages as they are written, by number."""
    found = whole_ranking(state)
    last = max(1, -(-len(found.lines) // LINES_OF_A_PAGE))
    return {at: _text(page_of(state, found, at)) for at in range(1, last + 1)}


def written_page(tournament_id: UUID, number: int) -> WrittenPage | None:
    """A page of the newest ranking that is written down; one without lines after the last. None
    where there is none.
    """
    rows = StandingsPage.objects.filter(
        edition__tournament=tournament_id, edition__stage=WHOLE_EVENT, number__in={1, number}
    ).order_by("-edition__version", "-number")
    row = rows.values_list("edition__version", "edition__count", "number", "lines").first()
    if row is None:
        return None
    version, count, at, text = row
    page = _page(version, count, text)
    return page if at == number else replace(page, lines=())


def written_pages(tournament_id: UUID) -> list[WrittenPage]:
    """All pages of the newest ranking that is written down, in order; none where there is none."""
    rows = StandingsPage.objects.filter(
        edition__tournament=tournament_id, edition__stage=WHOLE_EVENT
    ).order_by("-edition__version", "number")
    found = list(rows.values_list("edition__version", "edition__count", "lines"))
    return [_page(*row) for row in found if row[0] == found[0][0]]


def _page(version: int, count: int, text: str) -> WrittenPage:
    told = json.loads(text)
    return WrittenPage(
        version=version,
        count=count,
        over=told["over"],
        final=told["final"],
        decided=told["decided"],
        stages=tuple(PlayedStage(*one) for one in told["stages"]),
        lines=tuple(WrittenLine(*line) for line in told["lines"]),
    )


def fault_of(edition: StandingsEdition, state: State) -> str | None:
    """What is written otherwise than the state has it."""
    wanted = texts_of(state)
    rows = StandingsPage.objects.filter(edition=edition)
    pages = dict(rows.values_list("number", "lines"))
    if sorted(pages) != sorted(wanted):
        return f"it has the pages {sorted(pages)}"
    count = len(whole_ranking(state).lines)
    if (edition.count, edition.rounds_closed, bytes(edition.order)) != (count, 0, b""):
        return f"it should have {count} lines"
    for number, text in wanted.items():
        if pages[number] != text:
            return f"page {number} is {pages[number]}, and should be {text}"
    return None


def _text(page: WrittenPage) -> str:
    """Without what the edition itself says."""
    told = {
        "over": page.over,
        "final": page.final,
        "decided": page.decided,
        "stages": [[one.is_play_off, one.name, one.format, one.count] for one in page.stages],
        "lines": [
            [one.place, one.entrant, one.state, one.stage, one.champion] for one in page.lines
        ],
    }
    return json.dumps(told, separators=(",", ":"))
