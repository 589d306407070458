"""The end of a deal is solved exactly: as a minimax by the book finds it, that tries everything."""

from dataclasses import replace

import pytest

from engine import RULESETS, Capture, MatchState, PlayMove, evolve, know, legal_moves
from engine.bots.closer_bot import CloserBot
from engine.bots.deal_board import as_move, board_of, moves_on
from engine.bots.endgame import Endgame
from engine.bots.worths import margin, worths_of
from engine.match.decide import decide
from engine.match.events import DealScored
from engine.rules.cards import cards_in
from tests.engine.builders import Chance, lively_move, started
from tests.long import enough

KINDS = [(key, 2) for key in RULESETS] + [("classic", 3), ("california", 3), ("classic", 4)]
# Plays that are left: the minimax by the book tries every line of them.
LEFT = {2: 5, 3: 4, 4: 4}


def at_the_end(kind: tuple[str, int], seed: int) -> MatchState:
    """A match with few plays of a deal left, and nothing in the stock."""
    rules, seats = kind
    chance = Chance(seed)
    game = started(seats, rules, seed=chance.random.randbytes(32))
    while True:
        deal, turn = game.state.deal, game.state.turn
        assert deal is not None
        assert turn is not None
        left = sum(hand.bit_count() for hand in deal.hands)
        if not deal.stock and left <= LEFT[seats]:
            return game.state
        game.do(PlayMove(turn, lively_move(game.state.position(turn), chance)))


def by_the_book(state: MatchState) -> list[int]:
    """The points of the deal by side, each side playing for its own margin; decided by the rules of
    the match, one command after another.
    """
    turn = state.turn
    assert turn is not None
    side, best = state.sides[turn], list[int]()
    for move in legal_moves(state.position(turn)):
        after, scored = state, list[int]()
        for event in decide(state, PlayMove(turn, move)):
            if isinstance(event, DealScored):
                scored = [row.total for row in event.sheet]
                break
            after = evolve(after, event)
        found = scored or by_the_book(after)
        if not best or margin(found, side, len(found) - 1) > margin(best, side, len(best) - 1):
            best = found
    return best


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}-{kind[1]}")
def test_the_last_plays_are_worth_what_a_minimax_by_the_book_says(kind: tuple[str, int]) -> None:
    for seed in range(enough(3, 220)):
        state = at_the_end(kind, seed)
        assert state.turn is not None
        assert state.deal is not None
        board = board_of(know(state, state.turn))
        moves = moves_on(board)
        board.hands = [cards_in(hand) for hand in state.deal.hands]
        endgame = Endgame(board, worths_of(state.ruleset), 10**6)
        before = (list(board.piles), board.loose, [list(hand) for hand in board.hands])
        results = endgame.margins(moves)
        assert (board.piles, board.loose, board.hands) == before

        side = state.sides[state.turn]
        expected = by_the_book(state)
        assert max(results) == margin(expected, side, len(expected) - 1)
        if len(state.scores) == 2:
            assert endgame.best(moves)[1] == max(results)


def test_closer_plays_the_best_move_of_the_last_packet_and_says_what_it_comes_to() -> None:
    for seed in range(5):
        state = at_the_end(("classic", 2), seed)
        assert state.turn is not None
        choice = CloserBot().choose(know(state, state.turn), Chance(seed))
        expected = by_the_book(state)
        reason = choice.reasons[0]
        assert reason.exact
        assert reason.move == choice.move
        assert reason.worth == 1000 * margin(expected, state.turn, 1)


def test_a_search_that_would_take_too_long_gives_up_and_leaves_the_board_as_it_was() -> None:
    state = at_the_end(("classic", 2), 3)
    assert state.turn is not None
    assert state.deal is not None
    board = board_of(know(state, state.turn))
    moves = moves_on(board)
    board.hands = [cards_in(hand) for hand in state.deal.hands]
    endgame = Endgame(board, worths_of(state.ruleset), 2)
    loose, hands = board.loose, [list(hand) for hand in board.hands]
    endgame.margins(moves)
    assert endgame.given_up
    assert (board.loose, board.hands) == (loose, hands)


def test_a_last_card_that_clears_the_table_sweeps_where_the_rules_say_so() -> None:
    for rules, swept in (("classic", 1), ("face-value", 0)):
        board = board_of(know(started(rules=rules).state, started(rules=rules).state.turn))
        board.loose, board.piles = 1 << 4, [0, 0]
        board.hands = [[], []]
        board.hands[board.turn] = [5]
        side = board.turn
        results = Endgame(board, worths_of(replace(RULESETS[rules])), 10).margins([(5, 1 << 4)])
        most_cards = RULESETS[rules].points.cards
        assert results == [most_cards + swept]
        assert board.sides[side] == side
        assert isinstance(as_move((5, 1 << 4)), Capture)
