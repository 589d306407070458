"""The standings of a stage of points: a total order, every tie-break shown with its value."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from typing import TypeVar

from tournaments.core.duplicate import Luck, luck_of
from tournaments.core.head_to_head import placed_below, ranked
from tournaments.core.history import LOSS, TIE, WIN, History, history_of
from tournaments.core.planning import Line, TieBreak
from tournaments.core.ranking import DUPLICATE, HEAD_TO_HEAD, LOT, PointsRanking, ranking_of
from tournaments.core.stages import Stage, Status
from tournaments.core.tie_break_rules import MILLIONTH, Term
from tournaments.core.tie_breaks import RULES

# As many bytes as a number of JSON holds exactly in every language.
_LOT_BYTES = 6

Value = TypeVar("Value", int, tuple[int, ...])


def standings_of(
    stage: Stage, ranking: PointsRanking, luck: Luck | None = None
) -> tuple[Line, ...]:
    """Everybody, best first: by score, tie-breaks in the order of the options, lot.

    In groups the best of each group come first, then the seconds, and so on, each of these in the
    order of their scores and tie-breaks; `rank` is the one in the group. `ranking` is the
    format's; `luck` is what the tie-break and the score `duplicate` are taken from. Refuses
    `bad_field` for tie-breaks that there are not.
    """
    table = table_of(stage, ranking, luck)
    groups = table.history.groups
    members: dict[int, list[str]] = {}
    for one in stage.seeds:
        members.setdefault(groups[one], []).append(one)
    if len(members) < 2:
        return tuple(table.lines(stage.seeds))
    found = [line for number in sorted(members) for line in table.lines(members[number])]
    found.sort(key=lambda line: (line.position, table.beyond_the_group(line.entrant), line.group))
    return _numbered(found)


def group_standings(
    stage: Stage, group: int, ranking: PointsRanking, luck: Luck | None = None
) -> tuple[Line, ...]:
    """The lines of one group, positions counted from 1."""
    return _numbered([line for line in standings_of(stage, ranking, luck) if line.group == group])


def qualified(lines: Sequence[Line], count: int, per_group: bool = False) -> tuple[str, ...]:
    """The first `count` of these standings, or of each group in them.

    The lines are those of the moment when the stage ended; what happens later changes nothing.
    """
    taken: dict[int, int] = {}
    found = []
    for line in lines:
        key = line.group if per_group else 0
        taken[key] = taken.get(key, 0) + 1
        if taken[key] <= count:
            found.append(line.entrant)
    return tuple(found)


def lot_of(stage: Stage, entrant: str) -> int:
    """Drawn with the stage: nobody knows it before, and it stays the same."""
    return int.from_bytes(sha256(stage.lot + entrant.encode()).digest()[:_LOT_BYTES], "big")


@dataclass(frozen=True)
class StandingsTable:
    """All values of all entrants, by tie-break; that of `head_to_head` depends on who is tied."""

    history: History
    values: Mapping[str, Mapping[str, int]]

    @property
    def keys(self) -> tuple[str, ...]:
        return self.history.ranking.tie_breaks

    @cached_property
    def _columns(self) -> list[tuple[str, Mapping[str, int] | None, int]]:
        """What a line shows: each tie-break, its values but those of head-to-head, its unit."""
        keys = list(self.keys)
        if self.history.ranking.duplicate_first and DUPLICATE not in keys:
            keys.insert(0, DUPLICATE)
        return [
            (key, None if key == HEAD_TO_HEAD else self.values[key], unit_of(key)) for key in keys
        ]

    def lines(self, entrants: Sequence[str]) -> list[Line]:
        """The lines of these, best first, ranked among themselves."""
        below = dict.fromkeys(entrants, 0)
        found: list[Line] = []
        for equals in self.separated(entrants, len(self.keys) - 1, below):
            rank = len(found) + 1
            for entrant in sorted(equals, key=lambda one: (-self.values[LOT][one], one)):
                found.append(self._line(entrant, len(found) + 1, rank, below[entrant]))
        return found

    def separated(
        self, entrants: Sequence[str], count: int, below: dict[str, int]
    ) -> list[list[str]]:
        """In order by score and the first `count` tie-breaks, those together who are still tied.

        Notes in `below` how many of the tied each is placed above by head-to-head.
        """
        runs = _runs(entrants, {one: self._first(one) for one in entrants})
        for key in self.keys[:count]:
            runs = [part for run in runs for part in self._split(run, key, below)]
        return runs

    def beyond_the_group(self, entrant: str) -> tuple[int, ...]:
        """Sorts entrants of different groups, the better one first."""
        values = (self.values[key][entrant] for key in self.keys if key != HEAD_TO_HEAD)
        return (*(-value for value in self._first(entrant)), *(-value for value in values))

    def _first(self, entrant: str) -> tuple[int, ...]:
        luck = self.values[DUPLICATE][entrant] if self.history.ranking.duplicate_first else 0
        counts = entrant not in self.history.annulled
        return (counts, luck, self.history.scores[entrant])

    def _split(self, run: list[str], key: str, below: dict[str, int]) -> list[list[str]]:
        if len(run) == 1:
            return [run]
        if key != HEAD_TO_HEAD:
            return _runs(run, self.values[key])
        parts = ranked(self.history, run)
        below.update(placed_below(parts))
        return parts

    def _line(self, entrant: str, position: int, rank: int, below: int) -> Line:
        history = self.history
        played = wins = ties = losses = points = others = 0
        for result in history.results[entrant]:
            played += result.status is Status.PLAYED
            wins += result.ending == WIN
            ties += result.ending == TIE
            losses += result.ending == LOSS
            points += result.points
            others += result.others
        tie_breaks = [
            TieBreak(key, below if values is None else values[entrant], unit)
            for key, values, unit in self._columns
        ]
        return Line(
            position=position,
            rank=rank,
            entrant=entrant,
            score=history.scores[entrant],
            played=played,
            wins=wins,
            ties=ties,
            losses=losses,
            points_for=points,
            points_against=others,
            group=history.groups[entrant],
            tie_breaks=tuple(tie_breaks),
        )


def table_of(stage: Stage, ranking: PointsRanking, luck: Luck | None = None) -> StandingsTable:
    """The values that order the stage; `luck` None is worked out from its own deals."""
    luck = luck_of(stage) if luck is None else luck
    history = history_of(stage, ranking_of(stage, ranking))
    values: dict[str, Mapping[str, int]] = {
        DUPLICATE: {entrant: luck.get(entrant, 0) for entrant in stage.seeds},
        LOT: {entrant: lot_of(stage, entrant) for entrant in stage.seeds},
    }
    alike: dict[Callable[[History, str], list[Term]], list[str]] = {}
    for key in history.ranking.tie_breaks:
        if key in RULES:
            alike.setdefault(RULES[key].terms, []).append(key)
    for terms_of, keys in alike.items():
        found: dict[str, dict[str, int]] = {key: {} for key in keys}
        for entrant in stage.seeds:
            terms = terms_of(history, entrant)
            for key in keys:
                found[key][entrant] = RULES[key].value(terms)
        values.update(found)
    return StandingsTable(history, values)


def unit_of(key: str) -> int:
    """What a value of this tie-break is divided by for people to read."""
    if key == DUPLICATE:
        return MILLIONTH
    return RULES[key].unit if key in RULES else 1


def _runs(entrants: Iterable[str], values: Mapping[str, Value]) -> list[list[str]]:
    """The entrants by descending value, equals together."""
    in_order = sorted(entrants, key=values.__getitem__, reverse=True)
    return [list(equals) for _, equals in groupby(in_order, key=values.__getitem__)]


def _numbered(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(replace(line, position=number) for number, line in enumerate(lines, 1))
