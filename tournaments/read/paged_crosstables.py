"""The crosstable a page at a time: rows in the order of the standings, a cell for each round, with
the opponents by their positions.
"""

from typing import TypedDict
from uuid import UUID

from games.paging import cursor_of, filled, picked, place_of
from tournaments.core.refusals import NoCrosstable
from tournaments.documents.events import EntrantFields
from tournaments.formats import FORMATS
from tournaments.models import Round, Stage, Tournament
from tournaments.read.crosstables import RoundResult, cells_of
from tournaments.read.paged_rounds import Made
from tournaments.read.standings import Standings, standings_of

ON_A_PAGE = 100


class CrosstableRow(TypedDict):
    position: int
    rank: int
    entrant: EntrantFields
    group: int
    score: int
    cells: list[RoundResult | None]


def page(
    tournament: Tournament,
    stage: Stage,
    *,
    cursor: str | None = None,
    limit: int = ON_A_PAGE,
    fields: frozenset[str] | None = None,
) -> Made:
    """Rows of the newest standings. Refuses `no_crosstable` of a stage that ranks nobody by what
    they scored against whom, and `bad_cursor`.
    """
    if FORMATS[stage.format].ranking is None or FORMATS[stage.format].minutes(stage.options):
        raise NoCrosstable()
    after = 0 if cursor is None else place_of(cursor, int)[0]
    standings = standings_of(tournament, stage)
    first = min(after, standings.count) + 1
    lines = standings.lines(first, first + limit - 1)
    rounds = _rounds(tournament.pk, stage.number)
    wanted = [UUID(line["entrant"]["id"]) for line in lines]
    cells = cells_of(tournament, stage.number, wanted, standings.positions())
    rows: list[CrosstableRow] = [
        {
            "position": line["position"],
            "rank": line["rank"],
            "entrant": line["entrant"],
            "group": line["group"],
            "score": line["score"],
            "cells": [cells.get((line["entrant"]["id"], one)) for one in rounds],
        }
        for line in lines
    ]
    made = filled(rows, lambda row: picked(row, fields), limit)
    shown = first - 1 + len(made.results)
    start = _head(standings, rounds) + made.text
    return Made(start, cursor_of(shown) if shown < standings.count else None)


def _head(standings: Standings, rounds: list[int]) -> bytes:
    numbers = ",".join(map(str, rounds)).encode()
    return b'{"version":%d,"stage":%d,"count":%d,"rounds":[%s],"results":' % (
        standings.version,
        standings.stage,
        standings.count,
        numbers,
    )


def _rounds(tournament: UUID, stage: int) -> list[int]:
    rows = Round.objects.filter(tournament=tournament, stage=stage)
    return list(rows.exclude(state=Round.State.DRAFT).values_list("number", flat=True))
