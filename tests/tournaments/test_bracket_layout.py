"""The drawing of a bracket: every pairing has a place of its own, whatever the size."""

from itertools import pairwise

import pytest

from tests.tournaments.format_play import opening
from tournaments.formats import FORMATS, bracket_of
from tournaments.read.bracket_layout import COLUMN, Chart

BRACKETS = {key: one for key in FORMATS if (one := bracket_of(key)) is not None}


def chart_of(key: str, entrants: int, **options: object) -> Chart:
    format_ = BRACKETS[key]
    stage = opening(format_, entrants, **options)
    tree = format_.tree(stage)
    return Chart(tree, {number: format_.part(stage, number) for number in tree.rounds})


CASES = [
    ("single_elimination", {}),
    ("single_elimination", {"third_place": True}),
    ("double_elimination", {}),
    ("double_elimination", {"grand_final": "none"}),
]


@pytest.mark.parametrize(("key", "options"), CASES)
@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 8, 11, 33, 64])
def test_a_small_bracket_is_drawn_whole_and_nothing_covers_anything(
    key: str, options: dict[str, object], entrants: int
) -> None:
    chart = chart_of(key, entrants, **options)
    assert chart.small
    layout = chart.layout()
    assert set(layout.cells) == set(chart.nodes)
    columns: dict[int, list[float]] = {}
    for cell in layout.cells.values():
        columns.setdefault(cell.column, []).append(cell.row)
    for rows in columns.values():
        rows.sort()
        assert all(after - before >= 1 for before, after in pairwise(rows))


@pytest.mark.parametrize("key", BRACKETS)
@pytest.mark.parametrize("entrants", [100, 700, 4096])
def test_the_windows_of_a_large_bracket_show_every_pairing_of_the_first_round(
    key: str, entrants: int
) -> None:
    chart = chart_of(key, entrants)
    assert not chart.small
    for slot in [slot for slot in chart.nodes if slot[0] == 1][:: entrants // 50]:
        layout = chart.layout(chart.window_of(slot))
        assert slot in layout.cells
        assert len(layout.cells) <= 4 * COLUMN


def test_a_line_leads_from_each_pairing_to_where_its_winner_goes() -> None:
    chart = chart_of("single_elimination", 8)
    assert sorted(chart.layout().lines) == [
        ((1, 1), (2, 1)), ((1, 2), (2, 1)), ((1, 3), (2, 2)), ((1, 4), (2, 2)),
        ((2, 1), (3, 1)), ((2, 2), (3, 1)),
    ]  # fmt: skip
