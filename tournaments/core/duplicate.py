"""Luck-adjusted points: what an entrant made of the same cards as others had in the same seat."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import lcm

from tournaments.core.stages import Stage
from tournaments.core.tie_break_rules import MILLIONTH

# By entrant, in millionths of a point.
Luck = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class DealPoints:
    """The points of one entrant in one deal. Deals with the same `board` and number have the same
    deck at every table; partners have a row each.
    """

    board: str
    deal: int
    seat: int
    entrant: str
    points: int


def luck_of(stage: Stage) -> Luck:
    """Of the decided pairings of a stage whose rounds were dealt the same cards at every table."""
    if not stage.deals:
        return {}
    return luck_adjusted(
        DealPoints(f"{round_.number}", deal, side, entrant, points[side])
        for round_ in stage.rounds
        for pairing in round_.pairings.values()
        for deal, points in enumerate(stage.deals.get((round_.number, pairing.number), ()), 1)
        for side, entrants in enumerate(pairing.sides)
        for entrant in entrants
    )


def luck_adjusted(deals: Iterable[DealPoints]) -> Luck:
    """Adds up, deal by deal, own points less the average of all who had that board, deal and seat.

    Worked out exactly and cut down to millionths at the end, whatever the order of the rows.
    """
    same: dict[tuple[str, int, int], list[DealPoints]] = {}
    for row in deals:
        same.setdefault((row.board, row.deal, row.seat), []).append(row)
    unit = lcm(*(len(rows) for rows in same.values()))
    exact: dict[str, int] = {}
    for rows in same.values():
        average = unit // len(rows) * sum(row.points for row in rows)
        for row in rows:
            exact[row.entrant] = exact.get(row.entrant, 0) + unit * row.points - average
    return {entrant: value * MILLIONTH // unit for entrant, value in exact.items()}
