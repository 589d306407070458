"""Arena: for a fixed time whoever is free is paired with someone of about the same score.

A round is one tick: the pairings that were made at once. It has no other meaning; entrants join,
pause and come back as they like.
"""

from types import MappingProxyType

from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import Option, PairingReason, Planned, PlannedRound, RoundName, whole
from tournaments.core.ranking import (
    HEAD_TO_HEAD,
    LOT,
    PointsRanking,
    check_tie_breaks,
    ranking_options,
)
from tournaments.core.refusals import TooFewEntrants
from tournaments.core.stages import Round, Stage
from tournaments.formats.kernels.arena_floor import Floor, Pair, pairs_of
from tournaments.formats.protocol import Format, Options, Words

_TABLE = 2
_RANKING = PointsRanking(("score_per_match", "wins", HEAD_TO_HEAD, "score_difference", LOT))


class Arena(Format):
    """The format `arena`.

    It has no clock: whoever runs it asks for no more pairings when the time is over, and sets the
    option `over`, which is not for organisers; the stage is complete when the last one is decided.
    """

    key = "arena"
    name = _("Arena")
    reasons: Words = MappingProxyType(
        {"nearest_free": _("The nearest in score who was free, %(score_difference)s apart.")}
    )
    round_names: Words = MappingProxyType({"tick": _("Pairings %(number)d")})
    ranking = _RANKING
    incremental = True
    late_entry = True
    shared_deals = False
    options = (
        Option("minutes", "whole", 60, "For how long pairings are made.", 5, 24 * 60),
        *ranking_options(_RANKING),
    )

    def check(self, options: Options, entrants: int) -> None:
        if options["tie_breaks"] is not None:
            check_tie_breaks(options["tie_breaks"])
        if entrants < _TABLE:
            raise TooFewEntrants(least=_TABLE, entrants=entrants)

    def minutes(self, options: Options) -> int:
        return whole(options, "minutes")

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

    def round_name(self, stage: Stage, round_number: int) -> RoundName:
        return RoundName("tick", {"number": round_number})


def _planned(number: int, pair: Pair, floor: Floor) -> Planned:
    apart = abs(floor.scores[pair[0]] - floor.scores[pair[1]])
    why = PairingReason("nearest_free", {"score_difference": apart})
    return Planned(number, ((pair[0],), (pair[1],)), why=(why,))


ARENA = Arena()
