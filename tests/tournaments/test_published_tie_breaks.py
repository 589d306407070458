"""Tie-breaks as published for real events and in FIDE's exercises, figure by figure."""

import pytest

from tests.tournaments.crosstables import (
    CROSSTABLES,
    EXERCISE,
    EXERCISE_ALL_PLAY_ALL,
    UZCHESS_CUP,
    WESTERN_SWISS,
    Crosstable,
)
from tests.tournaments.points_stages import explain, standings_of
from tournaments.core.stages import POINT

FIGURES = [(table, column) for table in CROSSTABLES for column in table.columns]


@pytest.mark.parametrize(
    ("table", "column"), FIGURES, ids=[f"{table.name}: {column}" for table, column in FIGURES]
)
def test_every_published_figure_comes_out(table: Crosstable, column: str) -> None:
    stage = table.stage(tie_breaks=[one for one in table.columns if one != "score"])

    lines = {line.entrant: line for line in standings_of(stage)}

    for entrant, figure in table.figures(column).items():
        found = {one.key: one.value / one.unit for one in lines[entrant].tie_breaks}
        found["score"] = lines[entrant].score / POINT
        assert found[column] == figure, entrant


def test_a_real_swiss_is_ranked_as_it_was_published() -> None:
    stage = WESTERN_SWISS.stage(tie_breaks=["buchholz", "buchholz_cut_1", "sonneborn_berger"])

    order = [int(line.entrant) for line in standings_of(stage)]

    assert order == [1, 6, 5, 10, 2, 7, 4, 11, 3, 9, 12, 8, 13, 14, 15, 16]


def test_a_real_round_robin_is_ranked_as_it_was_published() -> None:
    order = [int(line.entrant) for line in standings_of(UZCHESS_CUP.stage())]

    assert order[:4] == [1, 2, 3, 4]
    assert order[-3:] == [8, 9, 10]


def test_forfeits_of_a_round_robin_count_in_head_to_head() -> None:
    lines = standings_of(EXERCISE_ALL_PLAY_ALL.stage())

    assert [int(line.entrant) for line in lines if line.score < 2 * POINT] == [6, 5, 4]


def test_the_dropped_round_is_a_voluntarily_unplayed_one_although_others_are_worth_less() -> None:
    found = explain(EXERCISE.stage(), "9", "buchholz_cut_1")

    assert [(part.value / found.unit, part.dropped) for part in found.parts] == [
        (3.5, ""),
        (1.0, ""),
        (1.5, "voluntary"),
        (1.5, ""),
        (1.5, ""),
    ]
    assert found.value / found.unit == 7.5


def test_results_as_recorded_count_a_forfeit_against_the_opponent_who_was_due() -> None:
    stage = EXERCISE.stage(unplayed_policy="none", tie_breaks=["buchholz"])

    found = {line.entrant: line.tie_breaks[0] for line in standings_of(stage)}

    assert found["11"].value / found["11"].unit == 12.5
    assert found["5"].value / found["5"].unit == 8.5
