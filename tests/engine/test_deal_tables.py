"""Tables of cases for R18 to R27: two, three, four (partners and individuals) and six players."""

import pytest

from engine import ALL_CARDS, DealStarted, judge, parse_move, ruleset
from engine.rules.cards import cards_in
from engine.rules.dealing import deal_packet
from engine.rules.rulesets import sides_of
from engine.rules.scoring import sheet_of, winner_of
from engine.wire.diagram import diagram_text, parse_diagram
from tests.engine.builders import cards, played_match, started

DECK = tuple(range(52))

# R20: who gets the n-th card of the deck in the first packet; t is the table.
ORDERS = [
    ("pairs", 2, 0, "11tt0011tt00"),
    ("pairs", 2, 1, "00tt1100tt11"),
    ("pairs", 3, 0, "1122tt001122tt00"),
    ("pairs", 3, 2, "0011tt220011tt22"),
    ("pairs", 4, 1, "223300tt11223300tt11"),
    ("singly", 2, 0, "10101010tttt"),
    ("singly", 3, 1, "201201201201tttt"),
    ("singly", 4, 3, "0123012301230123tttt"),
    ("singly", 6, 0, "123450123450123450123450tttt"),
]


@pytest.mark.parametrize(("order", "seats", "dealer", "expected"), ORDERS)
def test_cards_are_dealt_in_the_order_of_the_table(
    order: str, seats: int, dealer: int, expected: str
) -> None:
    """R18, R20; a later packet skips the table."""
    given = deal_packet(order, seats, dealer, DECK, first=True)
    whose = {"t": given.table, **{str(seat): hand for seat, hand in enumerate(given.hands)}}
    for place in sorted(set(expected)):
        assert cards_in(whose[place]) == [
            at for at, receiver in enumerate(expected) if receiver == place
        ]
    later = deal_packet(order, seats, dealer, DECK, first=False)
    others = expected.replace("t", "")
    for seat in range(seats):
        assert cards_in(later.hands[seat]) == [
            i for i, receiver in enumerate(others) if receiver == str(seat)
        ]


@pytest.mark.parametrize(
    ("key", "seats", "overrides"),
    [
        ("classic", 2, {}),
        ("spade", 3, {}),
        ("classic", 4, {}),
        ("face-value", 4, {"partnership": False}),
        ("california", 6, {}),
        ("draw", 2, {}),
    ],
)
def test_the_deal_goes_round_to_the_left(
    key: str, seats: int, overrides: dict[str, object]
) -> None:
    """R19."""
    events = played_match(11, seats, key, **overrides).events
    dealers = [event.dealer for event in events if isinstance(event, DealStarted)]
    assert len(dealers) >= 2
    assert dealers == [(dealers[0] + step) % seats for step in range(len(dealers))]


REST = ALL_CARDS & ~cards("As 2s 3s 4s 5s 6s Kc Kd Kh Ks Td Ac")

# R24, R25: the piles of the sides, and the points of each for cards and for spades.
PILES = [
    ("classic", ["Kc Kd Kh", "Ks Kc"], [3, 0], [0, 1]),
    ("classic", ["Kc Kd", "Kh Ks"], [0, 0], [0, 1]),
    ("classic", ["As Kd", "2s Ks 3c"], [0, 3], [0, 1]),
    ("classic", ["As Kd 2c", "2s 3c 4c", "5c"], [0, 0, 0], [0, 0, 0]),
    ("classic", ["As 2s 2c", "3s 4c 5c", "6c 7c"], [0, 0, 0], [1, 0, 0]),
    ("classic", ["As", "2s", "3s 4c"], [0, 0, 3], [0, 0, 0]),
    ("classic", ["2c", "3c", "4c", "5c 6s"], [0, 0, 0, 3], [0, 0, 0, 1]),
    ("california", ["2c 3s", "3c", "4c", "5c", "6c", "7c 8s 9s"], [0] * 5 + [2], [0] * 5 + [2]),
    ("california", ["2c 3s", "3c 4s", "4c", "5c", "6c", "7c"], [0] * 6, [0] * 6),
    ("california", ["", "", "", "", "", ""], [0] * 6, [0] * 6),
    ("spade", ["As 2s 3s", "Kc"], [3, 0], [0, 0]),
]


@pytest.mark.parametrize(("key", "piles", "most_cards", "most_spades"), PILES)
def test_the_most_cards_and_the_most_spades_score_as_the_table_says(
    key: str, piles: list[str], most_cards: list[int], most_spades: list[int]
) -> None:
    rows = sheet_of(ruleset(key, {}), [cards(pile) for pile in piles], [0] * len(piles))
    assert [row.most_cards for row in rows] == most_cards
    assert [row.most_spades for row in rows] == most_spades


@pytest.mark.parametrize(
    ("key", "pile", "points"),
    [
        ("classic", "Td", 2),
        ("classic", "2s", 1),
        ("classic", "Ac Ad Ah", 3),
        ("california", "Td 2s As", 4),
        ("spade", "2s", 2),
        ("spade", "As", 2),
        ("spade", "Js Ks", 3),
        ("royal", "As Ac Td 2s", 5),
    ],
)
def test_single_cards_score_as_the_table_says(key: str, pile: str, points: int) -> None:
    """R24; the rest is shared so that nobody has the most of anything."""
    low, high = sheet_of(ruleset(key, {}), [cards(pile), REST], [0, 0])
    assert low.total == points
    assert high.most_cards > 0


