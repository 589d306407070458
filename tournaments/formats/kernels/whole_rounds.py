"""Formats that pair everybody at once, round after round, each when the one before is decided."""

from collections.abc import Callable
from dataclasses import replace

from tournaments.core.planning import Planned, PlannedRound
from tournaments.core.stages import Stage

# Pairings of the round with this number, from 1 up, for a stage that has the rounds before it.
Plan = Callable[[Stage, int], tuple[Planned, ...]]


def next_due(stage: Stage, rounds: int, plan: Plan) -> tuple[PlannedRound, ...]:
    """The next round if there is one, or what the first that lacks any does; empty where results
    are awaited.

    Of a round that someone has taken apart, those who are left over are paired among themselves.
    """
    for at, round_ in enumerate(stage.rounds):
        if len(round_.pairings) < round_.expected:
            return (_rest(stage, at, plan),)
        if not round_.decided:
            return ()
    number = stage.rounds[-1].number + 1 if stage.rounds else 1
    planned = plan(stage, number) if number <= rounds else ()
    return (PlannedRound(number, len(planned), planned),) if planned else ()


def all_decided(stage: Stage) -> bool:
    return all(round_.decided for round_ in stage.rounds)


def _rest(stage: Stage, at: int, plan: Plan) -> PlannedRound:
    torn = stage.rounds[at]
    before = replace(stage, rounds=stage.rounds[:at])
    planned = plan(before, torn.number)
    sides = {one.number: one.sides for one in planned}
    made = torn.pairings
    if all(sides.get(number) == pairing.sides for number, pairing in made.items()):
        rest = tuple(one for one in planned if one.number not in made)
    else:
        left = before.left
        for pairing in made.values():
            for entrant in pairing.entrants:
                left = left.insert(entrant, torn.number - 1)
        planned = plan(replace(before, left=left), torn.number)
        numbers = [n for n in range(1, len(planned) + len(made) + 1) if n not in made]
        rest = tuple(
            replace(one, number=number) for one, number in zip(planned, numbers, strict=False)
        )
    return PlannedRound(torn.number, len(made) + len(rest), rest)
