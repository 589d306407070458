"""The bot `random`: any legal move, as likely as any other (of the first few hundred on a crowded
table).
"""

from engine.bots.strategy import Randomness
from engine.rules.enumeration import legal_moves
from engine.rules.moves import Move
from engine.wire.observation import Observation

_MOST_MOVES = 400


class RandomBot:
    @property
    def key(self) -> str:
        return "random"

    def choose(self, observation: Observation, randomness: Randomness) -> Move:
        moves, _ = legal_moves(observation.position()).bounded(_MOST_MOVES)
        return moves[randomness.below(len(moves))]
