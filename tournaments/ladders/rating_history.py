"""The course of a ladder: what each match in turn made of the skills of those who played it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.ladders.events import Teams
from tournaments.ladders.rules import NEWCOMER, Skill, rated


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's skill, after so many matches."""

    skill: Skill = NEWCOMER
    matches: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """A match that counts, at its place in the order of rating."""

    version: int
    match: str
    teams: Teams
    places: tuple[int, ...]
    at: str


@dataclass(frozen=True, slots=True)
class Change:
    counted: Counted
    player: str
    before: Rated
    after: Rated


BEGINNER = Rated()


def changes(start: Mapping[str, Rated], matches: Iterable[Counted]) -> Iterator[Change]:
    """What the matches change, in their order; who is not in `start` is a newcomer."""
    known = dict(start)
    for match in matches:
        before = [tuple(known.get(player, BEGINNER) for player in team) for team in match.teams]
        after = rated([tuple(rating.skill for rating in team) for team in before], match.places)
        for team, olds, skills in zip(match.teams, before, after, strict=True):
            for player, old, skill in zip(team, olds, skills, strict=True):
                known[player] = Rated(skill, old.matches + 1)
                yield Change(match, player, old, known[player])
