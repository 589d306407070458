"""What a tie-break's value is made of, so that people can check it: codes and numbers only."""

from dataclasses import dataclass

from tournaments.core.duplicate import Luck, luck_of
from tournaments.core.head_to_head import meetings, placed_below, ranked
from tournaments.core.history import RoundResult, history_of
from tournaments.core.ranking import DUPLICATE, HEAD_TO_HEAD, LOT, PointsRanking, ranking_of
from tournaments.core.refusals import BadField
from tournaments.core.stages import Stage, Status
from tournaments.core.standings import StandingsTable, lot_of, table_of
from tournaments.core.tie_break_rules import MILLIONTH, total
from tournaments.core.tie_breaks import RULES


@dataclass(frozen=True, slots=True)
class Part:
    """What a round adds: `value` in the unit of the explanation.

    `opponents` are empty where there was none that counts; `status` says why. `score` is what the
    entrant got out of it, in sixtieths. `dropped` is `voluntary`, `lowest` or `highest` for a
    part that does not count, and empty for the others.
    """

    round: int
    opponents: tuple[str, ...]
    status: Status
    score: int
    value: int
    dropped: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """`method` says what makes `value` of the parts: their `sum` or their `mean`.

    With `tied` it is how many of `tied` the entrant is placed above, and the parts are the halves
    won from them; `lot` and `duplicate` have no parts.
    """

    key: str
    value: int
    unit: int
    method: str
    parts: tuple[Part, ...] = ()
    tied: tuple[str, ...] = ()


def explain(
    stage: Stage, entrant: str, key: str, ranking: PointsRanking, luck: Luck | None = None
) -> Explanation:
    """Of any tie-break there is, in the stage's own list or not; refuses `bad_field` for others.

    The value is the one of the entrant's line in the standings.
    """
    if key == HEAD_TO_HEAD:
        return _head_to_head(table_of(stage, ranking, luck), entrant)
    if key == LOT:
        return Explanation(key, lot_of(stage, entrant), 1, LOT)
    if key == DUPLICATE:
        found = luck_of(stage) if luck is None else luck
        return Explanation(key, found.get(entrant, 0), MILLIONTH, DUPLICATE)
    if key not in RULES:
        raise BadField(field="tie_break", problem="there is no such tie-break")
    rule = RULES[key]
    terms = rule.terms(history_of(stage, ranking_of(stage, ranking)), entrant)
    dropped = rule.drop(terms)
    parts = tuple(
        _part(result, rule.scaled(value), dropped.get(index, ""))
        for index, (value, result) in enumerate(terms)
    )
    method = "sum" if rule.fold is total else "mean"
    return Explanation(key, rule.value(terms), rule.unit, method, parts)


def _head_to_head(table: StandingsTable, entrant: str) -> Explanation:
    keys, groups = table.keys, table.history.groups
    count = keys.index(HEAD_TO_HEAD) if HEAD_TO_HEAD in keys else len(keys) - 1
    rivals = [one for one in groups if groups[one] == groups[entrant]]
    tied = next(run for run in table.separated(rivals, count, {}) if entrant in run)
    below = placed_below(ranked(table.history, tied))
    parts = tuple(
        Part(result.round, (met.entrant,), result.status, result.score, met.halves)
        for result, met in meetings(table.history, entrant, frozenset(tied))
    )
    others = tuple(sorted(set(tied) - {entrant}))
    return Explanation(HEAD_TO_HEAD, below[entrant], 1, "tied", parts, others)


def _part(result: RoundResult, value: int, dropped: str) -> Part:
    opponents = tuple(met.entrant for met in result.met)
    return Part(result.round, opponents, result.status, result.score, value, dropped)
