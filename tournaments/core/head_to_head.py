"""Head-to-head: the standing among tied entrants from the matches between them alone."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from tournaments.core.history import History, Met, RoundResult


def meetings(
    history: History, entrant: str, group: frozenset[str]
) -> list[tuple[RoundResult, Met]]:
    """The entrant's matches against others of the group, a table counting as one with each."""
    return [
        (result, met)
        for result in history.results[entrant]
        for met in result.met
        if met.entrant in group
    ]


def ranked(history: History, group: Sequence[str]) -> list[list[str]]:
    """The group in order, those left together whom this cannot separate.

    Counts only where every two of them have met, all equally often; asked again of those who
    stay together when others have been separated from them.
    """
    points = _points(history, frozenset(group))
    if points is None or len(set(points.values())) == 1:
        return [list(group)]
    in_order = sorted(group, key=lambda entrant: -points[entrant])
    found: list[list[str]] = []
    for _, equals in groupby(in_order, key=points.__getitem__):
        found.extend(ranked(history, list(equals)))
    return found


def placed_below(separated: Sequence[Sequence[str]]) -> dict[str, int]:
    """How many of the tied each is placed above."""
    below = sum(len(together) for together in separated)
    found = {}
    for together in separated:
        below -= len(together)
        found.update(dict.fromkeys(together, below))
    return found


def _points(history: History, group: frozenset[str]) -> Mapping[str, int] | None:
    """In halves, by entrant; None unless all pairs have met equally often."""
    points = {}
    often = None
    for entrant in group:
        met = meetings(history, entrant, group)
        times = dict.fromkeys(group, 0)
        if len(met) < len(group) - 1:
            return None
        for _, opponent in met:
            times[opponent.entrant] += 1
        del times[entrant]
        counts = set(times.values()) | ({often} if often is not None else set())
        if len(counts) > 1 or 0 in counts:
            return None
        often = counts.pop() if counts else None
        points[entrant] = sum(opponent.halves for _, opponent in met)
    return points
