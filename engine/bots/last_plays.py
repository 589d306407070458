"""The last plays of a deal of more than two players, solved for hands drawn by chance."""

from engine.bots.beliefs import dealer_of
from engine.bots.deal_board import counts_of, deal_of
from engine.bots.dealer import Dice
from engine.bots.endgame import Endgame
from engine.bots.takes import Takes
from engine.bots.worths import POINT, worths_of
from engine.rules.board import Board
from engine.rules.terms import terms_of
from engine.wire.knowledge import Knowledge

Moves = list[tuple[int, int]]
_MOST_PLAYS = 6
_SAMPLES = 12
_MOST_NODES = 20_000


def sampled_margins(
    knowledge: Knowledge, board: Board, moves: Moves, dice: Dice
) -> list[int] | None:
    """What each move leads to in the mean, in thousandths of a point; None where more than the last
    plays are left, or where they are too much to be solved.
    """
    if deal_of(knowledge).stock or sum(counts_of(knowledge)) > _MOST_PLAYS:
        return None
    rules = knowledge.observation.ruleset
    worths = worths_of(rules)
    dealer = dealer_of(knowledge, Takes(terms_of(rules), worths))
    totals, nodes = [0] * len(moves), _MOST_NODES
    scale = _SAMPLES * (len(board.piles) - 1)
    for _ in range(_SAMPLES):
        hands = dealer.deal(dice)
        hands[board.turn] = board.hands[board.turn]
        board.hands = hands
        endgame = Endgame(board, worths, nodes)
        results = endgame.margins(moves)
        if endgame.given_up:
            return None
        nodes -= endgame.nodes
        totals = [total + result for total, result in zip(totals, results, strict=True)]
    return [total * POINT // scale for total in totals]
