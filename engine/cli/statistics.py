"""The statistics of many matches."""

from collections import Counter

from engine.cli.game import Game
from engine.match.events import CardPlayed, DealScored
from engine.rules.moves import Capture, Trail


class Statistics:
    """The counts over matches of one ruleset and number of seats."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.seconds = 0.0
        self.matches = 0
        self.deals = 0
        self.sides: tuple[int, ...] = ()
        self.plays: Counter[str] = Counter()
        self.wins: Counter[int] = Counter()
        self.points: Counter[int] = Counter()
        self.sweeps: Counter[int] = Counter()

    def add(self, game: Game) -> None:
        """Counts one more match, or the part of it that was played."""
        self.matches += 1
        self.sides = game.state.sides
        if game.state.result is not None and game.state.result.winner is not None:
            self.wins[game.state.result.winner] += 1
        for event in game.events:
            if isinstance(event, CardPlayed):
                self.plays[_kind(event)] += 1
                self.sweeps[self.sides[event.seat]] += event.sweep
            elif isinstance(event, DealScored):
                self.deals += 1
                for row in event.sheet:
                    self.points[row.side] += row.total

    def json(self) -> dict[str, object]:
        """The counts as a JSON object."""
        return {
            "matches": self.matches,
            "deals": self.deals,
            "moves": self.plays.total(),
            "plays": {kind: self.plays[kind] for kind in _KINDS},
            "sides": [self._side(side) for side in range(max(self.sides) + 1)],
            "seconds": round(self.seconds, 3),
        }

    def _side(self, side: int) -> dict[str, object]:
        return {
            "seats": [seat for seat, of in enumerate(self.sides) if of == side],
            "wins": self.wins[side],
            "points": self.points[side],
            "points_per_deal": round(self.points[side] / max(self.deals, 1), 3),
            "sweeps": self.sweeps[side],
        }

    def lines(self, keys: list[str]) -> list[str]:
        """The counts as lines of text; `keys` are the bots by seat."""
        rate = self.plays.total() / self.seconds if self.seconds else 0
        plays = ", ".join(f"{self.plays[kind]} {kind}" for kind in _KINDS)
        lines = [
            f"{self.matches} matches, {self.deals} deals, {self.plays.total()} moves: {plays}",
            f"{'side':<24}{'wins':>8}{'points':>9}{'a deal':>9}{'sweeps':>8}",
        ]
        for side in range(max(self.sides) + 1):
            seats = [seat for seat, of in enumerate(self.sides) if of == side]
            name = ", ".join(f"{seat} {keys[seat]}" for seat in seats)
            points = self.points[side]
            lines.append(
                f"{name:<24}{self.wins[side]:>8}{points:>9}"
                f"{points / max(self.deals, 1):>9.2f}{self.sweeps[side]:>8}"
            )
        return [*lines, f"{self.seconds:.1f} s, {rate:.0f} moves a second"]


_KINDS = ("trails", "captures", "builds", "raises")


def _kind(event: CardPlayed) -> str:
    move = event.move
    if isinstance(move, Trail):
        return "trails"
    if isinstance(move, Capture):
        return "captures"
    return "builds" if move.raises is None else "raises"
