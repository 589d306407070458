"""The bot `omniscient`, which sees every hand: the ceiling of the arena, and of the arena alone.

It is no bot of the product: `engine.bots` does not know it, and it takes a state, not what a seat
knows.
"""

from engine.bots.counter_bot import weighed
from engine.bots.deal_board import as_move, board_of, moves_on
from engine.bots.endgame import Endgame
from engine.bots.worths import worths_of
from engine.match.state import MatchState
from engine.rules.cards import cards_in
from engine.rules.moves import Move
from engine.wire.knowledge import know

_MOST_NODES = 60_000
KEY = "omniscient"


class Omniscient:
    """Searches every packet to its end, as if all played with open hands."""

    def move(self, state: MatchState, seat: int) -> Move:
        knowledge = know(state, seat)
        board = board_of(knowledge)
        found = weighed(knowledge, board, moves_on(board))
        moves = [move for _, move in sorted(found, key=lambda one: -one[0])]
        assert state.deal is not None
        board.hands = [cards_in(hand) for hand in state.deal.hands]
        endgame = Endgame(board, worths_of(state.ruleset), _MOST_NODES)
        results = endgame.margins(moves)
        return as_move(moves[0 if endgame.given_up else results.index(max(results))])


OMNISCIENT = Omniscient()
