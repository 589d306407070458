"""Swiss for tables: equals meet, nobody meets twice if it can be helped, nobody is left over."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rpds import HashTrieMap

from tests.tournaments.format_play import at_random, favourites, made, opening, play_out, step
from tests.tournaments.table_rounds import (
    check_cover,
    first_seats,
    meetings,
    repeats,
    tables,
    unopposed,
    with_lot,
)
from tournaments.core.planning import Planned
from tournaments.core.refusals import BadField, TooFewEntrants
from tournaments.core.scores import bye
from tournaments.core.stages import POINT, Pairing, Stage, Status
from tournaments.domain.stage_updates import with_outcomes, without_pairing
from tournaments.formats.kernels.pods import Pods
from tournaments.formats.kernels.sizing import sizing
from tournaments.formats.kernels.table_search import total_cost
from tournaments.formats.table_swiss import TABLE_SWISS

SETS = [(4, 3), (4,), (3,), (6, 4), (4, 3, 6), (2, 3), (4, 2, 3, 6)]


def after(rounds: int, stage: Stage, seed: int = 0) -> Stage:
    stage = with_lot(stage, seed)
    rule = at_random(seed)
    for _ in range(rounds):
        stage = step(TABLE_SWISS, stage, rule)
    return stage


def planned(stage: Stage) -> tuple[Planned, ...]:
    (round_,) = TABLE_SWISS.due(stage)
    return round_.pairings


@settings(max_examples=20, deadline=None)
@given(
    st.integers(6, 40),
    st.sampled_from(SETS),
    st.sampled_from(["lowest", "highest", "random"]),
    st.integers(0, 10**6),
)
def test_every_round_seats_everybody_at_allowed_tables(
    entrants: int, sizes: tuple[int, ...], policy: str, seed: int
) -> None:
    stage = opening(TABLE_SWISS, entrants, rounds=3, sizes=list(sizes), short_tables=policy)
    stage, rule = with_lot(stage, seed), at_random(seed)
    while not TABLE_SWISS.complete(stage):
        (round_,) = TABLE_SWISS.due(stage)
        check_cover(stage, round_, set(sizes))
        seats = [len(one.sides) for one in round_.pairings if one.outcomes is None]
        assert sorted(seats, reverse=True) == list(sizing(entrants, sizes).tables)
        stage = step(TABLE_SWISS, stage, rule)
    assert len(stage.rounds) == 3
    assert TABLE_SWISS.due(stage) == ()
    total = sum(line.score for line in TABLE_SWISS.standings(stage))
    given_out = sum(POINT * len(one.sides) // 2 for one in tables(stage))
    assert total == given_out + POINT * sum(unopposed(stage).values())


@pytest.mark.parametrize(
    ("entrants", "sizes", "seeds"),
    [
        (30, [3], 12),
        (31, [3, 4], 6),
        (40, [4, 3], 12),
        (41, [4, 3], 6),
        (55, [4, 3], 4),
        (90, [6], 3),
        (100, [4], 2),
    ],
)
def test_nobody_meets_twice_in_five_rounds_of_enough_entrants(
    entrants: int, sizes: list[int], seeds: int
) -> None:
    for seed in range(seeds):
        stage = after(5, opening(TABLE_SWISS, entrants, rounds=5, sizes=sizes), seed)
        assert repeats(stage) == 0, seed


@pytest.mark.parametrize("entrants", [16, 20, 24])
def test_few_tables_repeat_hardly_any_meeting(entrants: int) -> None:
    seeds = range(4)
    found = [
        repeats(after(5, opening(TABLE_SWISS, entrants, rounds=5, sizes=[4]), seed))
        for seed in seeds
    ]
    assert max(found) <= 8


@pytest.mark.parametrize(("entrants", "size"), [(8, 4), (9, 3), (12, 4), (12, 6), (16, 4)])
def test_no_repeat_is_made_while_none_is_forced_and_it_says_when_one_is(
    entrants: int, size: int
) -> None:
    rounds = 4
    stage = after(rounds, opening(TABLE_SWISS, entrants, rounds=rounds, sizes=[size]))
    for number in range(1, rounds + 1):
        part = replace(stage, rounds=stage.rounds[:number])
        forced = max(0, entrants * number * (size - 1) // 2 - entrants * (entrants - 1) // 2)
        assert repeats(part) >= forced
    met = meetings(stage)
    part = replace(stage, options=stage.options | {"rounds": rounds + 1})
    for pairing in planned(part):
        names = [side[0] for side in pairing.sides]
        told = {
            frozenset((str(why.params["one"]), str(why.params["other"]))): why.params["times"]
            for why in pairing.why
            if why.code == "repeat_forced"
        }
        pairs = map(frozenset, combinations(names, 2))
        assert told == {pair: met[pair] for pair in pairs if met[pair]}


@settings(max_examples=15, deadline=None)
@given(st.integers(8, 60), st.sampled_from(SETS), st.integers(0, 10**6))
def test_swaps_never_make_the_cut_worse(entrants: int, sizes: tuple[int, ...], seed: int) -> None:
    stage = after(3, opening(TABLE_SWISS, entrants, rounds=9, sizes=list(sizes)), seed)
    pods = Pods(stage, 4, stage.seeds)
    found = pods.tables()
    assert total_cost(found, pods) <= total_cost(pods.cut, pods)
    assert sorted(map(len, found)) == sorted(map(len, pods.cut))
    assert sorted(one for table in found for one in table) == sorted(
        one for table in pods.cut for one in table
    )


def test_the_top_table_is_of_the_best_scores() -> None:
    stage = after(2, opening(TABLE_SWISS, 64, rounds=4, sizes=[4]))
    score = {line.entrant: line.score for line in TABLE_SWISS.standings(stage)}
    means = [sum(score[side[0]] for side in one.sides) / 4 for one in planned(stage)]
    assert means[0] == max(means)
    assert means[0] - means[-1] > POINT
    for pairing, mean in zip(planned(stage), means, strict=True):
        assert all(abs(score[side[0]] - mean) <= POINT for side in pairing.sides)


@pytest.mark.parametrize("policy", ["lowest", "highest", "random"])
def test_short_tables_go_round(policy: str) -> None:
    stage = opening(TABLE_SWISS, 70, rounds=5, short_tables=policy)
    stage = after(5, stage, 3)
    short = [
        one for pairing in tables(stage) if len(pairing.sides) == 3 for one in pairing.entrants
    ]
    assert len(short) == 30
    assert len(set(short)) == 30


@pytest.mark.parametrize("policy", ["lowest", "highest", "random"])
def test_nobody_gets_a_second_bye_before_all_had_one(policy: str) -> None:
    stage = opening(TABLE_SWISS, 13, rounds=12, sizes=[4], short_tables=policy)
    byes = unopposed(after(12, stage))
    assert sum(byes.values()) == 12
    assert max(byes.values()) == 1


def test_the_lowest_get_the_bye_where_the_policy_says_so() -> None:
    stage = with_lot(opening(TABLE_SWISS, 9, rounds=3, sizes=[4], bye_score=30), 1)
    stage = step(TABLE_SWISS, stage, favourites(stage.seeds))
    scores = {line.entrant: line.score for line in TABLE_SWISS.standings(stage)}
    had = set(unopposed(stage))
    *_, last = planned(stage)
    ((taker,),) = last.sides
    assert last.outcomes == bye(30)
    assert [why.code for why in last.why] == ["bye_allocated"]
    assert scores[taker] == min(score for one, score in scores.items() if one not in had)


def test_everybody_sits_first_about_as_often() -> None:
    stage = after(8, opening(TABLE_SWISS, 48, rounds=8, sizes=[4]))
    first = first_seats(stage)
    assert max(first.values()) - min(first[one] for one in stage.seeds) <= 2


def test_the_order_of_what_is_known_changes_nothing() -> None:
    stage = opening(TABLE_SWISS, 21, rounds=5)
    stage = replace(after(2, stage), clubs={"e00001": "a", "e00002": "a", "e00003": "b"})
    rounds = tuple(
        replace(one, pairings=HashTrieMap(sorted(one.pairings.items(), reverse=True)))
        for one in stage.rounds
    )
    turned = replace(
        stage,
        rounds=rounds,
        clubs=dict(reversed(stage.clubs.items())),
        options=dict(reversed(stage.options.items())),
    )
    assert TABLE_SWISS.due(turned) == TABLE_SWISS.due(stage)


def test_other_names_make_no_other_tables() -> None:
    stage = after(2, opening(TABLE_SWISS, 21, rounds=5))
    name = {entrant: f"x{7 * at % 23}" for at, entrant in enumerate(stage.seeds)}

    def renamed(pairing: Pairing) -> Pairing:
        sides = tuple(tuple(map(name.__getitem__, side)) for side in pairing.sides)
        return replace(pairing, sides=sides)

    rounds = tuple(
        replace(one, pairings=HashTrieMap({n: renamed(p) for n, p in one.pairings.items()}))
        for one in stage.rounds
    )
    other = replace(stage, seeds=tuple(name[one] for one in stage.seeds), rounds=rounds)
    assert [one.sides for one in planned(other)] == [
        tuple(tuple(map(name.__getitem__, side)) for side in one.sides) for one in planned(stage)
    ]


def test_absent_requesting_late_and_departed_entrants_each_get_what_they_should() -> None:
    stage = after(1, opening(TABLE_SWISS, 16, rounds=4))
    stage = replace(
        stage,
        seeds=(*stage.seeds, "late", "later"),
        joined=HashTrieMap({"late": 2, "later": 3}),
        absent=frozenset({"e00001", "e00002"}),
        left=HashTrieMap({"e00002": 1}),
        byes={"e00003": 30},
    )
    pairings = planned(stage)
    alone = {one.sides[0][0]: one.outcomes for one in pairings if one.outcomes}
    assert alone == {
        "e00001": bye(0, Status.ABSENT),
        "e00003": bye(30, Status.BYE_REQUESTED),
    }
    seated = {side[0] for one in pairings if not one.outcomes for side in one.sides}
    assert seated == set(stage.seeds) - {"e00001", "e00002", "e00003", "later"}


def test_forbidden_pairs_and_club_mates_are_kept_apart() -> None:
    stage = opening(TABLE_SWISS, 24, rounds=5, sizes=[4])
    clubs = {entrant: f"club {at % 6}" for at, entrant in enumerate(stage.seeds)}
    forbidden = frozenset(frozenset(pair) for pair in combinations(stage.seeds[:5], 2))
    stage = after(3, replace(stage, clubs=clubs, forbidden=forbidden))
    assert not forbidden & set(meetings(stage))
    mates = sum(clubs[min(pair)] == clubs[max(pair)] for pair in meetings(stage).elements())
    assert mates <= 2


def test_a_pairing_says_whom_it_moved_and_why() -> None:
    stage = after(4, opening(TABLE_SWISS, 40, rounds=6, sizes=[4]))
    pods = Pods(stage, 5, stage.seeds)
    cut = [{stage.seeds[one] for one in table} for table in pods.cut]
    moved = 0
    for at, pairing in enumerate(planned(stage)):
        told = {
            why.params["entrant"] for why in pairing.why if why.code == "swapped_to_avoid_repeat"
        }
        assert told == {side[0] for side in pairing.sides} - cut[at]
        moved += len(told)
    assert moved


def test_what_is_missing_of_a_round_is_due_again() -> None:
    stage = after(1, opening(TABLE_SWISS, 18, rounds=4))
    (round_,) = TABLE_SWISS.due(stage)
    whole = made(stage, round_)
    assert TABLE_SWISS.due(whole) == ()
    part = without_pairing(without_pairing(whole, 2, 1), 2, 3)
    (missing,) = TABLE_SWISS.due(part)
    assert missing.expected == round_.expected
    assert missing.pairings == (round_.pairings[0], round_.pairings[2])


def test_tables_taken_apart_are_made_of_those_who_are_still_there() -> None:
    stage = after(1, opening(TABLE_SWISS, 18, rounds=4))
    (round_,) = TABLE_SWISS.due(stage)
    part = without_pairing(without_pairing(made(stage, round_), 2, 1), 2, 2)
    loose = {side[0] for one in round_.pairings[:2] for side in one.sides}
    gone = min(loose)
    part = replace(part, absent=frozenset({gone}), left=HashTrieMap({gone: 1}))
    (missing,) = TABLE_SWISS.due(part)
    assert {side[0] for one in missing.pairings for side in one.sides} == loose - {gone}
    full = made(part, missing)
    names = [one for pairing in full.rounds[-1].in_order for one in pairing.entrants]
    assert sorted(names) == sorted(set(stage.seeds) - {gone})
    assert full.rounds[-1].expected == len(full.rounds[-1].pairings)


def test_it_ends_when_too_few_are_left_for_a_table() -> None:
    stage = after(1, opening(TABLE_SWISS, 8, rounds=4))
    gone = stage.seeds[2:]
    stage = replace(stage, absent=frozenset(gone), left=HashTrieMap(dict.fromkeys(gone, 1)))
    assert TABLE_SWISS.due(stage) == ()
    assert TABLE_SWISS.complete(stage)
    assert len(TABLE_SWISS.standings(stage)) == 8


@settings(max_examples=10, deadline=None)
@given(st.integers(3, 20), st.integers(0, 10**6), st.data())
def test_it_always_ends_whoever_leaves_and_comes_back(
    entrants: int, seed: int, data: st.DataObject
) -> None:
    stage, rule = with_lot(opening(TABLE_SWISS, entrants), seed), at_random(seed)
    names = st.sampled_from(stage.seeds)
    for _ in range(20):
        if TABLE_SWISS.complete(stage):
            break
        for round_ in TABLE_SWISS.due(stage):
            check_cover(stage, round_, {3, 4})
        before = stage
        stage = step(TABLE_SWISS, stage, rule)
        assert stage != before
        for entrant in data.draw(st.sets(names, max_size=2)):
            stage = replace(stage, left=stage.left.insert(entrant, len(stage.rounds)))
        paused = data.draw(st.sets(names, max_size=3))
        stage = replace(stage, absent=frozenset(paused).union(stage.left))
    assert TABLE_SWISS.complete(stage)
    assert [line.position for line in TABLE_SWISS.standings(stage)] == [*range(1, entrants + 1)]


@pytest.mark.parametrize(
    ("entrants", "rounds"), [(3, 2), (4, 2), (8, 3), (16, 3), (17, 4), (64, 4), (1000, 6)]
)
def test_there_is_a_round_more_than_a_perfect_score_needs(entrants: int, rounds: int) -> None:
    stage = opening(TABLE_SWISS, entrants)
    assert TABLE_SWISS.planned_rounds(stage.options, entrants) == rounds


def test_a_field_without_a_table_and_more_rounds_than_opponents_are_refused() -> None:
    options = opening(TABLE_SWISS, 2).options
    with pytest.raises(TooFewEntrants):
        TABLE_SWISS.check(options, 2)
    TABLE_SWISS.check(options, 3)
    with pytest.raises(BadField) as refused:
        TABLE_SWISS.check({**options, "rounds": 8}, 8)
    assert refused.value.params["field"] == "rounds"
    with pytest.raises(BadField):
        TABLE_SWISS.check({**options, "tie_breaks": ["luck"]}, 8)


def test_it_is_played_to_its_end_with_the_options_as_they_are() -> None:
    stage = play_out(
        TABLE_SWISS, opening(TABLE_SWISS, 64), favourites(opening(TABLE_SWISS, 64).seeds)
    )
    assert TABLE_SWISS.standings(stage)[0].entrant == "e00001"


def test_a_round_taken_apart_can_end_when_nobody_is_there_to_pair() -> None:
    stage = after(1, opening(TABLE_SWISS, 8, rounds=4))
    (round_,) = TABLE_SWISS.due(stage)
    part = without_pairing(made(stage, round_), 2, 1)
    loose = [side[0] for side in round_.pairings[0].sides]
    part = replace(part, absent=frozenset(part.seeds), left=HashTrieMap(dict.fromkeys(loose, 1)))
    assert not TABLE_SWISS.complete(part)
    part = step(TABLE_SWISS, part, at_random(1))
    part = with_outcomes(part, 2, 2, at_random(1)(part.rounds[-1].pairings[2]))
    assert TABLE_SWISS.due(part) == ()
    assert TABLE_SWISS.complete(part)
