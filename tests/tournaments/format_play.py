"""Plays a format out by itself: no database, no matches; a rule says how each table ends."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from tournaments.core.planning import PlannedRound
from tournaments.core.scores import places_of, played
from tournaments.core.stages import Outcome, Pairing, Stage
from tournaments.domain.stage_updates import with_outcomes, with_pairings
from tournaments.formats.protocol import Format

Rule = Callable[[Pairing], tuple[Outcome, ...]]


def entrants(count: int) -> tuple[str, ...]:
    return tuple(f"e{number:05}" for number in range(1, count + 1))


def options_of(format_: Format, given: Mapping[str, object] | None = None) -> dict[str, object]:
    """The format's options, complete."""
    return {option.name: option.default for option in format_.options} | dict(given or {})


def opening(format_: Format, count: int, **given: object) -> Stage:
    return Stage(1, format_.key, options_of(format_, given), entrants(count))


def made(stage: Stage, planned: PlannedRound) -> Stage:
    pairings = [
        Pairing(planned.number, one.number, one.sides, one.group, None, one.outcomes)
        for one in planned.pairings
    ]
    return with_pairings(stage, planned.number, planned.expected, pairings)


def step(format_: Format, stage: Stage, rule: Rule) -> Stage:
    """Makes all that is due, plays it, and closes what is over; the same stage if nothing is."""
    due = format_.due(stage)
    for planned in due:
        stage = made(stage, planned)
        for one in planned.pairings:
            if one.outcomes is None:
                round_ = stage.round(planned.number)
                assert round_ is not None
                outcomes = rule(round_.pairings[one.number])
                stage = with_outcomes(stage, planned.number, one.number, outcomes)
    rounds = tuple(replace(one, closed=one.decided) for one in stage.rounds)
    return replace(stage, rounds=rounds)


def play_out(format_: Format, stage: Stage, rule: Rule, most: int = 10_000) -> Stage:
    """Until the format says that the stage is complete."""
    for _ in range(most):
        if format_.complete(stage):
            return stage
        after = step(format_, stage, rule)
        assert after != stage, "nothing is due and the stage is not complete"
        stage = after
    raise AssertionError("the stage does not end")


def favourites(seeds: tuple[str, ...]) -> Rule:
    """The better seed always wins; the points follow the places."""
    rank = {entrant: number for number, entrant in enumerate(seeds)}
    return lambda pairing: _by([-min(rank[one] for one in side) for side in pairing.sides])


def at_random(seed: int) -> Rule:
    """Any order, ties at tables of more than two included."""
    dice = Random(seed)

    def rule(pairing: Pairing) -> tuple[Outcome, ...]:
        if len(pairing.sides) == 2:
            points = [dice.randrange(21), 21]
            dice.shuffle(points)
        else:
            points = [dice.randrange(21) for _ in pairing.sides]
            points[dice.randrange(len(points))] = 21
        return _by(points)

    return rule


def _by(points: list[int]) -> tuple[Outcome, ...]:
    lowest = min(points)
    return played(places_of(points), [point - lowest for point in points])
