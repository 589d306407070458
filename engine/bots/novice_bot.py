"""The bot `novice`: a beginner, who plays as `greedy` does but often misses what lies there.

In one of three turns it looks at a few of its moves only, which chance chooses.
"""

from engine.bots.greedy_bot import best_moves
from engine.bots.strategy import Choice, Randomness
from engine.rules.enumeration import legal_moves
from engine.wire.knowledge import Knowledge

_MOST_MOVES = 400
_ERRS_IN = 3
_LOOKS_AT = 2


class NoviceBot:
    @property
    def key(self) -> str:
        return "novice"

    @property
    def is_slow(self) -> bool:
        return False

    def choose(
        self, knowledge: Knowledge, randomness: Randomness, budget: int | None = None
    ) -> Choice:
        position = knowledge.position()
        moves, _ = legal_moves(position).bounded(_MOST_MOVES)
        if randomness.below(_ERRS_IN) == 0:
            moves = [moves[randomness.below(len(moves))] for _ in range(_LOOKS_AT)]
        equals = best_moves(position, moves)
        return Choice(equals[randomness.below(len(equals))])
