"""A board and a lister kept for a whole deal agree with a fresh position each turn."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import legal_moves
from engine.rules.board import Board
from engine.rules.cards import cards_in
from engine.rules.legality import code_of, move_of
from engine.rules.listing import Lister
from engine.rules.rulesets import sides_of
from engine.rules.terms import terms_of
from engine.wire.diagram import Diagram, parse_diagram
from tests.engine import literal_casino
from tests.engine.make_perft import TABLES


def turned_to(board: Board, diagram: Diagram) -> None:
    """Gives the board the turn and the hands, which are the dealer's business, not the board's."""
    board.turn = diagram.turn
    board.hands = [cards_in(hand) for hand in diagram.hands]


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, numbers in TABLES for seats in numbers]
)
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_board_played_on_lists_and_holds_what_the_diagram_says(
    name: str, seats: int, seed: int
) -> None:
    chance = random.Random(seed)
    deck = chance.sample(literal_casino.DECK, 52)
    first = literal_casino.first_packet(name, seats, seed % seats, deck)
    diagram: Diagram | None = parse_diagram(literal_casino.written(first))
    assert diagram is not None
    board = Board(terms_of(diagram.rules), sides_of(diagram.rules, seats, diagram.overrides))
    board.loose = diagram.table.loose
    lister = Lister(board)
    while diagram is not None:
        turned_to(board, diagram)
        found = lister.moves()
        moves = {
            move_of(code, items)
            for code, choices in zip(found.codes, found.choices, strict=True)
            for items in choices
        }
        expected = list(legal_moves(diagram.position))
        if not found.cut:
            assert moves == set(expected)
            assert found.count == len(moves)
        rare = [move for move in expected if code_of(move) != (move.card, 0)]
        move = chance.choice(rare if rare and chance.random() < 0.7 else expected)
        taken = board.play(*code_of(move))
        before, diagram = diagram, diagram.after(move)
        assert taken & ~(before.table.cards | 1 << move.card) == 0
        if diagram is not None:
            owners = {build.value: build.owner for build in diagram.table.builds}
            assert board.loose == diagram.table.loose
            for seat in range(seats):
                mine = sum(1 << value for value, owner in owners.items() if owner == seat)
                assert board.owned[seat] == mine
