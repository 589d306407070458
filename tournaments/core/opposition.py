"""Tie-breaks made of the opponents: their scores, their ratings, what was won from whom."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from tournaments.core.history import WHOLE, History
from tournaments.core.stages import POINT
from tournaments.core.tie_break_rules import (
    HIGHEST,
    LOWEST,
    MILLIONTH,
    VOLUNTARY,
    Exact,
    Rule,
    Term,
)

# A score in sixtieths, of sixtieths of a round.
SCORE = POINT * WHOLE
# The same once more in halves, for what was won of it.
WON = 2 * SCORE


def buchholz_terms(history: History, entrant: str) -> list[Term]:
    """By round: the score of the opponent, at a table the mean of those of its other sides."""
    adjusted, own = history.adjusted, history.scores[entrant]
    terms: list[Term] = []
    for result in history.results[entrant]:
        met = result.met
        if len(met) == 1:
            terms.append((met[0].weight * adjusted[met[0].entrant], result))
        elif met:
            terms.append((sum(weight * adjusted[one] for one, weight, _ in met), result))
        elif history.against_oneself:
            terms.append((WHOLE * own, result))
    return terms


def cut(low: int, high: int = 0) -> Callable[[Sequence[Term]], dict[int, str]]:
    """Drops the `low` least values, voluntarily unplayed rounds before all others, and the `high`
    greatest of the rest.
    """

    def drop(terms: Sequence[Term]) -> dict[int, str]:
        in_order = sorted(
            [(not result.voluntary, value, index) for index, (value, result) in enumerate(terms)]
        )
        dropped = {index: LOWEST if due else VOLUNTARY for due, _, index in in_order[:low]}
        if high:
            rest = sorted(in_order[low:], key=lambda one: (-one[1], one[2]))
            dropped.update((index, HIGHEST) for _, _, index in rest[:high])
        return dropped

    return drop


def sonneborn_berger_terms(history: History, entrant: str) -> list[Term]:
    """By round: the opponent's score times what was won from it."""
    adjusted, own = history.adjusted, history.scores[entrant]
    terms: list[Term] = []
    for result in history.results[entrant]:
        met = result.met
        if len(met) == 1:
            opponent, weight, halves = met[0]
            terms.append((weight * halves * adjusted[opponent], result))
        elif met:
            won = sum(weight * halves * adjusted[one] for one, weight, halves in met)
            terms.append((won, result))
        elif history.against_oneself:
            terms.append((2 * result.score * own, result))
    return terms


def koya_terms(history: History, entrant: str) -> list[Term]:
    """By round: what was won from opponents who have half of all they could have, or more."""
    terms: list[Term] = []
    for result in history.results[entrant]:
        won = sum(
            weight * halves
            for one, weight, halves in result.met
            if _share_of_points(history, one) >= Fraction(1, 2)
        )
        terms.append((won, result))
    return terms


def match_win_terms(history: History, entrant: str) -> list[Term]:
    """By round: the share of the points of its matches the opponent has, the floor at least."""
    floor = Fraction(history.ranking.floor, 100)
    return _means(history, entrant, lambda one: max(floor, _share_of_points(history, one)))


def _share_of_points(history: History, entrant: str) -> Fraction:
    matches = [result for result in history.results[entrant] if result.ending is not None]
    score = sum(result.score for result in matches)
    return Fraction(score, POINT * len(matches)) if matches else Fraction(0)


def rating_terms(history: History, entrant: str) -> list[Term]:
    """By round: the rating of the opponent; those without one do not count."""
    return _means(history, entrant, history.ratings.get)


def _means(history: History, entrant: str, value_of: Callable[[str], Exact | None]) -> list[Term]:
    terms: list[Term] = []
    for result in history.results[entrant]:
        values = [
            (weight, value) for one, weight, _ in result.met if (value := value_of(one)) is not None
        ]
        if values:
            total = sum(weight * value for weight, value in values)
            terms.append((Fraction(total, sum(weight for weight, _ in values)), result))
    return terms


def mean(values: Sequence[Exact]) -> Exact:
    return Fraction(sum(values), len(values)) if values else 0


def rounded_mean(values: Sequence[Exact]) -> Exact:
    """To the next whole number, a half upwards, as ratings are published."""
    return (mean(values) + Fraction(1, 2)) // 1


OPPOSITION = {
    "buchholz": Rule(SCORE, buchholz_terms),
    "buchholz_cut_1": Rule(SCORE, buchholz_terms, drop=cut(1)),
    "buchholz_cut_2": Rule(SCORE, buchholz_terms, drop=cut(2)),
    "median_buchholz": Rule(SCORE, buchholz_terms, drop=cut(1, 1)),
    "sonneborn_berger": Rule(WON, sonneborn_berger_terms),
    "koya": Rule(2 * WHOLE, koya_terms),
    "opponents_match_win": Rule(MILLIONTH, match_win_terms, mean, scale=MILLIONTH),
    "rating_average": Rule(1, rating_terms, rounded_mean),
    "rating_average_cut_1": Rule(1, rating_terms, rounded_mean, drop=cut(1)),
}
