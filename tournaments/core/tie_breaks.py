"""Tie-breaks made of an entrant's own results, and the list of all that are made round by round.

Every value is a whole number of the rule's unit; no float enters.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType

from tournaments.core.history import LOSS, WHOLE, WIN, History, RoundResult
from tournaments.core.opposition import OPPOSITION, mean
from tournaments.core.stages import POINT, Status
from tournaments.core.tie_break_rules import MILLIONTH, Rule, Term


def _each(value_of: Callable[[RoundResult], int]) -> Callable[[History, str], list[Term]]:
    """By round, what the result says by itself."""
    return lambda history, entrant: [
        (value_of(result), result) for result in history.results[entrant]
    ]


def _won(result: RoundResult) -> int:
    """A match won, or a round that earned as much without one."""
    return result.ending == WIN or (result.ending is None and result.score >= POINT)


def _won_at_the_table(result: RoundResult) -> int:
    return result.ending == WIN and result.status is Status.PLAYED


def _not_lost(result: RoundResult) -> int:
    return -(result.ending == LOSS)


def difference_terms(history: History, entrant: str) -> list[Term]:
    """By match played: own points less the mean of the other sides', in bounds."""
    bound = history.ranking.cap * WHOLE
    return [
        (
            max(-bound, min(bound, WHOLE * result.points - WHOLE // result.rivals * result.others)),
            result,
        )
        for result in history.results[entrant]
        if result.rivals
    ]


def share_terms(history: History, entrant: str) -> list[Term]:
    """By match played: own points as a share of all points of the table."""
    return [
        (Fraction(result.points, result.points + result.others), result)
        for result in history.results[entrant]
        if result.points + result.others > 0
    ]


def score_terms(history: History, entrant: str) -> list[Term]:
    """By match, played or forfeited: its score."""
    return [
        (Fraction(result.score, POINT), result)
        for result in history.results[entrant]
        if result.ending is not None
    ]


def progressive_terms(history: History, entrant: str) -> list[Term]:
    """By round: the score after it."""
    in_round = {result.round: result for result in history.results[entrant]}
    results = [
        in_round.get(number, RoundResult(number, 0, Status.ABSENT)) for number in history.rounds
    ]
    running = accumulate(result.score for result in results)
    return [(score, result) for score, result in zip(running, results, strict=True)]


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        **OPPOSITION,
        "wins": Rule(1, _each(_won)),
        "wins_without_forfeits": Rule(1, _each(_won_at_the_table)),
        "fewest_losses": Rule(1, _each(_not_lost)),
        "score_difference": Rule(WHOLE, difference_terms),
        "points_share": Rule(MILLIONTH, share_terms, scale=MILLIONTH),
        "score_per_match": Rule(MILLIONTH, score_terms, mean, scale=MILLIONTH),
        "progressive": Rule(POINT, progressive_terms),
    }
)
