"""How a match changes skills: for every shape of table, whatever the skills and places."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.scores import places_of
from tournaments.ladders.rules import NEWCOMER, Skill, Team, rated

GRAIN = 2e-6
LOOKED_AT = settings(max_examples=100, deadline=None)
SHAPES = [(1, 2), (1, 3), (1, 4), (1, 6), (2, 2)]

skills = st.builds(Skill, mu=st.floats(0, 50), sigma=st.floats(1, 9))
Match = tuple[list[Team], tuple[int, ...]]


def matches(members: st.SearchStrategy[Skill] = skills) -> st.SearchStrategy[Match]:
    """Teams of one size, and places with or without ties."""

    def of_shape(shape: tuple[int, int]) -> st.SearchStrategy[Match]:
        size, teams = shape
        points = st.lists(st.integers(0, 3), min_size=teams, max_size=teams)
        team = st.lists(members, min_size=size, max_size=size).map(tuple)
        return st.tuples(st.lists(team, min_size=teams, max_size=teams), points.map(places_of))

    return st.sampled_from(SHAPES).flatmap(of_shape)


@given(matches())
@LOOKED_AT
def test_who_beats_everybody_does_not_fall_and_who_loses_to_everybody_does_not_rise(
    match: Match,
) -> None:
    teams, places = match
    after = rated(teams, places)
    for team, now, place in zip(teams, after, places, strict=True):
        for old, new in zip(team, now, strict=True):
            assert new.sigma > 0
            if place == 1 and places.count(1) == 1:
                assert new.mu >= old.mu - GRAIN
            if place == len(teams):
                assert new.mu <= old.mu + GRAIN


@given(matches(), st.floats(1, 9))
@LOOKED_AT
def test_among_players_equally_well_known_what_some_win_the_others_lose(
    match: Match, sigma: float
) -> None:
    teams = [tuple(Skill(skill.mu, sigma) for skill in team) for team in match[0]]
    after = rated(teams, match[1])
    gains = [
        new.mu - old.mu
        for team, now in zip(teams, after, strict=True)
        for old, new in zip(team, now, strict=True)
    ]
    assert sum(gains) == pytest.approx(0, abs=len(gains) * GRAIN)


@given(matches(st.just(NEWCOMER)))
@LOOKED_AT
def test_equals_who_tie_stay_equal(match: Match) -> None:
    teams, places = match
    after = rated(teams, places)
    for place in places:
        assert len({team for team, own in zip(after, places, strict=True) if own == place}) == 1


@given(matches(), st.randoms(use_true_random=False))
@LOOKED_AT
def test_the_order_of_teams_and_partners_does_not_matter(match: Match, chance: Random) -> None:
    teams, places = match
    order = list(range(len(teams)))
    chance.shuffle(order)
    again = rated(
        [tuple(reversed(teams[team])) for team in order], [places[team] for team in order]
    )
    after = rated(teams, places)
    assert [tuple(reversed(team)) for team in again] == [after[team] for team in order]


def test_at_a_tied_table_of_six_no_order_makes_a_difference() -> None:
    teams: list[Team] = [(Skill(20.0 + seat, 6.0),) for seat in range(6)]
    places = (1, 2, 2, 2, 2, 2)
    expected = dict(zip(teams, rated(teams, places), strict=True))
    for order in list(permutations(range(6)))[::37]:
        found = rated([teams[seat] for seat in order], [places[seat] for seat in order])
        assert [expected[teams[seat]] for seat in order] == list(found)


def test_the_better_one_places_among_equals_the_more_one_gains() -> None:
    after = rated([(NEWCOMER,)] * 6, (1, 2, 3, 4, 5, 6))
    shown = [skill.shown for (skill,) in after]
    assert shown == sorted(shown, reverse=True)
    assert len(set(shown)) == 6
    assert shown[0] - 1500 == 1500 - shown[-1]


def test_partners_share_a_result() -> None:
    (ann, bob), (cem, dan) = rated([(NEWCOMER, NEWCOMER)] * 2, (1, 2))
    assert ann == bob
    assert cem == dan
    assert ann.mu > 25 > cem.mu


def test_a_newcomer_is_shown_at_1500_and_provisional() -> None:
    assert (NEWCOMER.shown, NEWCOMER.provisional) == (1500, True)
    assert (Skill(26, 6.5).shown, Skill(26, 6.5).provisional) == (1540, False)


def test_a_rating_settles_after_about_twenty_matches() -> None:
    pair, matches = (NEWCOMER, NEWCOMER), 0
    while pair[0].provisional:
        places = (1, 2) if matches % 2 else (2, 1)
        (first,), (second,) = rated([(pair[0],), (pair[1],)], places)
        pair, matches = (first, second), matches + 1
    assert 18 <= matches <= 25
