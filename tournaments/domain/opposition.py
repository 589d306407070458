"""Tie-breaks made of the opponents: their scores, their ratings, what was won from whom."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from tournaments.domain.history import WHOLE, History
from tournaments.domain.parts import HIGHEST, LOWEST, MILLIONTH, VOLUNTARY, Exact, Part, Rule
from tournaments.domain.stages import POINT

# A score in sixtieths, of sixtieths of a round.
SCORE = POINT * WHOLE
# The same once more in halves, for what was won of it.
WON = 2 * SCORE


def buchholz_parts(history: History, entrant: str) -> list[Part]:
    """By round: the score of the opponent, at a table the mean of those of its other sides."""
    adjusted, own = history.adjusted, history.scores[entrant]
    parts = []
    for result in history.results[entrant]:
        met = result.met
        if len(met) == 1:
            parts.append(Part(met[0].weight * adjusted[met[0].entrant], result))
        elif met:
            parts.append(Part(sum(weight * adjusted[one] for one, weight, _ in met), result))
        elif history.against_oneself:
            parts.append(Part(WHOLE * own, result))
    return parts


def cut(low: int, high: int = 0) -> Callable[[History, str], list[Part]]:
    """Buchholz without the `low` least values, voluntarily unplayed rounds before all others, and
    without the `high` greatest of the rest.
    """

    def parts(history: History, entrant: str) -> list[Part]:
        found = buchholz_parts(history, entrant)
        for _ in range(low):
            _drop_least(found)
        for _ in range(high):
            _drop_greatest(found)
        return found

    return parts


def _drop_least(parts: list[Part]) -> None:
    least, voluntarily = -1, False
    for index, part in enumerate(parts):
        if part.dropped:
            continue
        voluntary = part.result.voluntary
        if least < 0 or (voluntary, -part.value) > (voluntarily, -parts[least].value):
            least, voluntarily = index, voluntary
    if least >= 0:
        parts[least] = parts[least]._replace(dropped=VOLUNTARY if voluntarily else LOWEST)


def _drop_greatest(parts: list[Part]) -> None:
    kept = [index for index, part in enumerate(parts) if not part.dropped]
    if kept:
        greatest = max(kept, key=lambda index: (parts[index].value, -index))
        parts[greatest] = parts[greatest]._replace(dropped=HIGHEST)


def sonneborn_berger_parts(history: History, entrant: str) -> list[Part]:
    """By round: the opponent's score times what was won from it."""
    adjusted, own = history.adjusted, history.scores[entrant]
    parts = []
    for result in history.results[entrant]:
        met = result.met
        if len(met) == 1:
            opponent, weight, halves = met[0]
            parts.append(Part(weight * halves * adjusted[opponent], result))
        elif met:
            won = sum(weight * halves * adjusted[one] for one, weight, halves in met)
            parts.append(Part(won, result))
        elif history.against_oneself:
            parts.append(Part(2 * result.score * own, result))
    return parts


def koya_parts(history: History, entrant: str) -> list[Part]:
    """By round: what was won from opponents who have half of all they could have, or more."""
    parts = []
    for result in history.results[entrant]:
        won = sum(
            weight * halves
            for one, weight, halves in result.met
            if _share_of_points(history, one) >= Fraction(1, 2)
        )
        parts.append(Part(won, result))
    return parts


def match_win_parts(history: History, entrant: str) -> list[Part]:
    """By round: the share of the points of its matches the opponent has, the floor at least."""
    floor = Fraction(history.ranking.floor, 100)
    return _means(history, entrant, lambda one: max(floor, _share_of_points(history, one)))


def _share_of_points(history: History, entrant: str) -> Fraction:
    matches = [result for result in history.results[entrant] if result.ending is not None]
    score = sum(result.score for result in matches)
    return Fraction(score, POINT * len(matches)) if matches else Fraction(0)


def rating_parts(history: History, entrant: str) -> list[Part]:
    """By round: the rating of the opponent; those without one do not count."""
    return _means(history, entrant, history.ratings.get)


def _means(history: History, entrant: str, value_of: Callable[[str], Exact | None]) -> list[Part]:
    parts = []
    for result in history.results[entrant]:
        values = [
            (weight, value) for one, weight, _ in result.met if (value := value_of(one)) is not None
        ]
        if values:
            total = sum(weight * value for weight, value in values)
            parts.append(Part(Fraction(total, sum(weight for weight, _ in values)), result))
    return parts


def mean(parts: Sequence[Part]) -> Exact:
    return Fraction(sum(part.value for part in parts), len(parts)) if parts else 0


def rounded_mean(parts: Sequence[Part]) -> Exact:
    """To the next whole number, a half upwards, as ratings are published."""
    return (mean(parts) + Fraction(1, 2)) // 1


OPPOSITION = {
    "buchholz": Rule(SCORE, buchholz_parts),
    "buchholz_cut_1": Rule(SCORE, cut(1)),
    "buchholz_cut_2": Rule(SCORE, cut(2)),
    "median_buchholz": Rule(SCORE, cut(1, 1)),
    "sonneborn_berger": Rule(WON, sonneborn_berger_parts),
    "koya": Rule(2 * WHOLE, koya_parts),
    "opponents_match_win": Rule(MILLIONTH, match_win_parts, mean, scale=MILLIONTH),
    "rating_average": Rule(1, rating_parts, rounded_mean),
}
