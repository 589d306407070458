"""The bot `master`: it draws the hidden hands as the plays suggest, and plays the packet out.

Every player of a play-out sees its own hand alone, and a learned evaluation judges the packet's
end. The moves are halved again and again: the better half gets as many play-outs as all had before.
The last packet is solved as `closer` does.
"""

from engine.bots.beliefs import dealer_of, past_plays
from engine.bots.closer_bot import Weighed, closed
from engine.bots.counter_bot import weighed
from engine.bots.deal_board import as_move, board_of, deal_of, moves_on
from engine.bots.dealer import SEEDS, Dice
from engine.bots.evaluation import Evaluation
from engine.bots.evaluation_data import weights_of
from engine.bots.rollout import Rollouts
from engine.bots.strategy import Choice, Considered, Randomness
from engine.bots.takes import Takes
from engine.bots.worths import worths_of
from engine.rules import board as board_module
from engine.rules.board import Board
from engine.rules.dealing import HAND
from engine.rules.terms import terms_of
from engine.wire.knowledge import Knowledge

COMPILED = not str(board_module.__file__).endswith(".py")
# Play-outs for one move, where the engine is compiled and where it is not.
USUAL_BUDGET = 1000 if COMPILED else 150
# The moves, best first by one ply, that are played out at all.
_MOST_MOVES = 12
# The hands that are drawn for so many play-outs, in hundredths, and at least.
_HANDS, _LEAST_HANDS = 60, 24


class MasterBot:
    @property
    def key(self) -> str:
        return "master"

    @property
    def is_slow(self) -> bool:
        return True

    def choose(
        self, knowledge: Knowledge, randomness: Randomness, budget: int | None = None
    ) -> Choice:
        board = board_of(knowledge)
        found = weighed(knowledge, board, moves_on(board))
        dice = Dice(randomness.below(SEEDS))
        if len(found) == 1:
            return Choice(as_move(found[0][1]))
        solved = closed(knowledge, board, found, randomness)
        if solved is not None:
            return solved
        return _searched(knowledge, board, found, dice, budget or USUAL_BUDGET)


def _searched(
    knowledge: Knowledge, board: Board, found: Weighed, dice: Dice, budget: int
) -> Choice:
    moves = [move for _, move in sorted(found, key=lambda one: -one[0])][:_MOST_MOVES]
    rollouts = _rollouts(knowledge, board, dice, max(budget * _HANDS // 100, _LEAST_HANDS))
    ranked = halved(moves, rollouts, budget)
    reasons = tuple(Considered(as_move(move), worth) for worth, move in ranked)
    return Choice(reasons[0].move, reasons)


def halved(moves: list[tuple[int, int]], rollouts: Rollouts, budget: int) -> Weighed:
    """The moves with the mean of their play-outs, the best first (sequential halving)."""
    rounds = max(len(moves) - 1, 1).bit_length()
    totals = dict.fromkeys(moves, 0)
    counts = dict.fromkeys(moves, 0)
    left = list(moves)
    out: list[tuple[int, int]] = []
    for _ in range(rounds):
        samples = max(budget // (rounds * len(left)), 1)
        for move, total in zip(left, rollouts.play(left, samples), strict=True):
            totals[move] += total
            counts[move] += samples
        left.sort(key=lambda move: -(totals[move] // counts[move]))
        half = (len(left) + 1) // 2
        out = left[half:] + out
        left = left[:half]
    return [(totals[move] // counts[move], move) for move in left + out]


def _rollouts(knowledge: Knowledge, board: Board, dice: Dice, pool: int) -> Rollouts:
    rules = knowledge.observation.ruleset
    seats, deal = board.seats, deal_of(knowledge)
    worths = worths_of(rules)
    takes = Takes(terms_of(rules), worths)
    return Rollouts(
        board,
        takes,
        dealer_of(knowledge, takes),
        Evaluation(worths, weights_of(rules.key, seats)),
        knowledge.hidden,
        (deal.dealer + 1) % seats,
        (deal.stock + HAND * seats - 1) // (HAND * seats),
        past_plays(knowledge, takes),
        dice,
        pool,
    )
