"""Entrants as CSV: a header row, then one entrant a row. Pure: text in, rows out.

Columns: `handle`, and if wanted `partner`, `name`, `club`, `seed`, `rating`, in any order, with
commas, semicolons or tabs between them. Who has a seed enters in its order, the others behind them
by rating.
"""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from games.texts import PROBLEM as UNSEEN
from games.texts import is_seen
from tournaments.core.refusals import BadCsv

COLUMNS = ("handle", "partner", "name", "club", "seed", "rating")
NUMBERS = ("seed", "rating")
PROBLEMS_SHOWN = 20
# A spreadsheet takes what begins so for a formula.
FORMULA = ("=", "+", "-", "@")


@dataclass(frozen=True, slots=True)
class Row:
    """`line` is the number of the row as people count them, the header being row 1."""

    line: int
    handle: str
    partner: str = ""
    name: str = ""
    club: str = ""
    seed: str = ""
    rating: str = ""

    @property
    def order(self) -> tuple[int, int, int]:
        """Sorts whoever has a better seed, and then a better rating, first."""
        return (
            int(self.seed) if self.seed else 10**6,
            -int(self.rating) if self.rating else 1,
            self.line,
        )


def parse(text: str, most: int) -> list[Row]:
    """The rows, at most `most`. Refuses `bad_csv`, with every row that is wrong."""
    records = _records(text.removeprefix("\ufeff"))
    header = _header(next(records, (1, []))[1])
    rows: list[Row] = []
    problems: list[str] = []
    for line, cells in records:
        if not any(cells):
            continue
        if len(rows) == most:
            raise BadCsv(rows=[f"row {line}: there are more than {most} entrants"])
        row, wrong = _row(line, header, cells)
        rows.append(row)
        problems += wrong
    if not rows:
        problems.append("row 1: no entrant follows the header")
    refuse(problems)
    return sorted(rows, key=lambda row: row.order)


def refuse(problems: list[str]) -> None:
    """Refuses `bad_csv` if there are problems, and names the first of them."""
    if problems:
        raise BadCsv(rows=problems[:PROBLEMS_SHOWN])


def _records(text: str) -> Iterator[tuple[int, list[str]]]:
    """(row number, its cells). Refuses what is no CSV."""
    header = text.split("\n", 1)[0]
    mark = max(",;\t", key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    line = 0
    try:
        for cells in reader:
            line += 1
            yield line, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise BadCsv(rows=[f"row {line + 1}: {error}"]) from error


def _header(cells: list[str]) -> list[str]:
    header = [cell.lower() for cell in cells]
    unknown = [cell[:40] for cell in header if cell not in COLUMNS]
    if "handle" not in header or unknown or len(set(header)) != len(header):
        wanted = ", ".join(COLUMNS)
        raise BadCsv(rows=[f"row 1: it names the columns, each once: handle, and any of {wanted}"])
    return header


def _row(line: int, header: list[str], cells: list[str]) -> tuple[Row, list[str]]:
    if len(cells) != len(header):
        return Row(line, ""), [f"row {line}: {len(cells)} cells under {len(header)} columns"]
    named = dict(zip(header, cells, strict=True))
    problems = [
        f"row {line}, {column}: {problem}"
        for column, cell in named.items()
        if (problem := _problem(column, cell))
    ]
    return Row(line, **named), problems


def _problem(column: str, cell: str) -> str | None:
    if column == "handle" and not cell:
        return "it is empty"
    if column in NUMBERS and cell and not (cell.isascii() and cell.isdigit() and len(cell) < 6):
        return "it takes a whole number"
    if not is_seen(cell):
        return UNSEEN
    if cell.startswith(FORMULA):
        return f"it begins with {cell[0]}, as a formula does"
    return None
