"""The standings: places shared by the losers of a round, wins and points."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.plays import completed, favourite, paired, played, started
from tournaments.formats.old_single_elimination import bracket_size, pairings_of, standings


def test_losers_of_a_round_share_a_rank() -> None:
    state = completed(8, favourite)

    lines = standings(state.seeds, state.rounds)

    assert [(line.rank, line.entrant) for line in lines] == [
        (1, "e1"),
        (2, "e2"),
        (3, "e3"),
        (3, "e4"),
        (5, "e5"),
        (5, "e6"),
        (5, "e7"),
        (5, "e8"),
    ]
    champion, runner_up, *_, last = lines
    assert (champion.wins, champion.losses, champion.eliminated_in) == (3, 0, None)
    assert (champion.points_for, champion.points_against) == (63, 39)
    assert (runner_up.wins, runner_up.losses, runner_up.eliminated_in) == (2, 1, 3)
    assert (last.points_for, last.points_against, last.eliminated_in) == (13, 21, 1)


def test_whoever_is_still_in_shares_the_first_rank() -> None:
    state = played(paired(started(6)), favourite)

    lines = standings(state.seeds, state.rounds)

    assert [(line.rank, line.entrant) for line in lines] == [
        (1, "e1"),
        (1, "e2"),
        (1, "e3"),
        (1, "e4"),
        (5, "e5"),
        (5, "e6"),
    ]
    assert [line.wins for line in lines[:2]] == [0, 0], "a bye is no win"


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 512), st.randoms(use_true_random=False))
def test_every_tournament_ends_with_one_place_for_each(n: int, chance: random.Random) -> None:
    state = completed(n, lambda pairing: chance.randrange(2))

    lines = standings(state.seeds, state.rounds)

    size = bracket_size(n)
    assert sorted(line.entrant for line in lines) == sorted(state.seeds)
    assert lines[0].entrant == state.champion
    assert [line.losses for line in lines] == [0] + [1] * (n - 1)
    assert sum(line.wins for line in lines) == n - 1
    assert sum(line.points_for - line.points_against for line in lines) == 0
    for line in lines[1:]:
        assert line.eliminated_in is not None
        places = pairings_of(size, line.eliminated_in)
        assert line.rank == places + 1
        assert sum(other.rank == line.rank for other in lines) <= places
    ranks = [line.rank for line in lines]
    assert all(rank <= place for place, rank in enumerate(ranks, 1)), "nobody is ranked too low"
