"""How a match changes the skills of those who played it: Bradley-Terry, every pair of sides.

The model is that of Weng and Lin (2011), from openskill, with beta 25/3. Its window is 6, so that
at the largest table every side is compared with every other: a smaller one lets the result of a
tie depend on the order of the sides. Margins of points do not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryPart

# Where everybody begins.
MU = 25.0
SIGMA = MU / 3
PROVISIONAL_ABOVE = 6.5
SHOWN_AT_MU = 1500
SHOWN_PER_MU = 40
# Kept to a millionth: far finer than is shown, and coarse enough for the last bit, in which
# mathematical libraries differ, to be lost again after every match.
DECIMALS = 6

_MODEL = BradleyTerryPart(mu=MU, sigma=SIGMA, beta=MU / 3, window_size=6, margin=0)


@dataclass(frozen=True, slots=True, order=True)
class Skill:
    """What is believed of a player: `mu` likely, give or take `sigma`."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The rating as people read it: 1500 to begin with."""
        return round(SHOWN_AT_MU + SHOWN_PER_MU * (self.mu - MU))

    @property
    def provisional(self) -> bool:
        return self.sigma > PROVISIONAL_ABOVE


NEWCOMER = Skill()
Team = tuple[Skill, ...]


def rated(teams: Sequence[Team], places: Sequence[int]) -> tuple[Team, ...]:
    """The skills after a match of two or more teams, in the order given, which does not matter.

    `places`: 1 is best, equals share it.
    """
    order = sorted(range(len(teams)), key=lambda team: (places[team], sorted(teams[team])))
    inner = [sorted(range(len(team)), key=team.__getitem__) for team in teams]
    found = _MODEL.rate(
        [
            [_MODEL.create_rating([teams[t][m].mu, teams[t][m].sigma]) for m in inner[t]]
            for t in order
        ],
        ranks=[places[team] for team in order],
    )
    after: list[list[Skill]] = [list(team) for team in teams]
    for team, members in zip(order, found, strict=True):
        for member, rating in zip(inner[team], members, strict=True):
            after[team][member] = Skill(round(rating.mu, DECIMALS), round(rating.sigma, DECIMALS))
    return tuple(tuple(team) for team in after)
