"""Standings of a bracket: who went out together shares a rank, matches and points are counted."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.core.planning import Line
from tournaments.core.stages import Pairing, Stage, Status

_NO_MATCH = {Status.VOID, Status.ABSENT}


@dataclass(frozen=True, slots=True)
class Placing:
    """The best place that an entrant is still sure of, and the round that it went out in.

    Of those with the same rank the ones with a lower `behind` stand first.
    """

    rank: int
    out_in: int | None = None
    behind: int = 0


_STILL_IN = Placing(1)


def bracket_lines(stage: Stage, standings: Mapping[str, Placing]) -> tuple[Line, ...]:
    """A line for everybody; whoever has no standing is still in and shares the first rank.

    Byes and walkovers are neither matches nor wins. Equals stand in the order of their seeds.
    """
    records = {entrant: _Record() for entrant in stage.seeds}
    for pairing in stage.pairings():
        _count(records, pairing)
    found = [(standings.get(entrant, _STILL_IN), entrant) for entrant in stage.seeds]
    found.sort(key=lambda one: (one[0].rank, one[0].behind))
    return tuple(
        records[entrant].line(position, entrant, standing)
        for position, (standing, entrant) in enumerate(found, 1)
    )


@dataclass(slots=True)
class _Record:
    score: int = 0
    played: int = 0
    wins: int = 0
    losses: int = 0
    points_for: int = 0
    points_against: int = 0

    def line(self, position: int, entrant: str, standing: Placing) -> Line:
        return Line(
            position=position,
            rank=standing.rank,
            entrant=entrant,
            score=self.score,
            played=self.played,
            wins=self.wins,
            losses=self.losses,
            points_for=self.points_for,
            points_against=self.points_against,
            out_in=standing.out_in,
        )


def _count(records: Mapping[str, _Record], pairing: Pairing) -> None:
    outcomes = pairing.outcomes
    if outcomes is None or pairing.unopposed:
        return
    winner, total = pairing.winner, sum(outcome.points for outcome in outcomes)
    for side, outcome in zip(pairing.sides, outcomes, strict=True):
        for entrant in side:
            record = records[entrant]
            record.score += outcome.score
            record.played += outcome.status is Status.PLAYED
            record.points_for += outcome.points
            record.points_against += total - outcome.points
            if side == winner:
                record.wins += 1
            elif outcome.status not in _NO_MATCH:
                record.losses += 1
