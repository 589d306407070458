"""The bot `closer`: it plays as `counter` does, and the last packet exactly.

Two players know each other's last cards by counting. Of more players the last plays are solved for
hands that are drawn by chance.
"""

from engine.bots.counter_bot import chosen, weighed
from engine.bots.deal_board import as_move, board_of, hidden_hand, moves_on, set_hand
from engine.bots.dealer import SEEDS, Dice
from engine.bots.endgame import Endgame
from engine.bots.last_plays import sampled_margins
from engine.bots.strategy import Choice, Considered, Randomness
from engine.bots.worths import POINT, worths_of
from engine.rules.board import Board
from engine.wire.knowledge import Knowledge

Weighed = list[tuple[int, tuple[int, int]]]
# Positions of one search: the usual ones need some hundreds, the largest of 33,000 needed 2,407.
_MOST_NODES = 2_500


class CloserBot:
    @property
    def key(self) -> str:
        return "closer"

    @property
    def is_slow(self) -> bool:
        return False

    def choose(
        self, knowledge: Knowledge, randomness: Randomness, budget: int | None = None
    ) -> Choice:
        board = board_of(knowledge)
        found = weighed(knowledge, board, moves_on(board))
        return closed(knowledge, board, found, randomness) or chosen(found, randomness)


def closed(
    knowledge: Knowledge, board: Board, found: Weighed, randomness: Randomness
) -> Choice | None:
    """The choice of the last plays; None before them, or where they are too much to be solved."""
    ranked = sorted(found, key=lambda one: -one[0])
    moves = [move for _, move in ranked]
    hand = hidden_hand(knowledge)
    if hand is None:
        dice = Dice(randomness.below(SEEDS))
        totals = sampled_margins(knowledge, board, moves, dice)
        return None if totals is None else chosen(list(zip(totals, moves, strict=True)), randomness)
    set_hand(board, 1 - board.turn, hand)
    endgame = Endgame(board, worths_of(knowledge.observation.ruleset), _MOST_NODES)
    place, result = endgame.best(moves)
    if endgame.given_up:
        return None
    others = [Considered(as_move(move), worth) for worth, move in ranked if move != moves[place]]
    best = as_move(moves[place])
    return Choice(best, (Considered(best, result * POINT, exact=True), *others))
