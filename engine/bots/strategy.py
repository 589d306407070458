"""The interface of a bot: a function of what its seat knows, of randomness and of a budget."""

from dataclasses import dataclass
from typing import Protocol

from engine.rules.moves import Move
from engine.wire.knowledge import Knowledge


class Randomness(Protocol):
    """The randomness that a bot may use; the caller owns it."""

    def below(self, n: int) -> int:
        """A uniform random number from 0 to n - 1."""
        ...


@dataclass(frozen=True, slots=True)
class Considered:
    """A move that a bot weighed.

    `worth` is in thousandths of a point, on a scale of the bot's own; it is `exact` where it is the
    result of the deal, the mover's points less the others', with the best play of all.
    """

    move: Move
    worth: int
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a bot plays, and its reasons: the moves it weighed, the best first."""

    move: Move
    reasons: tuple[Considered, ...] = ()


class Bot(Protocol):
    """A strategy. It has no state, so that one instance serves every match."""

    @property
    def key(self) -> str:
        """The permanent key of the bot."""
        ...

    @property
    def is_slow(self) -> bool:
        """Whether a move takes so long that others must not wait behind it."""
        ...

    def choose(
        self, knowledge: Knowledge, randomness: Randomness, budget: int | None = None
    ) -> Choice:
        """A legal move of the knowing seat; refused if it is not on turn (`not_your_turn`).

        `budget` is the number of iterations of a bot that searches (None: its usual number). The
        same knowledge, randomness and budget give the same choice.
        """
        ...
