"""Arena: for a fixed time whoever is free is paired with someone of about the same score.

A round is one tick: the pairings that were made at once. It has no other meaning; entrants join,
pause and come back as they like.
"""

from collections.abc import Mapping

from tournaments.core.planning import Line, Option, Planned, PlannedRound, RoundName, Why
from tournaments.core.ranking import check_tie_breaks, ranking_options
from tournaments.core.refusals import TooFewEntrants
from tournaments.core.stages import Round, Stage
from tournaments.core.standings import standings_of
from tournaments.formats.kernels.arena_floor import Floor, Pair, pairs_of

_TABLE = 2


class Arena:
    """The format `arena`.

    It has no clock: whoever runs it asks for no more pairings when the time is over, and sets the
    option `over`, which is not for organisers; the stage is complete when the last one is decided.
    """

    key = "arena"
    options = (
        Option("minutes", "whole", 60, "For how long pairings are made.", 5, 24 * 60),
        *ranking_options("arena"),
    )

    def sizes(self, options: Mapping[str, object]) -> tuple[int, ...]:
        return (_TABLE,)

    def check(self, options: Mapping[str, object], entrants: int) -> None:
        if options["tie_breaks"] is not None:
            check_tie_breaks(options["tie_breaks"])
        if entrants < _TABLE:
            raise TooFewEntrants(least=_TABLE, entrants=entrants)

    def planned_rounds(self, options: Mapping[str, object], entrants: int) -> None:
        return None

    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        """Pairs of those who are free now; what a tick lacks is made up for with its number."""
        if stage.options.get("over"):
            return ()
        floor = Floor(stage)
        pairs = pairs_of(floor)
        last = stage.rounds[-1] if stage.rounds else Round(0, 0)
        if len(last.pairings) < last.expected:
            number, taken = last.number, set(last.pairings)
        elif pairs:
            number, taken = last.number + 1, set()
        else:
            return ()
        free = (n for n in range(1, len(pairs) + len(taken) + 1) if n not in taken)
        planned = tuple(_planned(n, pair, floor) for n, pair in zip(free, pairs, strict=False))
        return (PlannedRound(number, len(taken) + len(planned), planned),)

    def complete(self, stage: Stage) -> bool:
        return bool(stage.options.get("over")) and not any(one.undecided for one in stage.rounds)

    def standings(self, stage: Stage) -> tuple[Line, ...]:
        return standings_of(stage)

    def feeds(self, stage: Stage, round_number: int, number: int) -> tuple[tuple[int, int], ...]:
        return ()

    def round_name(self, stage: Stage, round_number: int) -> RoundName:
        return RoundName("tick", {"number": round_number})


def _planned(number: int, pair: Pair, floor: Floor) -> Planned:
    apart = abs(floor.scores[pair[0]] - floor.scores[pair[1]])
    why = Why("nearest_free", {"score_difference": apart})
    return Planned(number, ((pair[0],), (pair[1],)), why=(why,))


ARENA = Arena()
