"""The bot `omniscient`, which sees every hand: the ceiling of the arena, and of the arena alone.

It is no bot of the product: `engine.bots` does not know it, and it takes a state, not what a seat
knows.
"""

from engine.bots.counter_bot import weighed
from engine.bots.deal_board import as_move, board_of, moves_on
from engine.bots.endgame import Endgame
from engine.bots.evaluation import Evaluation
from engine.bots.evaluation_data import weights_of
from engine.bots.horizon import Horizon
from engine.bots.outlook import Outlook
from engine.bots.takes import Takes
from engine.bots.worths import worths_of
from engine.match.state import MatchState
from engine.rules.cards import cards_in
from engine.rules.dealing import HAND
from engine.rules.moves import Move
from engine.rules.terms import terms_of
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
        endgame = Endgame(board, worths_of(state.ruleset), _MOST_NODES, _horizon(state))
        results = endgame.margins(moves)
        return as_move(moves[0 if endgame.given_up else results.index(max(results))])


def _horizon(state: MatchState) -> Horizon | None:
    """Judges the packet's end, where more is to be dealt and two sides play."""
    deal, seats = state.deal, len(state.seats)
    if deal is None or not deal.stock or len(state.scores) != 2:
        return None
    worths = worths_of(state.ruleset)
    takes = Takes(terms_of(state.ruleset), worths)
    unseen = know(state, None).hidden
    return Horizon(
        Evaluation(worths, weights_of(state.ruleset.key, seats)),
        Outlook(takes, unseen, HAND, HAND * seats // 2),
        state.sides[(deal.dealer + 1) % seats],
        (len(deal.stock) + HAND * seats - 1) // (HAND * seats),
    )


OMNISCIENT = Omniscient()
