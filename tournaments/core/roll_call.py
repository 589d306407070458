"""Who plays in a round of a format that pairs everybody each round, and why the others do not."""

from dataclasses import dataclass

from tournaments.core.scores import bye
from tournaments.core.stages import Outcome, Stage, Status


@dataclass(frozen=True, slots=True)
class RollCall:
    """`playing` in the order of the seeds; `excused` with the one outcome that each gets instead.

    Who has left, or may not play yet, is in neither.
    """

    playing: tuple[str, ...]
    excused: tuple[tuple[str, tuple[Outcome]], ...]


def roll_call(stage: Stage, number: int) -> RollCall:
    """The roll of round `number`: paused entrants are absent, requested byes earn their score."""
    playing, excused = [], []
    for entrant in stage.seeds:
        if entrant in stage.left or stage.joined.get(entrant, 1) > number:
            continue
        if entrant in stage.absent:
            excused.append((entrant, bye(0, Status.ABSENT)))
        elif entrant in stage.byes:
            excused.append((entrant, bye(stage.byes[entrant], Status.BYE_REQUESTED)))
        else:
            playing.append(entrant)
    return RollCall(tuple(playing), tuple(excused))


def starters(stage: Stage) -> int:
    """How many entrants were there when the stage began."""
    return sum(stage.joined.get(entrant, 1) <= 1 for entrant in stage.seeds)


def present(stage: Stage) -> int:
    """How many are neither away for now nor gone."""
    return len(stage.seeds) - sum(
        entrant in stage.absent or entrant in stage.left for entrant in stage.seeds
    )