# R26: ruleset, overrides, seats, deals played, totals by side, and the side that has won.
FINISHES = [
    ("classic", {}, 2, 3, (20, 20), None),
    ("classic", {}, 2, 3, (21, 20), 0),
    ("classic", {}, 2, 3, (22, 25), 1),
    ("classic", {}, 2, 3, (24, 24), None),
    ("classic", {}, 3, 3, (21, 21, 20), None),
    ("classic", {}, 3, 3, (21, 22, 22), None),
    ("classic", {}, 3, 3, (0, 21, 5), 1),
    ("classic", {}, 4, 3, (21, 22), 1),
    ("classic", {"partnership": False}, 4, 3, (21, 1, 1, 23), 3),
    ("spade", {}, 2, 3, (60, 59), None),
    ("spade", {}, 2, 3, (61, 59), 0),
    ("california", {}, 2, 3, (30, 0), None),
    ("california", {}, 2, 4, (16, 15), 0),
    ("california", {}, 2, 4, (16, 16), None),
    ("california", {}, 2, 5, (17, 22), 1),
    ("california", {}, 3, 5, (40, 0, 0), None),
    ("california", {}, 3, 6, (9, 9, 8), None),
    ("california", {}, 6, 11, (30, 0, 0, 0, 0, 0), None),
    ("california", {}, 6, 12, (9, 8, 7, 10, 0, 1), 3),
    ("california", {"first_to": 11}, 6, 1, (11, 0, 0, 0, 0, 0), 0),
    ("classic", {"deals_each": 1}, 4, 3, (40, 0), None),
    ("classic", {"deals_each": 1}, 4, 4, (40, 0), 0),
]


@pytest.mark.parametrize(("key", "overrides", "seats", "deals", "scores", "winner"), FINISHES)
def test_a_match_is_finished_as_the_table_says(
    key: str,
    overrides: dict[str, object],
    seats: int,
    deals: int,
    scores: tuple[int, ...],
    winner: int | None,
) -> None:
    rules = ruleset(key, overrides)
    sides = sides_of(rules, seats, overrides)
    assert winner_of(rules, sides, scores, deals, dealer=0) == winner


ALONE = 'classic{"partnership":false}'
SUMS = 'classic{"build_in_sum":"adversaries"}'
SUMS_ALONE = 'classic{"build_in_sum":"adversaries","partnership":false}'

# R27 (and R5, R8, R10, R15, R16): a diagram of four players, a move of seat 1, its refusal or None.
# Seat 3 is its partner, seat 2 an adversary; where partnership is off, nobody is a partner.
FOUR = "{rules} 0 1 Kc2c/9cAd/9d8d/9hTh {table} -"
PARTNERS = [
    ("classic", "Qc[9=3h6d@3]", "9cx[9]", None),
    ("classic", "Qc[9=3h6d@2]", "9cx[9]", None),
    ("classic", "Qc[9=3h6d@3]", "Ad", None),
    ("classic", "Qc[9=3h6d@3]", "Ad+[9]=10", "value_not_held"),
    ("classic", "8c[9=3h6d@3]", "Ad+8c=9", None),
    ("classic", "Qc[9=3h6d@1]", "Ad", "owner_may_not_trail"),
    ("classic", "Qc[9=3h6d@1]", "9cxQc", "face_card_matches_only"),
    ("classic", "9s[9=3h6d@1]", "9cx9s", "capturing_card_must_stay"),
    ("classic", "8c[8=3h5d@2]", "9cx[8]8c", "build_value_differs"),
    (SUMS, "As2s[8=3h5d@2]", "9cxAs[8]", None),
    (ALONE, "Qc[9=3h6d@3]", "9cx[9]", None),
]


@pytest.mark.parametrize(("rules", "table", "move", "code"), PARTNERS)
def test_partners_and_adversaries_judge_as_the_table_says(
    rules: str, table: str, move: str, code: str | None
) -> None:
    position = parse_diagram(FOUR.format(rules=rules, table=table)).position
    refusal = judge(position, parse_move(move))
    assert (None if refusal is None else refusal.code) == code


@pytest.mark.parametrize(
    ("rules", "owner", "legal"),
    [(SUMS, 3, False), (SUMS, 2, True), (SUMS_ALONE, 3, True), (SUMS_ALONE, 2, True)],
)
def test_a_partners_build_is_no_item_of_a_sum_but_an_adversarys_is(
    rules: str, owner: int, legal: bool
) -> None:
    """R5, R27."""
    diagram = parse_diagram(f"{rules} 0 1 Kc2c/9cAd/8d7d/8hTh As[8=3h5d@{owner}] -")
    assert (judge(diagram.position, parse_move("9cxAs[8]")) is None) == legal


@pytest.mark.parametrize(
    ("rules", "trails"), [('classic{"no_trail":"owner"}', True), ("classic", False)]
)
def test_who_adds_to_a_partners_build_owns_it_and_need_keep_no_card_for_it(
    rules: str, trails: bool
) -> None:
    """R14, R15, R16, R27."""
    diagram = parse_diagram(f"{rules} 0 1 Kc2c/9c9d/5d8d/9hTh 4c[9=3h6d@3] -")
    added = diagram.after(parse_move("9d=9"))
    assert added is not None
    assert "[9*=3h6d9d@1+3]" in diagram_text(added)
    passed = added.after(parse_move("5d"))
    assert passed is not None
    assert judge(passed.position, parse_move("9hx[9]")) is None
    assert judge(passed.position, parse_move("9hx4c")) is not None
    assert (judge(passed.position, parse_move("9h")) is None) == trails


def test_partners_score_together_and_share_the_residue() -> None:
    """R21, R27."""
    state = started(4).state
    assert state.sides == (0, 1, 0, 1)
    game = played_match(4, 4)
    assert all(len(sheet.rows) == 2 for sheet in game.state.sheets)
    assert all(sum(row.cards for row in sheet.rows) == 52 for sheet in game.state.sheets)
