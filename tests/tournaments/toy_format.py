"""A ladder: neighbours meet, and who wins has the upper rung. All of a format is in its file."""

from dataclasses import replace

from tournaments.core.planning import (
    Line,
    Option,
    PairingReason,
    Planned,
    PlannedRound,
    RoundName,
    TieBreak,
    TieBreakName,
    whole,
)
from tournaments.core.ranking import PointsRanking
from tournaments.core.scores import bye
from tournaments.core.stages import Stage
from tournaments.core.standings import standings_of
from tournaments.formats.kernels.whole_rounds import all_decided, next_due
from tournaments.formats.protocol import Format, Options


class Ladder(Format):
    key = "ladder"
    name = "Ladder"
    reasons = {
        "challenge": "%(entrant)s climbs if it beats %(other)s.",
        "no_neighbour": "Has nobody beside it in this round.",
    }
    round_names = {"challenges": "Challenges, round %(number)d"}
    tie_break_names = {"rung": TieBreakName("Rung", "Rung", "How high on the ladder.")}
    options = (Option("challenges", "whole", 4, "How often neighbours meet.", 1, 50),)

    def planned_rounds(self, options: Options, entrants: int) -> int:
        return whole(options, "challenges")

    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        return next_due(stage, self.planned_rounds(stage.options, 0), _challenges)

    def complete(self, stage: Stage) -> bool:
        over = len(stage.rounds) >= self.planned_rounds(stage.options, 0)
        return all_decided(stage) and (over or len(_climbing(stage)) < 2)

    def standings(self, stage: Stage) -> tuple[Line, ...]:
        lines = {line.entrant: line for line in standings_of(stage, PointsRanking())}
        rungs = _rungs(stage)
        top = len(rungs)
        return tuple(
            replace(lines[one], position=at, rank=at, tie_breaks=(TieBreak("rung", top - at),))
            for at, one in enumerate(rungs, 1)
        )

    def round_name(self, stage: Stage, round_number: int) -> RoundName:
        return RoundName("challenges", {"number": round_number})


def _rungs(stage: Stage) -> list[str]:
    """Everybody, from the top."""
    rungs = list(stage.seeds)
    for pairing in stage.pairings():
        if pairing.winner is not None and not pairing.unopposed:
            one, other = sorted(rungs.index(side[0]) for side in pairing.sides)
            if rungs[other] == pairing.winner[0]:
                rungs[one], rungs[other] = rungs[other], rungs[one]
    return rungs


def _climbing(stage: Stage) -> list[str]:
    return [one for one in _rungs(stage) if one not in stage.absent and one not in stage.left]


def _challenges(stage: Stage, number: int) -> tuple[Planned, ...]:
    climbing, first = _climbing(stage), (number - 1) % 2
    pairs = list(zip(climbing[first::2], climbing[first + 1 :: 2], strict=False))
    meeting = {one for pair in pairs for one in pair}
    planned = []
    for at, (upper, lower) in enumerate(pairs, 1):
        why = PairingReason("challenge", {"entrant": lower, "other": upper})
        planned.append(Planned(at, ((upper,), (lower,)), why=(why,)))
    alone = [one for one in climbing if one not in meeting]
    for at, one in enumerate(alone, len(pairs) + 1):
        why = PairingReason("no_neighbour")
        planned.append(Planned(at, ((one,),), outcomes=bye(0), why=(why,)))
    return tuple(planned)


LADDER = Ladder()
