"""What a bot is: a function of what its seat sees and of the chance it is given."""

from typing import Protocol

from engine.rules.moves import Move
from engine.wire.observation import Observation


class Randomness(Protocol):
    """The chance a bot may use; whoever asks it to choose holds it."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        ...


class Bot(Protocol):
    """A strategy. It keeps nothing between turns, so one instance serves every match."""

    @property
    def key(self) -> str:
        """Its permanent name."""
        ...

    def choose(self, observation: Observation, randomness: Randomness) -> Move:
        """A legal move for the observing seat; refuses if that seat is not to play
        (`not_your_turn`).
        """
        ...
