"""Who chooses cards is told why they make no move, and what the chosen card goes with."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import BuildPlay, cards_in, completions, legal_moves, parse_card
from engine.rules.explaining import companions, why_not
from tests.engine.builders import cards, draw
from tests.engine.test_enumeration import small_position


@pytest.mark.parametrize(
    ("hand", "loose", "builds", "chosen", "code"),
    [
        ("9h Kc 4s", "5c 2d", "me 9: 3h 6d", ("Kc", "", ()), "owner_may_not_trail"),
        ("9h 4s", "5c 2d", "", ("9h", "5c 2d", ()), "not_a_sum"),
        ("4s Kc", "3c 2d", "", ("4s", "3c", ()), "value_not_held"),
        ("Kc 4s", "3c 2d", "", ("Kc", "3c", ()), "face_card_matches_only"),
        ("9h Kc", "Kd", "me 9: 3h 6d", ("9h", "", ()), "owner_may_not_trail"),
        ("2c 9d", "7h", "", ("2c", "7h", (9,)), "no_such_build"),
    ],
)
def test_a_choice_without_a_move_says_why(
    hand: str, loose: str, builds: str, chosen: tuple[str, str, tuple[int, ...]], code: str
) -> None:
    card, taken, values = chosen
    position = draw(hand, loose, builds)
    refusal = why_not(position, parse_card(card), cards(taken) if taken else 0, values)
    assert refusal is not None
    assert refusal.code == code


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_there_is_a_reason_exactly_where_there_is_no_move(seed: int) -> None:
    chance = random.Random(seed)
    position = small_position(chance)
    loose = sum(1 << card for card in cards_in(position.table.loose) if chance.random() < 0.3)
    for card in cards_in(position.hand):
        found = completions(position, card, loose, ())
        assert (why_not(position, card, loose, ()) is None) == bool(found)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_a_card_goes_with_what_its_moves_use_and_with_nothing_else(seed: int) -> None:
    position = small_position(random.Random(seed))
    for card in cards_in(position.hand):
        beside = companions(position, card, 0, ())
        own = [move for move in legal_moves(position) if move.card == card]
        used = {other for move in own for other in cards_in(getattr(move, "loose", 0))}
        assert set(cards_in(beside.loose)) == used
        raised = {move.raises for move in own if isinstance(move, BuildPlay) and move.raises}
        assert raised <= set(beside.builds)


def test_what_is_chosen_already_narrows_what_a_card_goes_with() -> None:
    position = draw("9h 5s", "5c 4d 9c 2h 7s")
    nine = parse_card("9h")
    assert companions(position, nine, 0, ()).loose == cards("5c 4d 9c 2h 7s")
    chosen = cards("5c")
    assert companions(position, nine, chosen, ()).loose >= cards("5c 4d")
