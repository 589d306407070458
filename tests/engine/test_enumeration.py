"""Legal moves are listed as a brute force lists them, and bounded on crowded tables."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Build,
    BuildPlay,
    Capture,
    LegalMoves,
    Position,
    Ruleset,
    Table,
    Trail,
    card_set,
    cards_in,
    completions,
    default_move,
    judge,
    legal_moves,
    move_text,
    parse_card,
    parse_move,
    ruleset,
)
from tests.engine.builders import cards, draw
from tests.engine.literal_rules import every_move, legal

RULES = [
    ("classic", {}),
    ("face-value", {}),
    ("california", {}),
    ("royal", {}),
    ("royal", {"build_in_sum": "adversaries", "multiple_builds": False}),
    ("classic", {"face_capture": "one", "build_in_sum": "adversaries"}),
    ("california", {"owner_may_trail": False, "own_raise_keeps_both": False}),
    ("california", {"no_trail": "contributors", "one_action": False}),
    ("classic", {"no_trail": "owner"}),
    ("royal", {"one_action": True, "build_in_sum": "adversaries"}),
    ("face-value", {"build_in_sum": "adversaries", "own_raise_keeps_both": True}),
]


def small_position(chance: random.Random) -> Position:
    """A position of few cards, mostly low ones, so that sums abound."""
    rules = ruleset(*chance.choice(RULES))
    deck = [card for card in range(52) if card < 40 or chance.random() < 0.5]
    chance.shuffle(deck)
    deck.sort(key=lambda card: chance.random() + card / 80)
    builds: dict[int, Build] = {}
    for _ in range(chance.randrange(3)):
        build = small_build(chance, rules, deck)
        if build is not None and build.value not in builds:
            builds[build.value] = build
            deck = [card for card in deck if not build.cards >> card & 1]
    hand = card_set(deck.pop(0) for _ in range(chance.randrange(1, 5)))
    loose = card_set(deck.pop(0) for _ in range(chance.randrange(6)))
    table = Table(loose, tuple(builds[value] for value in sorted(builds)))
    return Position(rules, chance.randrange(2), (0, 1), hand, table)


def small_build(chance: random.Random, rules: Ruleset, deck: list[int]) -> Build | None:
    first, second, third = chance.sample([c for c in deck[:20] if rules.value(c)], 3)
    a, b, c = (card // 4 + 1 for card in (first, second, third))
    if c == a + b:
        return contributed(chance, Build(c, card_set([first, second, third]), 0, True))
    if rules.worth(a + b):
        return contributed(chance, Build(a + b, card_set([first, second]), 0, False))
    return None


def contributed(chance: random.Random, build: Build) -> Build:
    owner = chance.randrange(2)
    others = chance.randrange(2) << 1 - owner
    return replace(build, owner=owner, others=others)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_judging_and_listing_agree_with_a_literal_brute_force(seed: int) -> None:
    position = small_position(random.Random(seed))
    expected = set()
    for move in every_move(position):
        allowed = legal(position, move)
        assert (judge(position, move) is None) == allowed, move_text(move)
        if allowed:
            expected.add(move)
    listed = list(legal_moves(position))
    assert set(listed) == expected
    assert len(listed) == len(expected)
    assert legal_moves(position).bounded(len(expected)) == (listed, True)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_the_clock_does_the_least_that_the_page_of_rules_says(seed: int) -> None:
    """C3: for who owns no build and may not trail."""
    position = small_position(random.Random(seed))
    position = replace(
        position,
        table=replace(
            position.table,
            builds=tuple(
                replace(build, owner=1 - position.seat, others=1 << position.seat)
                for build in position.table.builds
            ),
        ),
        ruleset=replace(position.ruleset, no_trail="contributors"),
    )
    moves = [move for move in legal_moves(position) if not isinstance(move, Trail)]
    contributed = bool(position.table.builds)
    default = default_move(position)
    if not contributed or not moves:
        assert isinstance(default, Trail)
        return
    captures = [move for move in moves if isinstance(move, Capture) and is_one_set(position, move)]
    if captures:
        assert default == min(captures, key=lambda move: (move.card, *items_of(position, move)))
        return
    assert default == min(
        (move for move in moves if isinstance(move, BuildPlay) and adds_one_set(position, move)),
        key=lambda move: (
            move.card,
            move.value,
            move.raises is not None,
            bool(move.loose),
            cards_in(move.loose),
        ),
    )


def is_one_set(position: Position, move: Capture) -> bool:
    values = position.ruleset.values(move.card)
    if not values:
        return move.loose.bit_count() == 1
    return worth_of(position, move) in values


def worth_of(position: Position, move: Capture | BuildPlay) -> int:
    builds = move.builds if isinstance(move, Capture) else ()
    return sum(builds) + sum(map(position.ruleset.value, cards_in(move.loose)))


def items_of(position: Position, move: Capture) -> tuple[object, ...]:
    """The value of the set, and its items in the order of the notation."""
    return worth_of(position, move), [*cards_in(move.loose), *(52 + v for v in move.builds)]


def adds_one_set(position: Position, move: BuildPlay) -> bool:
    if move.raises is not None:
        return not move.loose
    return worth_of(position, move) in (0, move.value - position.ruleset.value(move.card))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_completions_are_the_legal_moves_with_exactly_these_items(seed: int) -> None:
    chance = random.Random(seed)
    position = small_position(chance)
    for move in list(legal_moves(position))[:200]:
        if isinstance(move, Trail):
            assert completions(position, move.card, 0, ()) == [move]
            continue
        if isinstance(move, Capture):
            offered = completions(position, move.card, move.loose, move.builds)
        else:
            raised = () if move.raises is None else (move.raises,)
            stands = position.table.build(move.value) is not None
            builds = raised if move.loose or raised or not stands else (move.value,)
            offered = completions(position, move.card, move.loose, builds)
        assert move in offered
        assert len(set(offered)) == len(offered)
        assert all(judge(position, offer) is None for offer in offered)
        assert all(getattr(offer, "loose", 0) == move.loose for offer in offered)


@pytest.mark.parametrize(
    ("hand", "loose", "builds", "card", "chosen", "values", "offered"),
    [
        ("3c 9c", "6c", "", "3c", "", (), ["3c"]),
        ("3c 9c", "6c", "", "3c", "6c", (), ["3c+6c=9"]),
        ("3c 9c 6d", "3d", "", "3c", "3d", (), ["3cx3d", "3c+3d=6"]),
        ("3c 3h 6d", "3d", "", "3c", "3d", (), ["3cx3d", "3c+3d=3", "3c+3d=6"]),
        ("9c 9d", "", "opp 9: 5c 4c", "9c", "", (9,), ["9cx[9]", "9c=9"]),
        ("2c 9d", "", "opp 7: 5c 2d", "2c", "", (7,), ["2c+[7]=9"]),
        ("2c 9d", "9h", "opp 7: 5c 2d", "2c", "9h", (7,), ["2c+[7]9h=9"]),
        ("2c 9d", "", "opp 7: 5c 2d; opp 9: 6c 3c", "2c", "", (7, 9), ["2c+[7]=9"]),
        ("2c 9d", "7h", "opp 9: 6c 3c", "2c", "7h", (), ["2c+7h=9"]),
        ("2c 9d", "7h", "opp 9: 6c 3c", "2c", "7h", (9,), ["2c+7h=9"]),
        ("2c 9d", "7h", "opp 9: 6c 3c", "2c", "", (9,), []),
        ("2c 9d", "7h", "", "2c", "7h", (9,), []),
        ("2c 9d", "", "opp 7: 5c 2d", "2c", "", (7, 7), ["2c+[7]=9"]),
        ("2c 9d", "", "opp 7: 5c 2d", "2c", "", (-1, 10**30), []),
        ("Kc", "Kd", "", "Kc", "Kd", (), ["KcxKd"]),
        ("Kc", "Kd", "", "Qc", "Kd", (), []),
    ],
)
def test_a_selection_is_completed_to_what_can_be_played_with_it(
    hand: str,
    loose: str,
    builds: str,
    card: str,
    chosen: str,
    values: tuple[int, ...],
    offered: list[str],
) -> None:
    position = draw(hand, loose, builds)
    moves = completions(position, parse_card(card), cards(chosen), values)
    assert [move_text(move) for move in moves] == offered


def crowded() -> Position:
    """Forty-four loose cards, as two players who only trail can bring about."""
    hand = cards("Ts 9s 8s 2s")
    return Position(ruleset("classic", {}), 0, (0, 1), hand, Table((1 << 48) - 1 & ~hand))


def test_on_a_crowded_table_a_listing_is_cut_and_says_so() -> None:
    moves, complete = legal_moves(crowded()).bounded(300)
    assert (len(moves), complete) == (300, False)
    assert len(set(moves)) == 300
    assert all(judge(crowded(), move) is None for move in moves)


def test_a_cut_listing_has_some_moves_of_every_card_and_kind() -> None:
    moves, _ = legal_moves(crowded()).bounded(60)
    kinds = {(move.card, type(move)) for move in moves}
    assert len(kinds) >= 4 + 4 + 3


def test_membership_judges_and_never_lists() -> None:
    position = crowded()
    everything = Capture(parse_card("Ts"), position.table.loose & (1 << 40) - 1 & ~cards("Ac 9c"))
    assert isinstance(legal_moves(position), LegalMoves)
    assert parse_move("TsxTcTdTh") in legal_moves(position)
    assert everything not in legal_moves(position)


def test_a_listing_with_no_room_is_empty_and_incomplete() -> None:
    assert legal_moves(draw("Kc")).bounded(0) == ([], False)
