"""The bot `random`: it chooses uniformly among the legal moves, at most the first 400."""

from engine.bots.strategy import Choice, Randomness
from engine.rules.enumeration import legal_moves
from engine.wire.knowledge import Knowledge

_MOST_MOVES = 400


class RandomBot:
    @property
    def key(self) -> str:
        return "random"

    @property
    def is_slow(self) -> bool:
        return False

    def choose(
        self, knowledge: Knowledge, randomness: Randomness, budget: int | None = None
    ) -> Choice:
        moves, _ = legal_moves(knowledge.position()).bounded(_MOST_MOVES)
        return Choice(moves[randomness.below(len(moves))])
