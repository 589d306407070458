"""Round robin: Berger tables, everybody against everybody, groups, who sits out or leaves."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Refusal
from tests.tournaments.bracket_play import (
    NO_SHOW,
    WON_BY_FORFEIT,
    all_made,
    everybody_has_a_place,
    first_wins,
    matches_of,
    play_in_any_order,
    play_round_by_round,
    with_no_shows,
)
from tests.tournaments.format_play import (
    at_random,
    entrants,
    favourites,
    made,
    opening,
    options_of,
    play_out,
)
from tournaments.core.planning import RoundName
from tournaments.core.stages import Status
from tournaments.domain.stage_updates import with_outcomes
from tournaments.formats.kernels.berger import berger_round, berger_rounds
from tournaments.formats.round_robin import LARGEST_GROUP, groups_of
from tournaments.formats.round_robin import ROUND_ROBIN as FORMAT

SEEDS = st.integers(0, 2**32)

# As the handbook of FIDE prints them (C.05, annex 1), without the round's number.
PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
    10: [
        "1-10 2-9 3-8 4-7 5-6",
        "10-6 7-5 8-4 9-3 1-2",
        "2-10 3-1 4-9 5-8 6-7",
        "10-7 8-6 9-5 1-4 2-3",
        "3-10 4-2 5-1 6-9 7-8",
        "10-8 9-7 1-6 2-5 3-4",
        "4-10 5-3 6-2 7-1 8-9",
        "10-9 1-8 2-7 3-6 4-5",
        "5-10 6-4 7-3 8-2 9-1",
    ],
}


@pytest.mark.parametrize("size", PUBLISHED)
def test_rounds_are_those_of_the_published_berger_tables(size: int) -> None:
    rounds = [berger_round(size, number) for number in range(1, size)]

    printed = [" ".join(f"{first}-{second}" for first, second in pairs) for pairs in rounds]
    assert printed == PUBLISHED[size]


@pytest.mark.parametrize("size", PUBLISHED)
def test_with_one_less_the_opponent_of_the_last_sits_out(size: int) -> None:
    assert [berger_round(size - 1, number) for number in range(1, size)] == [
        berger_round(size, number) for number in range(1, size)
    ]


@pytest.mark.parametrize(
    ("count", "cycles"),
    [*((count, 1) for count in range(2, 130)), *((count, 2) for count in range(2, 40))],
)
def test_everybody_meets_everybody_and_seats_are_balanced(count: int, cycles: int) -> None:
    met: Counter[tuple[int, ...]] = Counter()
    seats: dict[int, list[int]] = {place: [] for place in range(1, count + 1)}
    byes: Counter[int] = Counter()
    rounds = berger_rounds(count, cycles)
    for number in range(1, rounds + 1):
        pairs = berger_round(count, number, cycles)
        assert sorted(place for pair in pairs for place in pair) == list(
            range(1, count + count % 2 + 1)
        )
        for pair in pairs:
            if max(pair) > count:
                byes[min(pair)] += 1
                continue
            met[tuple(sorted(pair))] += 1
            for seat, place in enumerate(pair):
                seats[place].append(seat)

    assert rounds == cycles * (count - 1 + count % 2)
    assert met == dict.fromkeys(combinations(seats, 2), cycles)
    assert byes == (dict.fromkeys(seats, cycles) if count % 2 else {})
    for taken in seats.values():
        imbalance = abs(2 * sum(taken) - len(taken))
        assert imbalance <= (0 if count % 2 or cycles == 2 else 1)
        assert max(len(list(run)) for _, run in groupby(taken)) <= 2


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 30), st.integers(1, 5), st.integers(1, 2), SEEDS)
def test_everybody_meets_all_of_their_group_and_nobody_else(
    count: int, groups: int, cycles: int, seed: int
) -> None:
    groups = min(groups, count // 2)
    stage = opening(FORMAT, count, groups=groups, cycles=cycles)

    after = play_out(FORMAT, stage, at_random(seed))

    met = Counter(
        frozenset(pairing.entrants) for pairing in after.pairings() if not pairing.unopposed
    )
    assert met == {
        frozenset(pair): cycles for group in groups_of(after) for pair in combinations(group, 2)
    }
    group_of = {
        entrant: number if groups > 1 else 0
        for number, group in enumerate(groups_of(after), 1)
        for entrant in group
    }
    for pairing in after.pairings():
        assert {group_of[entrant] for entrant in pairing.entrants} == {pairing.group}
    for round_ in after.rounds:
        busy = [entrant for pairing in round_.in_order for entrant in pairing.entrants]
        assert len(set(busy)) == len(busy)
        assert [pairing.number for pairing in round_.in_order] == list(
            range(1, round_.expected + 1)
        )
    assert len(after.rounds) == FORMAT.planned_rounds(stage.options, count)
    assert FORMAT.due(after) == ()
    assert everybody_has_a_place(FORMAT, after)
    assert sum(line.score for line in FORMAT.standings(after)) == 60 * matches_of(after)


def test_strong_entrants_are_dealt_out_over_the_groups() -> None:
    stage = opening(FORMAT, 8, groups=2)

    assert groups_of(stage) == (
        ("e00001", "e00004", "e00005", "e00008"),
        ("e00002", "e00003", "e00006", "e00007"),
    )


def test_sitting_out_earns_nothing() -> None:
    stage = play_out(FORMAT, opening(FORMAT, 5), favourites(entrants(5)))

    byes = [pairing for pairing in stage.pairings() if pairing.unopposed]
    assert sorted(pairing.entrants[0] for pairing in byes) == list(entrants(5))
    for pairing in byes:
        assert pairing.outcomes is not None
        assert pairing.outcomes[0].status is Status.BYE_ALLOCATED
    assert [line.score for line in FORMAT.standings(stage)] == [240, 180, 120, 60, 0]
    assert [line.played for line in FORMAT.standings(stage)] == [4] * 5


def test_a_match_is_due_once_both_have_played_their_rounds_before_it() -> None:
    stage = all_made(FORMAT, opening(FORMAT, 6))
    first = stage.round(1)
    assert first is not None
    for number in (2, 3):
        stage = with_outcomes(stage, 1, number, first_wins(first.pairings[number]))

    (planned,) = FORMAT.due(stage)

    assert (planned.number, planned.expected) == (2, 3)
    assert [one.sides for one in planned.pairings] == [(("e00005",), ("e00003",))]
    assert FORMAT.due(made(stage, planned)) == ()


def test_nobody_gets_far_ahead_of_the_slowest() -> None:
    stage = all_made(FORMAT, opening(FORMAT, 40, groups=2))
    slow = set(groups_of(stage)[0][:2])
    while True:
        waiting = [
            pairing
            for pairing in stage.pairings()
            if not pairing.decided and slow.isdisjoint(pairing.entrants)
        ]
        if not waiting:
            break
        for pairing in waiting:
            stage = with_outcomes(stage, pairing.round, pairing.number, first_wins(pairing))
        stage = all_made(FORMAT, stage)

    assert [round_.number for round_ in stage.rounds] == list(range(1, 10))


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 16), st.integers(1, 3), SEEDS)
def test_it_always_ends_in_any_order_with_any_no_shows(count: int, groups: int, seed: int) -> None:
    stage = opening(FORMAT, count, groups=min(groups, count // 2))

    apart = play_in_any_order(FORMAT, stage, with_no_shows(seed), seed)
    together = play_round_by_round(FORMAT, stage, with_no_shows(seed))

    for after in (apart, together):
        assert FORMAT.due(after) == ()
        assert everybody_has_a_place(FORMAT, after)
    sides = {(one.round, one.number): one.sides for one in apart.pairings()}
    assert {(one.round, one.number): one.sides for one in together.pairings()} == sides


def test_results_of_somebody_who_leaves_early_do_not_count() -> None:
    stage = all_made(FORMAT, opening(FORMAT, 6))
    leaver, favourite = "e00006", favourites(stage.seeds)
    while not FORMAT.complete(stage):
        for pairing in stage.pairings():
            if not pairing.decided:
                outcomes = favourite(pairing)
                if pairing.round > 1 and leaver in pairing.entrants:
                    first_left = pairing.sides[0] == (leaver,)
                    outcomes = (NO_SHOW, WON_BY_FORFEIT)[:: 1 if first_left else -1]
                stage = with_outcomes(stage, pairing.round, pairing.number, outcomes)
        stage = all_made(FORMAT, stage)
    stage = replace(stage, left=stage.left.insert(leaver, 1))

    lines = FORMAT.standings(stage)

    assert [(line.entrant, line.score) for line in lines] == list(
        zip(entrants(6), [240, 180, 120, 60, 0, 0], strict=True)
    )
    stage = replace(stage, options={**stage.options, "withdrawal": "forfeit"})
    lines = FORMAT.standings(stage)
    assert [line.score for line in lines] == [300, 240, 180, 120, 60, 0]


def test_rounds_have_their_numbers_as_names() -> None:
    assert FORMAT.round_name(opening(FORMAT, 4), 3) == RoundName("round", {"number": 3})


@pytest.mark.parametrize(
    ("count", "groups", "code"),
    [
        (0, 1, "too_few_entrants"),
        (1, 1, "too_few_entrants"),
        (7, 4, "too_few_entrants"),
        (LARGEST_GROUP + 1, 1, "too_many_entrants"),
        (100_001, 2, "too_many_entrants"),
    ],
)
def test_groups_that_are_too_small_or_too_large_are_refused(
    count: int, groups: int, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        FORMAT.check(options_of(FORMAT, {"groups": groups}), count)

    assert refused.value.code == code


def test_tie_breaks_that_there_are_not_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        FORMAT.check(options_of(FORMAT, {"tie_breaks": ["beauty"]}), 8)

    assert refused.value.code == "bad_field"
