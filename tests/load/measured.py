"""What was measured of people who play."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Measures:
    """Milliseconds of each move until it was answered, and until the opponent heard it, as those
    who play gather them.
    """

    answered: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)

    def after(self, seconds: float) -> dict[str, Any]:
        """What a client says of its run, as JSON."""
        return {
            "moves": len(self.answered),
            "seconds": seconds,
            "answered": self.answered,
            "heard": self.heard,
        }


@dataclass(frozen=True)
class Measured:
    """Moves in so many seconds, and of each the milliseconds until it was known.

    `answered` is until the mover's own socket had it, `heard` until the opponent's. The processor
    time is the server's own, without that of databases; that of the players says whether they held
    the server up: they are one process.
    """

    moves: int
    seconds: float
    answered: list[float]
    heard: list[float]
    cpu_seconds: float
    players_cpu_seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def answered_p50(self) -> float:
        return quantile(self.answered, 0.5)

    @property
    def answered_p99(self) -> float:
        return quantile(self.answered, 0.99)

    @property
    def heard_p50(self) -> float:
        return quantile(self.heard, 0.5)

    @property
    def heard_p99(self) -> float:
        return quantile(self.heard, 0.99)

    @property
    def cpu_share(self) -> float:
        """How much of one processor the server took."""
        return self.cpu_seconds / self.seconds

    @property
    def players_cpu_share(self) -> float:
        return self.players_cpu_seconds / self.seconds


def together(measured: Sequence[Measured]) -> Measured:
    """Of several processes that were measured at the same time."""
    return Measured(
        moves=sum(one.moves for one in measured),
        seconds=max(one.seconds for one in measured),
        answered=[took for one in measured for took in one.answered],
        heard=[took for one in measured for took in one.heard],
        cpu_seconds=sum(one.cpu_seconds for one in measured),
    )


def quantile(values: list[float], share: float) -> float:
    """The smallest of the values that is not less than this share of them."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]
