"""Crosstables: who met whom with what result. A grid for a round robin, rows by round else."""

from collections.abc import Mapping, Sequence
from typing import TypedDict
from uuid import UUID

from django.db.models import Q, QuerySet

from tournaments.documents.events import PairingDocument
from tournaments.documents.standings import StandingDocument
from tournaments.models import Pairing, Round, Seating, Tournament
from tournaments.read import round_views
from tournaments.read.standings import Standings
from tournaments.store.standings_snapshots import LINES_OF_A_PAGE
from tournaments.text.amounts import amount_text


class Result(TypedDict):
    """`text` is the score, or the sign of what was not played; empty while it is open."""

    text: str
    status: str | None
    bye: bool
    place: int | None
    match: str | None
    round: int


class RoundResult(Result):
    """With the positions of those at the other sides and at the own."""

    opponents: list[int]
    partners: list[int]


class Cell(TypedDict):
    self: bool
    results: list[Result]


class GridRow(TypedDict):
    number: int
    line: StandingDocument
    cells: list[Cell]


class Grid(TypedDict):
    group: int
    numbers: list[int]
    rows: list[GridRow]


class RoundsRow(TypedDict):
    line: StandingDocument
    cells: list[RoundResult | None]


class RoundsTable(TypedDict):
    rounds: list[int]
    rows: list[RoundsRow]


_BYES = {"bye_allocated", "bye_requested"}
_UNPLAYED = {"forfeit_win": "+", "forfeit_loss": "−", "no_show": "−", "absent": "–", "void": "–"}


def grids(tournament: Tournament, standings: Standings) -> list[Grid]:
    """A grid for each group: rows in the order of its standings, a cell for each two."""
    lines = standings.lines(1, standings.count)
    groups: dict[int, list[StandingDocument]] = {}
    for line in lines:
        groups.setdefault(line["group"], []).append(line)
    cells = _met(tournament, standings.stage)
    return [
        {
            "group": group,
            "numbers": list(range(1, len(rows) + 1)),
            "rows": [
                {
                    "number": number,
                    "line": row,
                    "cells": [_cell(row, other, cells) for other in rows],
                }
                for number, row in enumerate(rows, 1)
            ],
        }
        for group, rows in sorted(groups.items())
    ]


def _cell(
    row: StandingDocument,
    other: StandingDocument,
    cells: Mapping[tuple[str, str], list[Result]],
) -> Cell:
    ours, theirs = row["entrant"]["id"], other["entrant"]["id"]
    return {"self": ours == theirs, "results": cells.get((ours, theirs), [])}


def _met(tournament: Tournament, stage: int) -> dict[tuple[str, str], list[Result]]:
    """By two entrants, what the first got out of their pairings."""
    found: dict[tuple[str, str], list[Result]] = {}
    for pairing in _published(tournament, stage):
        seatings = list(pairing.seatings.all())
        for own in seatings:
            for other in seatings:
                if own.side != other.side:
                    key = (own.entrant_id.hex, other.entrant_id.hex)
                    found.setdefault(key, []).append(_result(pairing, own))
    return found


def by_round(tournament: Tournament, standings: Standings, page: int) -> RoundsTable:
    """A page of rows in the order of the standings, a cell for each round: the opponents by their
    positions, and the result.
    """
    first = (page - 1) * LINES_OF_A_PAGE + 1
    lines = standings.lines(first, first + LINES_OF_A_PAGE - 1)
    positions = standings.positions()
    wanted = [UUID(line["entrant"]["id"]) for line in lines]
    rounds = list(
        Round.objects.filter(tournament=tournament, stage=standings.stage)
        .exclude(state=Round.State.DRAFT)
        .values_list("number", flat=True)
    )
    cells = cells_of(tournament, standings.stage, wanted, positions)
    return {
        "rounds": rounds,
        "rows": [
            {"line": line, "cells": [cells.get((line["entrant"]["id"], one)) for one in rounds]}
            for line in lines
        ],
    }


def cells_of(
    tournament: Tournament, stage: int, entrants: Sequence[UUID], positions: Mapping[UUID, int]
) -> dict[tuple[str, int], RoundResult]:
    """What came of each published round for these entrants, by the entrant's id and the round."""
    wanted = set(entrants)
    ids = Seating.objects.filter(
        entrant__in=entrants, pairing__tournament=tournament, pairing__stage=stage
    ).values("pairing")
    cells: dict[tuple[str, int], RoundResult] = {}
    for pairing in _published(tournament, stage).filter(pk__in=ids):
        seatings = list(pairing.seatings.all())
        for own in seatings:
            if own.entrant_id in wanted:
                key = (own.entrant_id.hex, pairing.round)
                cells[key] = _row_cell(pairing, own, seatings, positions)
    return cells


def _row_cell(
    pairing: Pairing, own: Seating, seatings: list[Seating], positions: Mapping[UUID, int]
) -> RoundResult:
    return {
        **_result(pairing, own),
        "opponents": [positions[one.entrant_id] for one in seatings if one.side != own.side],
        "partners": [
            positions[one.entrant_id] for one in seatings if one.side == own.side and one != own
        ],
    }


def _result(pairing: Pairing, own: Seating) -> Result:
    if own.status in _BYES:
        text = amount_text(own.score or 0)
    elif own.status in _UNPLAYED:
        text = _UNPLAYED[own.status]
    else:
        text = "" if own.score is None else amount_text(own.score)
    return {
        "text": text,
        "status": own.status or None,
        "bye": own.status in _BYES,
        "place": own.place,
        "match": pairing.match_id.hex if pairing.match_id else None,
        "round": pairing.round,
    }


def _published(tournament: Tournament, stage: int) -> QuerySet[Pairing]:
    drafts = Round.objects.filter(
        tournament=tournament, stage=stage, state=Round.State.DRAFT
    ).values("number")
    rows = Pairing.objects.filter(tournament=tournament, stage=stage).exclude(round__in=drafts)
    return rows.prefetch_related("seatings")


def results_of(tournament: Tournament, stage: int, entrant: UUID) -> list[PairingDocument]:
    """The published pairings of an entrant, by round."""
    mine = _published(tournament, stage).filter(seatings__entrant=entrant)
    return round_views.tables(tournament, Q(pk__in=mine.values("pk")))
