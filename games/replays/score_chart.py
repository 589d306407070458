"""The score of a match as it grew, as paths in a square of 100 by 100 with y downwards."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.replays.telling import Ply

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
TICKS_AT_MOST = 5


@dataclass(frozen=True, slots=True)
class Tick:
    value: int
    y: str


@dataclass(frozen=True, slots=True)
class DealMark:
    """Where a deal begins, from the left, and where its number stands: in its middle."""

    number: int
    x: str
    middle: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """What the sides had at the end of a deal, or of the match, and what it added."""

    deal: int
    added: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Both, side by side."""
        return list(zip(self.added, self.points, strict=True))


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """`lines` are paths by side; `first` and `last` the versions at the left and the right."""

    lines: tuple[str, ...]
    ticks: tuple[Tick, ...]
    deals: tuple[DealMark, ...]
    rows: tuple[TableRow, ...]
    lead_changes: int
    first: int
    last: int


def score_chart(plies: Sequence[Ply]) -> ScoreChart | None:
    """The chart of a match; None of one in which nothing was played."""
    if len(plies) < 2:
        return None
    most = max(1, *(max(ply.points) for ply in plies))
    step = next((step for step in STEPS if -(-most // step) < TICKS_AT_MOST), STEPS[-1])
    top = -(-most // step) * step
    first, last = plies[0].version, plies[-1].version

    def x(version: int) -> str:
        return f"{100 * (version - first) / (last - first):.2f}"

    def y(points: int) -> str:
        return f"{100 * (top - points) / top:.2f}"

    sides = len(plies[0].points)
    lines = []
    for side in range(sides):
        path, before = f"M0 {y(plies[0].points[side])}", plies[0].points[side]
        for ply in plies:
            if ply.points[side] != before:
                before = ply.points[side]
                path += f"H{x(ply.version)}V{y(before)}"
        lines.append(path + "H100")
    starts = [ply for ply in plies if ply.type == "deal_started"]
    ends = [*(ply.version for ply in starts[1:]), last]
    return ScoreChart(
        tuple(lines),
        tuple(Tick(value, y(value)) for value in range(0, top + 1, step)),
        tuple(
            DealMark(ply.deal, x(ply.version), f"{(float(x(ply.version)) + float(x(end))) / 2:.2f}")
            for ply, end in zip(starts, ends, strict=True)
        ),
        _rows(plies),
        len(lead_changes(plies)),
        first,
        last,
    )


def lead_changes(plies: Sequence[Ply]) -> list[Ply]:
    """Where another side than before has more than all others."""
    found, leader = list[Ply](), -1
    for ply in plies:
        best = max(ply.points)
        leading = [side for side, points in enumerate(ply.points) if points == best]
        if len(leading) == 1 and leading[0] != leader:
            if leader >= 0:
                found.append(ply)
            leader = leading[0]
    return found


def _rows(plies: Sequence[Ply]) -> tuple[TableRow, ...]:
    rows, before = list[TableRow](), tuple(0 for _ in plies[0].points)
    for at, ply in enumerate(plies):
        is_last = at + 1 == len(plies) or plies[at + 1].deal != ply.deal
        if is_last and ply.deal:
            added = tuple(now - then for now, then in zip(ply.points, before, strict=True))
            rows.append(TableRow(ply.deal, added, ply.points))
            before = ply.points
    return tuple(rows)
