"""The interface of a bot: a function of its seat's observation and of given randomness."""

from typing import Protocol

from engine.rules.moves import Move
from engine.wire.observation import Observation


class Randomness(Protocol):
    """The randomness that a bot may use; the caller owns it."""

    def below(self, n: int) -> int:
        """A uniform random number from 0 to n - 1."""
        ...


class Bot(Protocol):
    """A strategy. It has no state, so that one instance serves every match."""

    @property
    def key(self) -> str:
        """The permanent key of the bot."""
        ...

    def choose(self, observation: Observation, randomness: Randomness) -> Move:
        """A legal move of the observing seat; refused if it is not on turn (`not_your_turn`)."""
        ...
