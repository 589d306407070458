"""The bot `random`: it chooses uniformly among the legal moves, at most the first 400."""

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
