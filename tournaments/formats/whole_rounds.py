"""Formats that pair everybody at once, round after round, each when the one before is decided."""

from collections.abc import Callable
from dataclasses import replace

from tournaments.domain.planning import Planned, PlannedRound
from tournaments.domain.stages import Round, Stage

# Pairings of the round with this number, from 1 up, for a stage that has the rounds before it.
Plan = Callable[[Stage, int], tuple[Planned, ...]]


def next_due(stage: Stage, rounds: int, plan: Plan) -> tuple[PlannedRound, ...]:
    """The next round if there is one, or what the last one lacks; empty where results are awaited.

    Of a round that someone has taken apart, those who are left over are paired among themselves.
    """
    last = stage.rounds[-1] if stage.rounds else Round(0, 0)
    if len(last.pairings) < last.expected:
        return (_rest(stage, last, plan),)
    if last.number >= rounds or not all(round_.decided for round_ in stage.rounds):
        return ()
    planned = plan(stage, last.number + 1)
    if not planned:
        return ()
    return (PlannedRound(last.number + 1, len(planned), planned),)


def all_decided(stage: Stage) -> bool:
    return all(round_.decided for round_ in stage.rounds)


def _rest(stage: Stage, last: Round, plan: Plan) -> PlannedRound:
    before = replace(stage, rounds=stage.rounds[:-1])
    planned = plan(before, last.number)
    sides = {one.number: one.sides for one in planned}
    made = last.pairings
    if all(sides.get(number) == pairing.sides for number, pairing in made.items()):
        rest = tuple(one for one in planned if one.number not in made)
    else:
        left = before.left
        for pairing in made.values():
            for entrant in pairing.entrants:
                left = left.insert(entrant, last.number - 1)
        planned = plan(replace(before, left=left), last.number)
        numbers = [n for n in range(1, len(planned) + len(made) + 1) if n not in made]
        rest = tuple(
            replace(one, number=number) for one, number in zip(planned, numbers, strict=False)
        )
    return PlannedRound(last.number, len(made) + len(rest), rest)
