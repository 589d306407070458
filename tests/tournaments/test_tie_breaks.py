"""Tie-breaks and standings case by case: tables, partners, groups, late entrants, leavers."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from rpds import HashTrieMap

from engine import Refusal
from tests.tournaments.points_stages import explain, ranking_of, standings_of
from tournaments.core.duplicate import DealPoints, luck_adjusted
from tournaments.core.planning import Line
from tournaments.core.ranking import TIE_BREAKS, PointsRanking, ranking_options
from tournaments.core.scores import bye, places_of, played
from tournaments.core.stages import POINT, Outcome, Pairing, Side, Stage, Status
from tournaments.core.standings import group_standings, qualified
from tournaments.domain.stage_updates import with_pairings
from tournaments.formats import FORMATS

FORFEIT = (
    Outcome(1, 0, POINT, Status.FORFEIT_WIN),
    Outcome(2, 0, 0, Status.NO_SHOW),
)


def table(round_: int, sides: Sequence[Side], points: Sequence[int], group: int = 0) -> Pairing:
    return Pairing(round_, 0, tuple(sides), group, "m", played(places_of(points), points))


def duel(round_: int, winner: str, loser: str, points: int = 9, group: int = 0) -> Pairing:
    return table(round_, [(winner,), (loser,)], [21, points], group)


def stage_of(entrants: str, *pairings: Pairing, key: str = "swiss", **options: object) -> Stage:
    """One-letter entrants; the pairings of a round get their numbers in the order given."""
    stage = Stage(1, key, options, tuple(entrants))
    for round_ in sorted({pairing.round for pairing in pairings}):
        found = [pairing for pairing in pairings if pairing.round == round_]
        numbered = [replace(one, number=number) for number, one in enumerate(found, 1)]
        stage = with_pairings(stage, round_, len(numbered), numbered)
    return stage


def order(stage: Stage) -> str:
    return "".join(line.entrant for line in standings_of(stage))


def line_of(stage: Stage, entrant: str) -> Line:
    return next(line for line in standings_of(stage) if line.entrant == entrant)


def read(stage: Stage, key: str) -> dict[str, float]:
    """The tie-break as people read it, by entrant."""
    lines = standings_of(replace(stage, options={**stage.options, "tie_breaks": [key]}))
    return {
        line.entrant: one.value / one.unit
        for line in lines
        for one in line.tie_breaks
        if one.key == key
    }


ALL_PLAY_ALL = stage_of(
    "abcdef",
    *(duel(1, "a", "c"), duel(1, "d", "b"), duel(1, "e", "f")),
    *(duel(2, "a", "d"), duel(2, "b", "c"), duel(3, "b", "a"), duel(3, "c", "d")),
    *(duel(4, "e", "a"), duel(4, "f", "b"), duel(5, "e", "b"), duel(5, "f", "a")),
    *(duel(6, "e", "c"), duel(6, "f", "d"), duel(7, "d", "e"), duel(7, "c", "f")),
    key="round_robin",
)


def test_a_mini_standing_is_made_again_for_those_it_leaves_together() -> None:
    """a b c d have two points each: two of them from each other for a and b, one for c and d."""
    assert order(ALL_PLAY_ALL) == "efbacd"
    assert read(ALL_PLAY_ALL, "head_to_head") == {
        **{"e": 0, "f": 0},
        **{"b": 3, "a": 2, "c": 1, "d": 0},
    }
    found = explain(ALL_PLAY_ALL, "a", "head_to_head")
    assert (found.value, found.tied) == (2, ("b", "c", "d"))
    assert [(part.opponents, part.value) for part in found.parts] == [
        (("c",), 2),
        (("d",), 2),
        (("b",), 0),
    ]


def test_tied_entrants_who_have_not_all_met_are_not_separated_by_head_to_head() -> None:
    stage = stage_of(
        "abcd",
        *(duel(1, "a", "b"), duel(1, "c", "d"), duel(2, "c", "a"), duel(2, "d", "b")),
        tie_breaks=["head_to_head"],
    )

    assert [line.rank for line in standings_of(stage)] == [1, 2, 2, 4]


def test_a_round_at_a_table_counts_as_the_mean_of_the_others_there() -> None:
    stage = stage_of("abcd", table(1, ["a", "b", "c", "d"], [21, 14, 14, 2]), key="table_swiss")

    assert read(stage, "buchholz") == {
        "a": pytest.approx((0.5 + 0.5 + 0) / 3),
        "b": pytest.approx((1 + 0.5 + 0) / 3),
        "c": pytest.approx((1 + 0.5 + 0) / 3),
        "d": pytest.approx((1 + 0.5 + 0.5) / 3),
    }
    assert read(stage, "sonneborn_berger")["b"] == pytest.approx((0.25 + 0) / 3)
    assert read(stage, "score_difference") == {
        "a": 11,
        "b": pytest.approx(5 / 3),
        "c": pytest.approx(5 / 3),
        "d": pytest.approx(-43 / 3),
    }


def test_partners_share_what_their_side_made_and_do_not_meet_each_other() -> None:
    stage = stage_of("abcd", table(1, [("a", "c"), ("b", "d")], [21, 9]), key="rotating_partners")

    lines = {line.entrant: line for line in standings_of(stage)}

    assert [lines[one].score for one in "abcd"] == [POINT, 0, POINT, 0]
    assert read(stage, "buchholz") == {"a": 0, "b": 1, "c": 0, "d": 1}
    assert (lines["a"].points_for, lines["a"].points_against) == (21, 9)


def test_a_line_counts_matches_and_no_byes() -> None:
    stage = stage_of(
        "abc",
        *(duel(1, "a", "b", 14), Pairing(1, 0, (("c",),), outcomes=bye())),
        *(duel(2, "c", "a", 3), Pairing(2, 0, (("b",),), outcomes=bye())),
        *(Pairing(3, 0, (("a",), ("b",)), 0, "m", FORFEIT),),
    )

    line = line_of(stage, "a")

    assert (line.played, line.wins, line.ties, line.losses) == (2, 2, 0, 1)
    assert (line.points_for, line.points_against) == (24, 35)
    assert line_of(stage, "c").wins == 1
    assert read(stage, "wins") == {"a": 2, "b": 1, "c": 2}
    assert read(stage, "wins_without_forfeits") == {"a": 1, "b": 0, "c": 1}
    assert read(stage, "fewest_losses") == {"a": -1, "b": -2, "c": 0}


def test_a_shared_first_place_is_a_tie() -> None:
    line = line_of(stage_of("abc", table(1, ["a", "b", "c"], [21, 21, 4])), "b")

    assert (line.wins, line.ties, line.losses) == (0, 1, 0)


def test_a_late_entrant_has_half_a_point_for_what_it_missed() -> None:
    stage = stage_of("abc", duel(1, "a", "b"), duel(2, "b", "a"), duel(3, "c", "a"))
    stage = replace(stage, joined=HashTrieMap({"c": 3}))

    assert line_of(stage, "c").score == POINT + POINT // 2
    assert [part.status for part in explain(stage, "c", "buchholz").parts] == [
        Status.BYE_REQUESTED,
        Status.ABSENT,
        Status.PLAYED,
    ]


def test_a_round_that_is_not_published_does_not_count() -> None:
    stage = stage_of("abc", duel(1, "a", "b"))
    draft = with_pairings(stage, 2, 2, [Pairing(2, 1, (("c",),), outcomes=bye())], published=False)

    assert standings_of(draft) == standings_of(stage)


def test_a_match_being_played_does_not_count() -> None:
    stage = stage_of("ab", duel(1, "a", "b"))
    running = with_pairings(stage, 2, 1, [Pairing(2, 1, (("a",), ("b",)), match="m")])

    assert standings_of(running) == standings_of(stage)


def test_a_voided_match_counts_for_nobody() -> None:
    void = Outcome(1, 0, 0, Status.VOID)
    stage = stage_of(
        "ab",
        Pairing(1, 0, (("a",), ("b",)), 0, "m", (void, void)),
        unplayed_policy="none",
    )

    assert [(line.score, line.wins, line.losses) for line in standings_of(stage)] == [(0, 0, 0)] * 2
    assert read(stage, "buchholz") == {"a": 0, "b": 0}


def round_robin(*pairings: Pairing, left: str = "", withdrawal: str = "half") -> Stage:
    stage = stage_of("abcd", *pairings, key="round_robin", withdrawal=withdrawal, cycles=1)
    return replace(stage, left=HashTrieMap(dict.fromkeys(left, 1)))


EARLY = (
    *(duel(1, "d", "a"), duel(1, "b", "c")),
    *(Pairing(2, 0, (("b",), ("d",)), 0, "m", FORFEIT), duel(2, "c", "a")),
    *(Pairing(3, 0, (("c",), ("d",)), 0, "m", FORFEIT), duel(3, "a", "b")),
)


def test_results_of_who_leaves_a_round_robin_early_count_for_nobody() -> None:
    lines = standings_of(round_robin(*EARLY, left="d"))

    assert [(line.entrant, line.score, line.played) for line in lines[3:]] == [("d", 0, 0)]
    assert {line.score for line in lines[:3]} == {POINT}
    assert line_of(round_robin(*EARLY), "b").score == 2 * POINT
    assert line_of(round_robin(*EARLY, left="d", withdrawal="forfeit"), "d").score == POINT


def test_head_to_head_needs_all_pairs_to_have_met_equally_often() -> None:
    """a b c have two points each; a and b have met twice, the other pairs once."""
    stage = stage_of(
        "abcd",
        *(duel(1, "a", "b"), duel(1, "c", "d"), duel(2, "b", "a"), duel(3, "a", "c")),
        *(duel(3, "b", "d"), duel(4, "c", "b")),
        tie_breaks=["head_to_head"],
    )

    assert [line.rank for line in standings_of(stage)] == [1, 1, 1, 4]


def test_a_voided_side_is_no_opponent_of_the_others_at_its_table() -> None:
    void = Outcome(3, 0, 0, Status.VOID)
    outcomes = (*played((1, 2), (21, 9)), void)
    stage = stage_of(
        "abcd",
        Pairing(1, 0, (("a",), ("b",), ("c",)), 0, "m", outcomes),
        duel(2, "c", "d"),
        unplayed_policy="none",
    )

    assert read(stage, "buchholz") == {"a": 0, "b": 1, "c": 0, "d": 1}


def test_half_of_the_matches_played_is_enough_for_them_to_count() -> None:
    stage = stage_of(
        "abc",
        *(duel(1, "a", "b"), Pairing(2, 0, (("c",), ("a",)), 0, "m", FORFEIT)),
        duel(3, "b", "c"),
        key="round_robin",
        withdrawal="half",
        cycles=1,
    )

    assert line_of(replace(stage, left=HashTrieMap({"a": 1})), "a").score == POINT


def test_who_left_a_round_robin_early_stands_behind_everybody() -> None:
    stage = round_robin(
        *(duel(1, "d", "a"), duel(1, "b", "c")),
        *(duel(2, "b", "a"), duel(3, "c", "a")),
        left="d",
    )

    for number in range(8):
        assert order(replace(stage, lot=bytes([number]) * 32)) == "bcad"


def test_results_of_who_leaves_a_round_robin_late_stay() -> None:
    late = (*EARLY[:2], duel(2, "b", "d"), *EARLY[3:])

    assert line_of(round_robin(*late, left="d"), "d").score == POINT


def test_groups_are_ranked_by_themselves_and_listed_place_by_place() -> None:
    stage = stage_of(
        "abcdef",
        *(duel(1, "a", "b", 3, group=1), duel(1, "d", "e", 4, group=2)),
        *(duel(2, "a", "c", 3, group=1), duel(2, "d", "f", 4, group=2)),
        *(duel(3, "c", "b", 5, group=1), duel(3, "f", "e", 2, group=2)),
        key="round_robin",
        tie_breaks=["score_difference"],
    )

    lines = standings_of(stage)

    assert [(line.entrant, line.group, line.rank) for line in lines] == [
        *(("a", 1, 1), ("d", 2, 1)),
        *(("f", 2, 2), ("c", 1, 2)),
        *(("b", 1, 3), ("e", 2, 3)),
    ]
    assert [line.position for line in lines] == [1, 2, 3, 4, 5, 6]
    second = group_standings(stage, 2, ranking_of(stage))
    assert [(line.position, line.entrant) for line in second] == [
        *((1, "d"), (2, "f"), (3, "e")),
    ]
    assert qualified(lines, 1, per_group=True) == ("a", "d")
    assert qualified(lines, 3) == ("a", "d", "f")


def test_an_opponent_counts_with_a_third_of_its_matches_at_least() -> None:
    stage = stage_of("abc", duel(1, "a", "b"), duel(2, "a", "c"), duel(3, "c", "b"))

    assert read(stage, "opponents_match_win") == {"a": 0.415, "b": 0.75, "c": 0.665}
    low = replace(stage, options={"match_win_floor": 0})
    assert read(low, "opponents_match_win")["a"] == 0.25


def test_equal_shares_of_points_stay_equal_however_they_are_made() -> None:
    thirds = [table(number, ["a", "b"], [7, 14]) for number in (1, 2, 3)]
    whole = [table(4, ["c", "d"], [21, 0])]
    stage = stage_of("abcd", *thirds, *whole, unplayed_policy="none")

    shares = read(stage, "points_share")

    assert shares["a"] == shares["c"] == 1


def test_no_match_adds_more_to_the_score_difference_than_the_cap() -> None:
    stage = stage_of("ab", duel(1, "a", "b", 0), score_difference_cap=10)

    assert read(stage, "score_difference") == {"a": 10, "b": -10}


def test_who_plays_more_matches_has_no_better_score_per_match() -> None:
    stage = stage_of("abc", duel(1, "a", "b"), duel(2, "a", "b"), duel(3, "c", "a"), key="arena")

    assert read(stage, "score_per_match") == {"a": 0.666666, "b": 0, "c": 1}


def test_the_lot_is_drawn_with_the_stage() -> None:
    stage = Stage(1, "swiss", {}, tuple("abcdefgh"))
    other = replace(stage, lot=b"\1" * 32)

    assert order(stage) == order(stage)
    assert order(stage) != order(other)
    assert {line.rank for line in standings_of(stage)} == {1}
    assert explain(stage, "a", "lot").value == line_of(stage, "a").tie_breaks[-1].value


@pytest.mark.parametrize("keys", [["elo"], ["wins", "wins"], "wins", 3])
def test_tie_breaks_that_there_are_not_are_refused(keys: object) -> None:
    with pytest.raises(Refusal) as refused:
        standings_of(Stage(1, "swiss", {"tie_breaks": keys}, ("a", "b")))

    assert refused.value.code == "bad_field"
    assert refused.value.params["field"] == "tie_breaks"


def test_an_unknown_tie_break_has_no_explanation() -> None:
    with pytest.raises(Refusal) as refused:
        explain(Stage(1, "swiss", {}, ("a", "b")), "a", "elo")

    assert refused.value.code == "bad_field"


OF_POINTS = {key: one.ranking for key, one in FORMATS.items() if one.ranking is not None}


@pytest.mark.parametrize("key", OF_POINTS)
def test_the_tie_breaks_of_every_format_of_points_end_with_the_lot(key: str) -> None:
    assert OF_POINTS[key].tie_breaks[-1] == "lot"
    assert set(OF_POINTS[key].tie_breaks) <= set(TIE_BREAKS)


@pytest.mark.parametrize("key", FORMATS)
def test_a_format_says_what_ranks_equals_exactly_where_it_ranks_by_points(key: str) -> None:
    offered = {option.name for option in FORMATS[key].options}
    ours = {option.name for option in ranking_options(PointsRanking())}

    assert offered & ours == (ours if key in OF_POINTS else set())


def deal(number: int, seat: int, entrant: str, points: int, board: str = "b") -> DealPoints:
    return DealPoints(board, number, seat, entrant, points)


def test_luck_is_what_others_made_of_the_same_seat_and_deal() -> None:
    rows = [
        *(deal(1, 0, "a", 8), deal(1, 1, "b", 3)),
        *(deal(1, 0, "c", 5), deal(1, 1, "d", 6)),
        *(deal(2, 0, "a", 4), deal(2, 1, "b", 7)),
        deal(1, 0, "e", 9, board="another"),
    ]

    luck = luck_adjusted(rows)

    assert luck == {"a": 1_500_000, "c": -1_500_000, "b": -1_500_000, "d": 1_500_000, "e": 0}
    assert luck_adjusted(reversed(rows)) == luck


def test_thirds_of_a_point_add_up_exactly() -> None:
    rows = [deal(number, 0, one, one == "a") for number in (1, 2, 3) for one in "abc"]

    assert luck_adjusted(rows) == {"a": 2_000_000, "b": -1_000_000, "c": -1_000_000}


def test_luck_adjusted_points_may_come_before_the_scores_or_after_them() -> None:
    stage = stage_of("abcd", duel(1, "a", "b"), duel(1, "c", "d"))
    luck = luck_adjusted(
        [deal(1, 0, "a", 3), deal(1, 0, "c", 8), deal(1, 1, "b", 7), deal(1, 1, "d", 2)]
    )

    first = standings_of(replace(stage, options={"score": "duplicate"}), luck)
    after = standings_of(replace(stage, options={"tie_breaks": ["duplicate"]}), luck)

    assert [line.entrant for line in first] == ["c", "b", "a", "d"]
    assert first[0].tie_breaks[0].key == "duplicate"
    assert [line.entrant for line in after] == ["c", "a", "b", "d"]
    assert explain(stage, "c", "duplicate", luck).value == 2_500_000


def test_the_median_drops_the_least_and_the_greatest_round() -> None:
    stage = stage_of(
        "abcd",
        *(duel(1, "a", "b"), duel(2, "c", "a"), duel(3, "a", "d")),
        *(duel(4, "c", "b"), duel(5, "d", "b")),
        unplayed_policy="none",
    )

    found = explain(stage, "a", "median_buchholz")

    assert [(part.opponents, part.dropped) for part in found.parts] == [
        (("b",), "lowest"),
        (("c",), "highest"),
        (("d",), ""),
    ]
    assert found.value == found.unit
