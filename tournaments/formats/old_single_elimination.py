"""Single elimination: a seeded bracket, byes to the top seeds, winners advance, losers are out.

With n entrants the bracket has size = 2^⌈log2 n⌉ slots, log2(size) rounds, n - 1 matches and
size - n byes, all of them in round 1. The losers of a round of m pairings share the
places m + 1 … 2m.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.domain.rounds import Pairing, Round

Slot = tuple[str, str | None]


def bracket_size(entrants: int) -> int:
    """The least power of two that holds them all; at least 2."""
    return 1 << max(1, (entrants - 1).bit_length())


def rounds_of(size: int) -> int:
    return size.bit_length() - 1


def pairings_of(size: int, round_number: int) -> int:
    return size >> round_number


def bracket_order(size: int) -> list[int]:
    """The seeds in the order of the bracket's slots: 1 2 → 1 4 2 3 → 1 8 4 5 2 7 3 6 → …

    Of two neighbours the first is the better seed, so a bye always stands second.
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, total - upper)]
    return order


def first_round(seeds: Sequence[str]) -> list[Slot]:
    """Who meets in round 1, in bracket order; a seed without an opponent has a bye."""
    order = bracket_order(bracket_size(len(seeds)))
    return [
        (seeds[upper - 1], seeds[lower - 1] if lower <= len(seeds) else None)
        for upper, lower in zip(order[::2], order[1::2], strict=True)
    ]


def next_round(winners: Sequence[str]) -> list[Slot]:
    """Winners of neighbouring pairings meet."""
    return list(zip(winners[::2], winners[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings; `rank` is the best place that is still sure, shared by equals."""

    rank: int
    entrant: str
    wins: int
    losses: int
    points_for: int
    points_against: int
    eliminated_in: int | None


def standings(seeds: Sequence[str], rounds: Sequence[Round]) -> list[Standing]:
    """Everybody's line, best rank first and by seed within a rank.

    Whoever is still in shares rank 1 until the final is decided. Byes are neither wins nor points.
    """
    size = bracket_size(len(seeds))
    lines = {entrant: _Line() for entrant in seeds}
    for round_ in rounds:
        for pairing in round_.pairings:
            if pairing.result is not None:
                _count(lines, pairing, round_.number)
    ranked = [line.standing(entrant, size) for entrant, line in lines.items()]
    return sorted(ranked, key=lambda standing: standing.rank)


@dataclass(slots=True)
class _Line:
    wins: int = 0
    losses: int = 0
    points_for: int = 0
    points_against: int = 0
    eliminated_in: int | None = None

    def standing(self, entrant: str, size: int) -> Standing:
        out = self.eliminated_in
        return Standing(
            rank=1 if out is None else pairings_of(size, out) + 1,
            entrant=entrant,
            wins=self.wins,
            losses=self.losses,
            points_for=self.points_for,
            points_against=self.points_against,
            eliminated_in=out,
        )


def _count(lines: dict[str, _Line], pairing: Pairing, round_number: int) -> None:
    result = pairing.result
    assert result is not None
    for side, entrant in enumerate(pairing.entrants):
        assert entrant is not None
        line = lines[entrant]
        line.points_for += result.scores[side]
        line.points_against += result.scores[1 - side]
        if entrant == result.winner:
            line.wins += 1
        else:
            line.losses += 1
            line.eliminated_in = round_number
