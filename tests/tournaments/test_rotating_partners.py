"""Rotating partners: everybody with everybody, as evenly as it can be done."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rpds import HashTrieMap

from tests.tournaments.format_play import at_random, opening, play_out, step
from tests.tournaments.table_rounds import check_cover, first_seats, tables, unopposed, with_lot
from tournaments.core.refusals import BadField, TooFewEntrants
from tournaments.core.scores import bye
from tournaments.core.stages import POINT, Stage, Status
from tournaments.formats.kernels.whist import design, design_rounds, has_design
from tournaments.formats.rotating_partners import ROTATING_PARTNERS

DESIGNS = [entrants for entrants in range(4, 60) if has_design(entrants)]


def played(entrants: int, rounds: int | None = None, seed: int = 0) -> Stage:
    stage = with_lot(opening(ROTATING_PARTNERS, entrants, rounds=rounds), seed)
    return play_out(ROTATING_PARTNERS, stage, at_random(seed))


def partners(stage: Stage) -> Counter[frozenset[str]]:
    return Counter(frozenset(side) for pairing in tables(stage) for side in pairing.sides)


def opponents(stage: Stage) -> Counter[frozenset[str]]:
    return Counter(
        frozenset((one, other))
        for pairing in tables(stage)
        for one in pairing.sides[0]
        for other in pairing.sides[1]
    )


def pairs(stage: Stage) -> list[frozenset[str]]:
    return [frozenset(pair) for pair in combinations(stage.seeds, 2)]


def spread(counts: Counter[frozenset[str]], stage: Stage) -> int:
    values = [counts[pair] for pair in pairs(stage)]
    return max(values) - min(values)


def test_designs_are_shipped_for_the_usual_numbers() -> None:
    assert DESIGNS == [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 36, 37, 41]


@pytest.mark.parametrize("entrants", DESIGNS)
def test_in_a_design_all_are_partners_once_and_opponents_twice(entrants: int) -> None:
    together: Counter[frozenset[int]] = Counter()
    against: Counter[frozenset[int]] = Counter()
    sat_out: Counter[int] = Counter()
    assert len(design(entrants)) == design_rounds(entrants)
    for round_ in design(entrants):
        seated = [one for table in round_ for one in table]
        assert len(set(seated)) == len(seated) == entrants // 4 * 4
        sat_out.update(set(range(entrants)).difference(seated))
        for a, b, c, d in round_:
            together.update((frozenset((a, b)), frozenset((c, d))))
            against.update(frozenset((one, other)) for one in (a, b) for other in (c, d))
    everybody = [frozenset(pair) for pair in combinations(range(entrants), 2)]
    assert together == dict.fromkeys(everybody, 1)
    assert against == dict.fromkeys(everybody, 2)
    assert sat_out == (dict.fromkeys(range(entrants), 1) if entrants % 4 else {})


@pytest.mark.parametrize("entrants", [4, 5, 8, 9, 12, 13])
def test_a_small_event_is_a_full_cycle(entrants: int) -> None:
    stage = played(entrants)
    assert len(stage.rounds) == design_rounds(entrants)
    assert set(map(partners(stage).__getitem__, pairs(stage))) == {1}
    assert set(map(opponents(stage).__getitem__, pairs(stage))) == {2}


@pytest.mark.parametrize(
    ("entrants", "rounds"),
    [(8, 3), (9, 5), (12, 6), (13, 6), (14, 8), (16, 5), (16, 8), (18, 8), (20, 8), (100, 6)],
)
def test_fewer_rounds_repeat_no_partner_and_spread_the_opponents(
    entrants: int, rounds: int
) -> None:
    stage = played(entrants, rounds)
    assert max(partners(stage).values()) == 1
    assert spread(opponents(stage), stage) <= 2


@pytest.mark.parametrize(
    ("entrants", "rounds"), [(8, 4), (8, 6), (12, 3), (16, 5), (22, 8), (33, 8), (40, 8)]
)
def test_opponents_are_even_where_there_is_room(entrants: int, rounds: int) -> None:
    stage = played(entrants, rounds)
    assert spread(opponents(stage), stage) <= 1


@pytest.mark.parametrize("entrants", [*range(4, 24), 30, 41, 47])
def test_everybody_sits_out_as_often(entrants: int) -> None:
    stage = played(entrants, min(8, entrants - 1))
    out = unopposed(stage)
    counts = [out[entrant] for entrant in stage.seeds]
    assert max(counts) - min(counts) <= 1
    assert sum(counts) == entrants % 4 * len(stage.rounds)
    for pairing in stage.pairings():
        if pairing.unopposed:
            assert pairing.outcomes == bye(POINT // 2)


@pytest.mark.parametrize(("entrants", "rounds"), [(6, 6), (7, 7), (10, 10), (11, 11)])
def test_partners_hardly_repeat_where_no_design_is_possible(entrants: int, rounds: int) -> None:
    stage = played(entrants, rounds)
    assert max(partners(stage).values()) <= 2
    assert spread(opponents(stage), stage) <= 2
    assert max(unopposed(stage).values()) == entrants % 4 * rounds // entrants


def test_both_of_a_side_get_what_the_side_gets() -> None:
    stage = played(8, 1)
    scores = {line.entrant: line.score for line in ROTATING_PARTNERS.standings(stage)}
    for pairing in tables(stage):
        assert pairing.outcomes
        for (one, mate), outcome in zip(pairing.sides, pairing.outcomes, strict=True):
            assert scores[one] == scores[mate] == outcome.score


@pytest.mark.parametrize(("entrants", "rounds"), [(16, 15), (24, 8)])
def test_everybody_sits_first_about_as_often(entrants: int, rounds: int) -> None:
    stage = played(entrants, rounds)
    first = first_seats(stage)
    assert max(first.values()) - min(first[one] for one in stage.seeds) <= 2


def test_after_a_withdrawal_those_who_stay_have_no_partner_again() -> None:
    stage = with_lot(opening(ROTATING_PARTNERS, 16), 3)
    rule = at_random(3)
    stage = replace(stage, options=stage.options | {"rounds": 15})
    for _ in range(3):
        stage = step(ROTATING_PARTNERS, stage, rule)
    codes = {why.code for one in ROTATING_PARTNERS.due(stage)[0].pairings for why in one.why}
    assert codes == {"whist_design"}
    gone = stage.seeds[4]
    stage = replace(stage, absent=frozenset({gone}), left=HashTrieMap({gone: 3}))
    for _ in range(4):
        (round_,) = ROTATING_PARTNERS.due(stage)
        check_cover(stage, round_, {4})
        assert {why.code for one in round_.pairings for why in one.why} == {"searched", "sits_out"}
        stage = step(ROTATING_PARTNERS, stage, rule)
    assert max(partners(stage).values()) == 1
    assert max(unopposed(stage).values()) == 1


def test_absent_requesting_and_late_entrants_each_get_what_they_should() -> None:
    stage = step(ROTATING_PARTNERS, opening(ROTATING_PARTNERS, 12, rounds=4), at_random(1))
    stage = replace(
        stage,
        seeds=(*stage.seeds, "late"),
        joined=HashTrieMap({"late": 2}),
        absent=frozenset({"e00001"}),
        byes={"e00002": 60},
    )
    (round_,) = ROTATING_PARTNERS.due(stage)
    check_cover(stage, round_, {4})
    alone = {one.sides[0][0]: one.outcomes for one in round_.pairings if one.outcomes}
    assert alone.pop("e00001") == bye(0, Status.ABSENT)
    assert alone.pop("e00002") == bye(60, Status.BYE_REQUESTED)
    assert list(alone.values()) == [bye(POINT // 2)] * 3
    assert "late" not in alone  # it has missed a round already


@settings(max_examples=10, deadline=None)
@given(st.integers(4, 17), st.integers(0, 10**6), st.data())
def test_it_always_ends_whoever_leaves_and_comes_back(
    entrants: int, seed: int, data: st.DataObject
) -> None:
    stage, rule = with_lot(opening(ROTATING_PARTNERS, entrants), seed), at_random(seed)
    names = st.sampled_from(stage.seeds)
    for _ in range(20):
        if ROTATING_PARTNERS.complete(stage):
            break
        for round_ in ROTATING_PARTNERS.due(stage):
            check_cover(stage, round_, {4})
        before = stage
        stage = step(ROTATING_PARTNERS, stage, rule)
        assert stage != before
        for entrant in data.draw(st.sets(names, max_size=2)):
            stage = replace(stage, left=stage.left.insert(entrant, len(stage.rounds)))
        paused = data.draw(st.sets(names, max_size=3))
        stage = replace(stage, absent=frozenset(paused).union(stage.left))
    assert ROTATING_PARTNERS.complete(stage)
    assert len(ROTATING_PARTNERS.standings(stage)) == entrants


def test_the_lot_alone_decides() -> None:
    stage = opening(ROTATING_PARTNERS, 18)
    assert ROTATING_PARTNERS.due(with_lot(stage, 1)) == ROTATING_PARTNERS.due(with_lot(stage, 1))
    assert ROTATING_PARTNERS.due(with_lot(stage, 1)) != ROTATING_PARTNERS.due(with_lot(stage, 2))


def test_a_field_without_a_table_and_more_rounds_than_partners_are_refused() -> None:
    options = opening(ROTATING_PARTNERS, 4).options
    with pytest.raises(TooFewEntrants):
        ROTATING_PARTNERS.check(options, 3)
    ROTATING_PARTNERS.check({**options, "rounds": 7}, 8)
    with pytest.raises(BadField):
        ROTATING_PARTNERS.check({**options, "rounds": 8}, 8)


@pytest.mark.parametrize("entrants", [8, 12, 18])
def test_a_forbidden_pair_never_sits_at_one_table(entrants: int) -> None:
    stage = opening(ROTATING_PARTNERS, entrants, rounds=5)
    forbidden = frozenset(map(frozenset, [("e00001", "e00002"), ("e00001", "e00003")]))
    stage = play_out(ROTATING_PARTNERS, replace(stage, forbidden=forbidden), at_random(1))
    assert len(stage.rounds) == 5
    assert not any(pair <= set(table.entrants) for table in tables(stage) for pair in forbidden)
