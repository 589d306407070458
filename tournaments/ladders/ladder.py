"""A ladder: which matches it rates, in which order, and how each of them stands.

There is one for each shape of match among people, and one for each with bots in it: whoever meets
a bot is rated there, people too, so that no bot moves a person's rating among people.
"""

from __future__ import annotations  # HashTrieMap takes its parameters only in what is not run

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rpds import HashTrieMap

from tournaments.core.anchors import Anchor
from tournaments.core.scores import places_of
from tournaments.core.stages import Outcome, Status
from tournaments.ladders.events import LadderEvent, LadderOpened, MatchRated, RatingCorrected, Teams

SHAPES = ("duel", "table", "partnership")
WITH_BOTS = "-bots"
LADDERS = (*SHAPES, *(shape + WITH_BOTS for shape in SHAPES))


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """A match in a ladder. `version`: its place in the order of rating. `revision`: the version of
    the tournament, or of the casual match, that says so; an older one is never listened to again.
    """

    version: int
    revision: int
    tournament: str | None
    teams: Teams
    places: tuple[int, ...] | None
    at: str


_NO_MATCHES: HashTrieMap[str, MatchStanding] = HashTrieMap()


@dataclass(frozen=True, slots=True)
class Ladder:
    """To decide a command, only the matches that it is about have to be in `matches`."""

    version: int = 0
    key: str = ""
    matches: HashTrieMap[str, MatchStanding] = _NO_MATCHES


NEW = Ladder()


@dataclass(frozen=True, slots=True)
class Open:
    ladder: str


@dataclass(frozen=True, slots=True)
class Rate:
    """Has the ladder say of a match what its tournament says, or a casual match says itself;
    `places` None: nothing counts.
    """

    match: str
    tournament: str | None
    teams: Teams
    places: tuple[int, ...] | None
    at: str
    anchor: Anchor


LadderCommand = Open | Rate


def ladder_of(teams: Teams, *, with_bots: bool) -> str:
    """The key of the ladder that rates such a match."""
    if any(len(team) > 1 for team in teams):
        shape = "partnership"
    else:
        shape = "duel" if len(teams) == 2 else "table"
    return shape + WITH_BOTS if with_bots else shape


def counted(teams: Teams, outcomes: Sequence[Outcome]) -> tuple[Teams, tuple[int, ...] | None]:
    """The teams that played and their places among themselves; None where no two of them did.

    Byes, forfeits, absences and voided results are no part of a rating.
    """
    played = [
        (team, outcome.place)
        for team, outcome in zip(teams, outcomes, strict=True)
        if outcome.status is Status.PLAYED
    ]
    if len(played) < 2:
        return teams, None
    return tuple(team for team, _ in played), places_of([-place for _, place in played])


def decide(ladder: Ladder, command: LadderCommand) -> list[LadderEvent]:
    """The facts that the command brings about; none where the ladder says so already.

    Raises ValueError for what no match can be: only a bug asks for it.
    """
    if isinstance(command, Open):
        if ladder.version or command.ladder not in LADDERS:
            raise ValueError(f"cannot open {command.ladder}")
        return [LadderOpened(command.ladder)]
    if not ladder.version:
        raise ValueError("the ladder is not open")
    _check(ladder, command)
    known = ladder.matches.get(command.match)
    if known is None:
        return _rated(command)
    if command.anchor.version <= known.revision:
        return []
    if (command.teams, command.places) == (known.teams, known.places):
        return []
    if command.places is None and known.places is None:
        return []
    teams = known.teams if command.places is None else command.teams
    return [RatingCorrected(command.match, teams, command.places, command.anchor)]


def _rated(command: Rate) -> list[LadderEvent]:
    if command.places is None:
        return []
    return [
        MatchRated(
            command.match,
            command.tournament,
            command.teams,
            command.places,
            command.at,
            command.anchor,
        )
    ]


def _check(ladder: Ladder, command: Rate) -> None:
    """Teams of the ladder's shape without anybody twice, and places as equals share them."""
    if command.places is None:
        return
    players = [player for team in command.teams for player in team]
    sizes = {len(team) for team in command.teams}
    if len(command.teams) < 2 or len(sizes) != 1 or not players:
        raise ValueError(f"no match has the teams {command.teams}")
    if ladder.key.removesuffix(WITH_BOTS) != ladder_of(command.teams, with_bots=False):
        raise ValueError(f"{command.match} does not belong into {ladder.key}")
    if len(set(players)) != len(players):
        raise ValueError(f"somebody plays twice in {command.match}")
    if len(command.places) != len(command.teams):
        raise ValueError(f"{command.match} has other places than teams")
    if command.places != places_of([-place for place in command.places]):
        raise ValueError(f"{command.places} are no places")


def evolve(ladder: Ladder, event: LadderEvent) -> Ladder:
    version = ladder.version + 1
    match event:
        case LadderOpened():
            return replace(ladder, version=version, key=event.ladder)
        case MatchRated():
            standing = MatchStanding(
                version,
                event.anchor.version,
                event.tournament,
                event.teams,
                event.places,
                event.at,
            )
        case _:
            standing = replace(
                ladder.matches[event.match],
                revision=event.anchor.version,
                teams=event.teams,
                places=event.places,
            )
    return replace(ladder, version=version, matches=ladder.matches.insert(event.match, standing))
