import pytest

from engine import ALL_CARDS, ruleset
from engine.rules.cards import SPADES
from engine.rules.scoring import best_of, sheet_of, winner_of
from tests.engine.builders import cards

CLASSIC = ruleset("classic", {})
CALIFORNIA = ruleset("california", {})


def totals(piles: list[int], sweeps: list[int], key: str = "classic") -> list[int]:
    return [row.total for row in sheet_of(ruleset(key, {}), piles, sweeps)]


def test_a_deal_is_worth_eleven_points() -> None:
    """R24."""
    assert totals([ALL_CARDS, 0], [0, 0]) == [11, 0]
    assert totals([ALL_CARDS, 0], [0, 0], "california") == [11, 0]


def test_every_spade_scores_where_the_rules_pay_for_each() -> None:
    """R24, ruleset spade: 24 points a deal."""
    assert totals([ALL_CARDS, 0], [0, 0], "spade") == [24, 0]
    mine = cards("Js 3s 4c")
    row, other = sheet_of(ruleset("spade", {}), [mine, ALL_CARDS & ~mine], [0, 0])
    assert (row.spades, row.most_spades, row.each_spade, row.total) == (2, 0, 3, 3)
    assert (other.each_spade, other.total) == (11, 21)
    assert sheet_of(CLASSIC, [mine], [0])[0].each_spade is None


def test_each_award_stands_in_its_own_column() -> None:
    mine = cards("Td 2s As Ac 3c")
    row, other = sheet_of(CLASSIC, [mine, ALL_CARDS & ~mine], [2, 0])
    assert (row.cards, row.spades) == (5, 2)
    assert (row.most_cards, row.most_spades) == (0, 0)
    assert (row.big_casino, row.little_casino, row.aces, row.sweeps) == (2, 1, 2, 2)
    assert row.total == 7
    assert (other.most_cards, other.most_spades, other.aces, other.total) == (3, 1, 2, 6)


def test_twenty_six_cards_each_score_nothing() -> None:
    """R25."""
    half = sum(1 << card for card in range(26))
    rows = sheet_of(CLASSIC, [half, ALL_CARDS & ~half], [0, 0])
    assert [row.most_cards for row in rows] == [0, 0]


def test_equal_spades_score_nothing() -> None:
    """R25; possible when nobody took some of them."""
    rows = sheet_of(CLASSIC, [cards("As 2s"), cards("3s 4s 5c")], [0, 0])
    assert [row.most_spades for row in rows] == [0, 0]
    assert [row.most_cards for row in rows] == [0, 3]


def test_of_three_sides_only_the_strict_highest_scores() -> None:
    """R25."""
    tied = sheet_of(CLASSIC, [cards("3s 4s"), cards("5s 6s"), cards("7s")], [0, 0, 0])
    assert [row.most_spades for row in tied] == [0, 0, 0]
    led = sheet_of(CLASSIC, [cards("3s 4s"), cards("5s"), cards("7s")], [0, 0, 0])
    assert [row.most_spades for row in led] == [1, 0, 0]


def test_nobody_scores_a_deal_in_which_nobody_captured() -> None:
    assert totals([0, 0], [0, 0]) == [0, 0]


def test_sweeps_score_what_the_ruleset_says() -> None:
    """R22."""
    assert totals([SPADES, 0], [3, 1]) == [3 + 1 + 1 + 1 + 3, 1]
    assert totals([SPADES, 0], [3, 1], "california") == [2 + 2 + 1 + 1, 0]


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((20, 3), None), ((21, 3), 0), ((21, 22), 1), ((22, 22), None), ((24, 21), 0)],
)
def test_the_highest_total_at_the_target_wins_and_equal_ones_play_on(
    scores: tuple[int, int], winner: int | None
) -> None:
    """R26."""
    assert winner_of(CLASSIC, (0, 1), scores, deal=3, dealer=0) == winner


@pytest.mark.parametrize(
    ("deal", "scores", "winner"),
    [(3, (90, 3), None), (4, (5, 3), 0), (4, (5, 5), None), (5, (5, 9), 1)],
)
def test_when_every_player_has_dealt_twice_the_highest_total_wins(
    deal: int, scores: tuple[int, int], winner: int | None
) -> None:
    """R26."""
    assert winner_of(CALIFORNIA, (0, 1), scores, deal, dealer=0) == winner


def test_four_players_in_partnership_deal_eight_times() -> None:
    rules = ruleset("california", {"partnership": True})
    assert winner_of(rules, (0, 1, 0, 1), (9, 1), deal=7, dealer=0) is None
    assert winner_of(rules, (0, 1, 0, 1), (9, 1), deal=8, dealer=0) == 0


@pytest.mark.parametrize(("dealer", "winner"), [(0, 1), (1, 0)])
def test_the_last_deal_of_the_chain_ends_even_a_tied_match(dealer: int, winner: int) -> None:
    assert winner_of(CLASSIC, (0, 1), (0, 0), deal=999, dealer=dealer) is None
    assert winner_of(CLASSIC, (0, 1), (0, 0), deal=1000, dealer=dealer) == winner
    assert winner_of(CLASSIC, (0, 1), (0, 4), deal=1000, dealer=dealer) == 1


def test_who_gives_up_loses_to_the_best_of_the_others() -> None:
    assert best_of((20, 3), [1]) == 1
    assert best_of((3, 9, 9), [1, 2]) == 1
    assert best_of((3, 9, 8), [0, 2]) == 2


def test_who_has_left_neither_wins_nor_reaches_the_target() -> None:
    rules, sides = CLASSIC, (0, 1, 2)
    assert winner_of(rules, sides, (30, 5, 9), 4, 0, contenders=(1, 2)) is None
    assert winner_of(rules, sides, (30, 22, 9), 4, 0, contenders=(1, 2)) == 1
    assert winner_of(rules, sides, (30, 22, 22), 4, 0, contenders=(1, 2)) is None
    assert winner_of(rules, sides, (30, 22, 22), 1000, 0, contenders=(1, 2)) == 1
    assert winner_of(CALIFORNIA, sides, (30, 2, 9), 6, 0, contenders=(1, 2)) == 2


def test_a_mirrored_match_is_won_after_whole_pairs_of_deals() -> None:
    assert winner_of(CLASSIC, (0, 1), (25, 3), 3, 0, mirrored=True) is None
    assert winner_of(CLASSIC, (0, 1), (25, 3), 4, 0, mirrored=True) == 0
    assert winner_of(CLASSIC, (0, 1), (25, 25), 4, 0, mirrored=True) is None
