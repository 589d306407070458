"""Standings of points: what must hold of them whatever was played."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from rpds import HashTrieMap

from tests.tournaments.points_stages import ALL, all_play_all, explain, stages, standings_of
from tournaments.core.planning import Line
from tournaments.core.ranking import TIE_BREAKS
from tournaments.core.stages import POINT, Stage
from tournaments.core.standings import qualified

FEW = settings(deadline=None, max_examples=100)
ORDERS = st.lists(st.sampled_from(ALL), unique=True, max_size=5)


def with_options(stage: Stage, **options: object) -> Stage:
    return replace(stage, options={**stage.options, **options})


def value(line: Line, key: str) -> Fraction:
    return next(Fraction(one.value, one.unit) for one in line.tie_breaks if one.key == key)


@FEW
@given(stages(), ORDERS)
def test_standings_are_a_total_order_of_everybody(stage: Stage, order: list[str]) -> None:
    lines = standings_of(with_options(stage, tie_breaks=order))

    assert sorted(line.entrant for line in lines) == sorted(stage.seeds)
    assert [line.position for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0].rank == 1
    for upper, lower in pairwise(lines):
        before, after = (
            (line.score, *(one.value for one in line.tie_breaks if one.key != "lot"))
            for line in (upper, lower)
        )
        assert before >= after
        shared = before == after
        assert lower.rank == (upper.rank if shared else lower.position)


@FEW
@given(stages(), ORDERS)
def test_the_lot_alone_depends_on_who_is_called_what(stage: Stage, order: list[str]) -> None:
    stage = with_options(stage, tie_breaks=order)
    other = {one: f"x{at:03}" for at, one in enumerate(reversed(stage.seeds))}
    renamed = replace(
        stage,
        seeds=tuple(sorted(other.values())),
        rounds=tuple(
            replace(
                round_,
                pairings=HashTrieMap(
                    {
                        number: replace(
                            pairing,
                            sides=tuple(
                                tuple(other[one] for one in side) for side in pairing.sides
                            ),
                        )
                        for number, pairing in round_.pairings.items()
                    }
                ),
            )
            for round_ in stage.rounds
        ),
        joined=HashTrieMap({other[one]: number for one, number in stage.joined.items()}),
    )

    lines = {other[line.entrant]: line for line in standings_of(stage)}

    for line in standings_of(renamed):
        was = lines[line.entrant]
        assert (line.rank, line.score) == (was.rank, was.score)
        assert line.tie_breaks[:-1] == was.tie_breaks[:-1]


@FEW
@given(stages(), ORDERS, st.sampled_from(ALL))
def test_one_more_tie_break_reorders_nobody_who_was_separated(
    stage: Stage, order: list[str], added: str
) -> None:
    shorter = {one.entrant: one.rank for one in standings_of(with_options(stage, tie_breaks=order))}
    longer = standings_of(with_options(stage, tie_breaks=[*dict.fromkeys([*order, added])]))

    ranks = [shorter[line.entrant] for line in longer]
    assert ranks == sorted(ranks)


@FEW
@given(stages())
def test_cuts_are_at_most_buchholz_and_so_is_sonneborn_berger(stage: Stage) -> None:
    keys = ["buchholz", "buchholz_cut_1", "buchholz_cut_2", "median_buchholz", "sonneborn_berger"]
    for line in standings_of(with_options(stage, tie_breaks=keys)):
        whole, once, twice, median, defeated = (value(line, key) for key in keys)
        assert whole >= once >= twice
        assert once >= median
        assert whole >= defeated


@FEW
@given(stages(policy="none"))
def test_as_recorded_the_sum_of_all_buchholz_is_each_score_times_its_matches(stage: Stage) -> None:
    lines = standings_of(with_options(stage, tie_breaks=["buchholz"]))

    matches = dict.fromkeys(stage.seeds, 0)
    for pairing in stage.pairings():
        for entrant in pairing.entrants:
            matches[entrant] += not pairing.unopposed
    expected = sum(Fraction(line.score, POINT) * matches[line.entrant] for line in lines)
    assert sum(value(line, "buchholz") for line in lines) == expected


@FEW
@given(st.randoms(use_true_random=False), st.integers(2, 9))
def test_in_a_round_robin_equals_have_equal_buchholz(dice: random.Random, size: int) -> None:
    stage = with_options(all_play_all(dice, size), tie_breaks=["buchholz"])

    found: dict[int, set[Fraction]] = {}
    for line in standings_of(stage):
        found.setdefault(line.score, set()).add(value(line, "buchholz"))
    assert all(len(values) == 1 for values in found.values())


@FEW
@given(st.randoms(use_true_random=False), st.integers(2, 7))
def test_head_to_head_puts_the_winner_of_a_pair_first(dice: random.Random, size: int) -> None:
    stage = all_play_all(dice, size)
    won = {
        (pairing.winner[0], (set(pairing.entrants) - set(pairing.winner)).pop())
        for pairing in stage.pairings()
        if pairing.winner
    }

    lines = standings_of(stage)
    for upper, lower in pairwise(lines):
        if sum(line.score == upper.score for line in lines) == 2 and upper.score == lower.score:
            assert (upper.entrant, lower.entrant) in won


@FEW
@given(stages(), st.sampled_from([key for key in TIE_BREAKS if key != "duplicate"]))
def test_every_value_is_the_sum_or_the_mean_of_the_parts_that_explain_it(
    stage: Stage, key: str
) -> None:
    stage = with_options(stage, tie_breaks=["wins", key] if key != "wins" else [key])
    ratings = {one: 1500 + 7 * at for at, one in enumerate(stage.seeds[1:])}
    stage = with_options(stage, ratings=ratings)

    for line in standings_of(stage):
        found = explain(stage, line.entrant, key)
        kept = [part.value for part in found.parts if not part.dropped]
        shown = next(one for one in line.tie_breaks if one.key == key)
        assert (found.value, found.unit) == (shown.value, shown.unit)
        if found.method == "sum":
            assert abs(found.value - sum(kept)) <= len(kept) * (found.unit == 1_000_000)
        elif found.method == "mean" and kept:
            assert abs(found.value * len(kept) - sum(kept)) <= len(kept)


@FEW
@given(stages())
def test_who_leaves_after_the_end_changes_no_place(stage: Stage) -> None:
    lines = standings_of(stage)

    left = HashTrieMap({one: len(stage.rounds) for one in stage.seeds[::2]})
    after = standings_of(replace(stage, left=left, absent=frozenset(left)))

    assert after == lines
    assert qualified(lines, 3) == tuple(line.entrant for line in lines[:3])
