"""Knockout with heats: down to one final table, whatever the number, whoever leaves."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rpds import HashTrieMap

from tests.tournaments.format_play import at_random, favourites, made, opening, play_out, step
from tests.tournaments.table_rounds import tables, unopposed, with_lot
from tournaments.core.planning import RoundName
from tournaments.core.refusals import BadField, TooFewEntrants
from tournaments.core.scores import bye, played
from tournaments.core.stages import Outcome, Pairing, Stage, Status
from tournaments.domain.stage_updates import with_outcomes, without_pairing
from tournaments.formats.heats import HEATS
from tournaments.formats.kernels.heats.plan import plan, snake

SETS = [(4, 3), (4,), (3,), (4, 6), (4, 3, 6), (4, 2, 3), (4, 2, 3, 6), (2,), (6,)]


def decide(stage: Stage, points: dict[str, int]) -> Stage:
    """Makes the next round; each table is ranked by these points, more is better."""
    (round_,) = HEATS.due(stage)
    stage = made(stage, round_)
    for pairing in stage.rounds[-1].in_order:
        if not pairing.decided:
            stage = with_outcomes(stage, round_.number, pairing.number, by(pairing, points))
    return stage


def by(pairing: Pairing, points: dict[str, int]) -> tuple[Outcome, ...]:
    own = [points.get(entrant, 0) for entrant in pairing.entrants]
    return played([1 + sum(other > one for other in own) for one in own], own)


def named(count: int, **given: object) -> Stage:
    return replace(opening(HEATS, 0, **given), seeds=tuple("abcdefghijklmnopqrstuvwxyz"[:count]))


@pytest.mark.parametrize("allowed", SETS, ids=str)
@pytest.mark.parametrize("advance", [1, 2, 3])
def test_every_number_comes_down_to_one_final_table(allowed: tuple[int, ...], advance: int) -> None:
    for entrants in range(min(allowed), 513):
        left = entrants
        heats = plan(entrants, allowed, advance)
        for heat in heats[:-1]:
            assert sum(heat.tables) + heat.byes == left
            assert set(heat.tables) <= set(allowed)
            assert heat.going_on == len(heat.tables) * heat.advance + heat.byes + heat.wildcards
            assert 0 < heat.going_on < left
            assert 1 <= heat.advance < min(heat.tables)
            left = heat.going_on
        assert heats[-1].final
        assert heats[-1].tables == (left,)


@pytest.mark.parametrize(
    ("allowed", "of_one", "of_two"),
    [
        ((4, 3), 1, 0),
        ((3,), 2, 2),
        ((4,), 3, 3),
        # Of five entrants one table sends one on, to whom the bye comes: two seats stay empty.
        ((4, 6), 2, 1),
        ((4, 3, 6), 1, 0),
        ((4, 3, 2), 0, 0),
        ((4, 3, 2, 6), 0, 0),
    ],
    ids=str,
)
def test_wild_cards_are_few(allowed: tuple[int, ...], of_one: int, of_two: int) -> None:
    for advance, wildcards in ((1, of_one), (2, of_two)):
        found = [
            heat.wildcards
            for entrants in range(min(allowed), 513)
            for heat in plan(entrants, allowed, advance)
        ]
        assert max(found) == wildcards


def test_the_rounds_of_512_entrants() -> None:
    assert max(len(plan(entrants, (4, 3), 2)) for entrants in range(3, 513)) == 8
    assert max(len(plan(entrants, (4, 3), 1)) for entrants in range(3, 513)) == 5


@given(st.lists(st.sampled_from([2, 3, 4, 6]), min_size=1, max_size=40))
def test_the_snake_keeps_the_top_seeds_apart(sizes: list[int]) -> None:
    order = [f"{at:04}" for at in range(sum(sizes))]
    found = snake(sizes, order)
    assert [len(table) for table in found] == sizes
    assert sorted(one for table in found for one in table) == order
    assert [table[0] for table in found] == order[: len(sizes)]


@pytest.mark.parametrize(("size", "spread"), [(2, 0), (4, 0), (6, 0), (3, 6)])
def test_the_snake_makes_equal_tables_equally_strong(size: int, spread: int) -> None:
    places = list(range(7 * size))
    sums = [sum(map(int, table)) for table in snake([size] * 7, list(map(str, places)))]
    assert max(sums) - min(sums) == spread


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 70), st.sampled_from(SETS), st.integers(1, 5), st.integers(0, 10**6))
def test_nobody_goes_out_without_having_sat_at_a_table(
    entrants: int, sizes: tuple[int, ...], advance: int, seed: int
) -> None:
    entrants = max(entrants, min(sizes))
    stage = with_lot(opening(HEATS, entrants, sizes=list(sizes), advance=advance), seed)
    stage = play_out(HEATS, stage, at_random(seed))
    in_round = [
        {one for pairing in round_.in_order for one in pairing.entrants} for round_ in stage.rounds
    ]
    assert in_round[0] == set(stage.seeds)
    for before, after in itertools.pairwise(in_round):
        assert after < before
    out = {line.entrant: line.out_in for line in HEATS.standings(stage) if line.out_in is not None}
    assert len(out) == entrants - 1
    for pairing in stage.pairings():
        if pairing.unopposed:
            assert out.get(pairing.entrants[0]) != pairing.round
    assert len(stage.rounds) == HEATS.planned_rounds(stage.options, entrants)
    assert len(tables(replace(stage, rounds=stage.rounds[-1:]))) == 1


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 64), st.sampled_from([(4, 3), (4, 3, 6), (4, 2, 3)]))
def test_if_the_favourites_win_the_places_are_the_seeds(
    entrants: int, sizes: tuple[int, ...]
) -> None:
    stage = opening(HEATS, entrants, sizes=list(sizes))
    stage = play_out(HEATS, stage, favourites(stage.seeds))
    lines = HEATS.standings(stage)
    assert lines[0].entrant == stage.seeds[0]
    finalists = {one for pairing in stage.rounds[-1].in_order for one in pairing.entrants}
    assert stage.seeds[0] in finalists
    assert [line.position for line in lines] == list(range(1, entrants + 1))
    assert all(a.rank <= b.rank for a, b in itertools.pairwise(lines))


def test_byes_are_for_the_top_seeds() -> None:
    stage = named(7, sizes=[4])
    (round_,) = HEATS.due(stage)
    assert [one.sides[0][0] for one in round_.pairings if one.outcomes] == ["a", "b", "c"]


def test_a_tie_at_the_cut_goes_by_points_share_then_by_earlier_standing() -> None:
    stage = named(8, sizes=[4], advance=2)
    stage = decide(stage, {})
    first, second = stage.rounds[0].in_order
    tied = played((1, 2, 2, 4), (21, 9, 9, 4))
    stage = with_outcomes(stage, 1, first.number, tied)
    shared = tuple(
        replace(one, points=points) for one, points in zip(tied, (21, 8, 9, 4), strict=True)
    )
    stage = with_outcomes(stage, 1, second.number, shared)
    (final,) = HEATS.due(stage)
    on = {side[0] for side in final.pairings[0].sides}
    by_seed = min(first.entrants[1:3])
    assert on == {first.entrants[0], by_seed, second.entrants[0], second.entrants[2]}
    told = {
        (why.params["entrant"], why.params["over"], why.params["by"])
        for why in final.pairings[0].why
        if why.code == "tie_at_cut"
    }
    assert told == {
        (by_seed, max(first.entrants[1:3]), "seed"),
        (second.entrants[2], second.entrants[1], "points_share"),
    }


def test_wild_cards_are_the_best_of_those_who_did_not_go_on() -> None:
    stage = named(9, sizes=[3], advance=1)
    assert plan(9, (3,), 1)[0].wildcards == 0
    stage = named(7, sizes=[3, 4], advance=1)
    stage = decide(stage, {"a": 21, "b": 21, "c": 20, "d": 9, "e": 12, "f": 3, "g": 1})
    (final,) = HEATS.due(stage)
    (table,) = final.pairings
    wild = [why.params["entrant"] for why in table.why if why.code == "wildcard"]
    assert len(wild) == 1
    scores = {
        entrant: (outcome.score, outcome.points)
        for pairing in tables(stage)
        for entrant, outcome in zip(pairing.entrants, pairing.outcomes or (), strict=True)
        if outcome.place > 1
    }
    assert scores[str(wild[0])][0] == max(score for score, _ in scores.values())
    assert {side[0] for side in table.sides} == {"a", "b", wild[0]}


def test_who_leaves_loses_the_place_and_the_plan_is_made_anew() -> None:
    stage = named(16, sizes=[4, 3], advance=2)
    stage = decide(stage, {entrant: 30 - at for at, entrant in enumerate(stage.seeds)})
    (whole,) = HEATS.due(stage)
    on = {side[0] for one in whole.pairings for side in one.sides}
    assert on == set("abcdefgh")
    gone = frozenset("ad")
    left: HashTrieMap[str, int] = HashTrieMap(dict.fromkeys("d", 1))
    stage = replace(stage, absent=gone, left=left)
    (fewer,) = HEATS.due(stage)
    assert {side[0] for one in fewer.pairings for side in one.sides} == on - gone
    assert sorted(len(one.sides) for one in fewer.pairings) == [3, 3]


def test_who_did_not_come_does_not_go_on() -> None:
    stage = named(8, sizes=[4], advance=2)
    stage = decide(stage, {entrant: 30 - at for at, entrant in enumerate(stage.seeds)})
    pairing = stage.rounds[0].in_order[0]
    missing = Outcome(2, 0, 0, Status.NO_SHOW)
    alone = (Outcome(1, 0, 60, Status.FORFEIT_WIN), missing, missing, missing)
    stage = with_outcomes(stage, 1, 1, alone)
    (final,) = HEATS.due(stage)
    on = {side[0] for side in final.pairings[0].sides}
    assert pairing.entrants[0] in on
    assert not on & set(pairing.entrants[1:])
    assert len(on) == 4  # a wild card of the other table fills it


def test_nobody_is_champion_of_a_final_to_which_nobody_came() -> None:
    stage = decide(named(4), {})
    missing = Outcome(1, 0, 0, Status.NO_SHOW)
    stage = with_outcomes(stage, 1, 1, (missing,) * 4)
    assert HEATS.complete(stage)
    assert all(line.out_in == 1 for line in HEATS.standings(stage))


def test_those_still_in_share_the_first_rank() -> None:
    stage = named(16, sizes=[4])
    assert {line.rank for line in HEATS.standings(stage)} == {1}
    stage = decide(stage, {entrant: 30 - at for at, entrant in enumerate(stage.seeds)})
    lines = HEATS.standings(stage)
    assert [line.rank for line in lines[:8]] == [1] * 8
    assert {line.out_in for line in lines[:8]} == {None}
    assert {line.out_in for line in lines[8:]} == {1}
    # The thirds of the tables are better than the fourths.
    assert [line.rank for line in lines[8:]] == [9] * 4 + [13] * 4


def test_rounds_have_names_and_lead_to_the_next() -> None:
    stage = named(16, sizes=[4])
    names = [HEATS.round_name(stage, number) for number in (1, 2, 3)]
    heats = [RoundName("heats", {"number": number}) for number in (1, 2)]
    assert names == [*heats, RoundName("final")]
    stage = decide(stage, {entrant: 30 - at for at, entrant in enumerate(stage.seeds)})
    assert HEATS.feeds(stage, 1, 1) == ()
    stage = decide(stage, {})
    assert [HEATS.round_name(stage, number) for number in (1, 2, 3)] == names
    for pairing in stage.rounds[0].in_order:
        fed = {
            (2, one.number)
            for one in stage.rounds[1].in_order
            if set(one.entrants) & set(pairing.entrants)
        }
        assert set(HEATS.feeds(stage, 1, pairing.number)) == fed
    assert HEATS.feeds(stage, 9, 1) == ()


def test_a_table_taken_back_is_due_again() -> None:
    stage = named(16, sizes=[4])
    (round_,) = HEATS.due(stage)
    (missing,) = HEATS.due(without_pairing(made(stage, round_), 1, 2))
    assert missing.pairings == (round_.pairings[1],)
    assert missing.expected == 4


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 40), st.sampled_from(SETS), st.integers(0, 10**6), st.data())
def test_it_always_ends_whoever_leaves(
    entrants: int, sizes: tuple[int, ...], seed: int, data: st.DataObject
) -> None:
    entrants = max(entrants, min(sizes))
    stage, rule = opening(HEATS, entrants, sizes=list(sizes)), at_random(seed)
    names = st.sampled_from(stage.seeds)
    rounds = 0
    while not HEATS.complete(stage):
        rounds += 1
        assert rounds <= 40
        stage = step(HEATS, stage, rule)
        for entrant in data.draw(st.sets(names, max_size=4)):
            stage = replace(stage, left=stage.left.insert(entrant, rounds))
        stage = replace(stage, absent=frozenset(stage.left))
        assert HEATS.due(stage) == HEATS.due(stage)
    lines = HEATS.standings(stage)
    assert [line.position for line in lines] == list(range(1, entrants + 1))
    assert sorted(line.entrant for line in lines) == sorted(stage.seeds)
    assert sum(line.out_in is None for line in lines) <= 1


def test_fields_without_a_table_are_refused() -> None:
    options = opening(HEATS, 3).options
    HEATS.check(options, 3)
    with pytest.raises(TooFewEntrants):
        HEATS.check(options, 2)
    with pytest.raises(BadField):
        HEATS.check({**options, "sizes": [5]}, 10)


def test_a_bye_goes_to_someone_else_the_next_time() -> None:
    stage = named(5, sizes=[2], advance=1)
    stage = decide(stage, {entrant: 30 - at for at, entrant in enumerate(stage.seeds)})
    stage = replace(stage, absent=frozenset("x"))
    while not HEATS.complete(stage):
        stage = decide(stage, {entrant: 30 - at for at, entrant in enumerate(stage.seeds)})
    assert max(unopposed(stage).values()) == 1


def test_the_last_one_of_a_table_taken_apart_has_a_bye() -> None:
    stage = named(8, sizes=[4])
    (round_,) = HEATS.due(stage)
    part = without_pairing(made(stage, round_), 1, 1)
    stays, *gone = (side[0] for side in round_.pairings[0].sides)
    part = with_outcomes(part, 1, 2, by(part.rounds[0].pairings[2], {}))
    part = replace(part, absent=frozenset(gone))
    (rest,) = HEATS.due(part)
    assert [(one.sides, one.outcomes) for one in rest.pairings] == [(((stays,),), bye())]
    stage = play_out(HEATS, part, favourites(part.seeds))
    assert stays in {one for pairing in stage.rounds[1].in_order for one in pairing.entrants}


def test_forbidden_pairs_and_club_mates_are_kept_apart_by_equals_changing_tables() -> None:
    natural = opening(HEATS, 24)
    (before,) = HEATS.due(natural)
    first = [one.sides for one in before.pairings]
    mates = [[side[0] for side in sides][:2] for sides in first[:3]]
    clubs = {one: f"club {at}" for at, pair in enumerate(mates[1:]) for one in pair}
    stage = replace(natural, clubs=clubs, forbidden=frozenset({frozenset(mates[0])}))

    (after,) = HEATS.due(stage)

    tables = [{side[0] for side in one.sides} for one in after.pairings]
    assert not any(set(pair) <= table for pair in mates for table in tables)
    top = set(natural.seeds[: len(tables)])
    assert all(len(table & top) == 1 for table in tables)
    told = {
        why.params["entrant"]
        for one in after.pairings
        for why in one.why
        if why.code == "swapped_to_keep_apart"
    }
    moved = {
        one
        for table, sides in zip(tables, first, strict=True)
        for one in table - {side[0] for side in sides}
    }
    assert told == moved != set()
