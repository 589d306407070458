"""Rounds and their pairings: the values that a format makes and ranks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """How a pairing ended: the winner's entrant id, the points by side, and the match's reason."""

    winner: str
    scores: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants and their match, or one entrant with a bye (the first; the second is None)."""

    number: int
    entrants: tuple[str, str | None]
    match: str | None
    result: Result | None = None

    @property
    def bye(self) -> bool:
        return self.entrants[1] is None

    @property
    def winner(self) -> str | None:
        """Who goes on; None while the match is not decided."""
        if self.bye:
            return self.entrants[0]
        return self.result.winner if self.result else None

    @property
    def loser(self) -> str | None:
        if self.result is None:
            return None
        first, second = self.entrants
        return second if self.result.winner == first else first


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    pairings: tuple[Pairing, ...]
    closed: bool = False

    @property
    def decided(self) -> bool:
        return all(pairing.winner is not None for pairing in self.pairings)

    @property
    def winners(self) -> tuple[str, ...]:
        """In the order of the pairings; only of a round that is decided."""
        winners = tuple(pairing.winner for pairing in self.pairings)
        assert None not in winners
        return tuple(winner for winner in winners if winner is not None)
