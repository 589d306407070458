"""Swiss for tables of three, four and six: equals meet at a table, and nobody twice if possible.

Each round the entrants are ordered by score, equals by lot, and cut into tables from the top; then
swaps between neighbouring tables take out the meetings that were before. Short tables and byes go
round by the policy that the organiser chose.
"""

from types import MappingProxyType

from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import Option, Planned, PlannedRound, whole
from tournaments.core.ranking import (
    FIDE_2023,
    LOT,
    PointsRanking,
    check_tie_breaks,
    ranking_options,
)
from tournaments.core.refusals import BadField, TooFewEntrants
from tournaments.core.roll_call import present, roll_call, starters
from tournaments.core.stages import POINT, Stage
from tournaments.formats.kernels.pods import pods_of
from tournaments.formats.kernels.sizing import POLICIES, least_entrants, sizes_in
from tournaments.formats.kernels.whole_rounds import all_decided, next_due
from tournaments.formats.protocol import Format, Options, Words

_RANKING = PointsRanking(
    ("points_share", "wins", "buchholz_cut_1", "buchholz", "score_difference", LOT),
    unplayed_policy=FIDE_2023,
    late_scores=True,
)


class TableSwiss(Format):
    """The format `table_swiss`.

    An allocated bye earns `bye_score` and counts as no game. The default number of rounds is one
    more than a perfect score needs to be alone: ⌈log_s n⌉ + 1 with s at a table.
    """

    key = "table_swiss"
    name = _("Swiss at tables")
    reasons: Words = MappingProxyType(
        {
            "power_pod": _("By score: this table has from %(lowest)s to %(highest)s."),
            "short_table": _("A table of %(size)s, since the number of entrants asks for one."),
            "bye_allocated": _("Sits out: the tables do not take everybody."),
            "swapped_to_avoid_repeat": _("%(entrant)s was moved so that nobody meets again."),
            "swapped_to_keep_apart": _(
                "%(entrant)s was moved to keep apart those who should not meet."
            ),
            "swapped_to_share_short_tables": _(
                "%(entrant)s was moved so that the short tables are shared out."
            ),
            "swapped_to_make_room": _("%(entrant)s was moved to make room for another."),
            "repeat_forced": _(
                "%(one)s and %(other)s have met before (%(times)s): it could not be helped."
            ),
        }
    )
    ranking = _RANKING
    late_entry = True
    requested_byes = True
    options = (
        Option("rounds", "whole", None, "How many rounds; empty: as many as it takes.", 1, 99),
        Option("sizes", "sizes", (4, 3), "How many sit at a table, the usual number first."),
        Option(
            "preferred", "whole", None, "The usual number; empty: the first of the sizes.", 2, 6
        ),
        Option("bye_score", "whole", POINT, "What a bye earns, in sixtieths of a win.", 0, POINT),
        Option(
            "short_tables",
            "choice",
            "lowest",
            "Who gets the short tables and byes: nobody twice, but to spare a repeated meeting.",
            choices=POLICIES,
        ),
        *ranking_options(_RANKING),
    )

    def sizes(self, options: Options) -> tuple[int, ...]:
        return sizes_in(options)

    def check(self, options: Options, entrants: int) -> None:
        least = least_entrants(sizes_in(options))
        if entrants < least:
            raise TooFewEntrants(least=least, entrants=entrants)
        if options["tie_breaks"] is not None:
            check_tie_breaks(options["tie_breaks"])
        rounds = options["rounds"]
        if isinstance(rounds, int) and rounds >= entrants:
            raise BadField(field="rounds", problem="there are fewer opponents than rounds")

    def planned_rounds(self, options: Options, entrants: int) -> int:
        rounds = options["rounds"]
        if isinstance(rounds, int):
            return rounds
        size, total = sizes_in(options)[0], 1
        holds = size
        while holds < entrants:
            holds, total = holds * size, total + 1
        return max(1, min(total + 1, entrants - 1))

    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        return next_due(stage, self._rounds(stage), _planned)

    def complete(self, stage: Stage) -> bool:
        return len(stage.rounds) >= self._rounds(stage) and all_decided(stage)

    def bye_score(self, options: Options) -> int:
        return whole(options, "bye_score")

    def _rounds(self, stage: Stage) -> int:
        """As planned, or no more than there are if not even a table of those here is possible."""
        if present(stage) < least_entrants(sizes_in(stage.options)):
            return len(stage.rounds)
        return self.planned_rounds(stage.options, starters(stage))


def _planned(stage: Stage, number: int) -> tuple[Planned, ...]:
    roll = roll_call(stage, number)
    tables = pods_of(stage, number, roll.playing)
    excused = [
        Planned(len(tables) + at, ((entrant,),), outcomes=outcomes)
        for at, (entrant, outcomes) in enumerate(roll.excused, 1)
    ]
    return (*tables, *excused)


TABLE_SWISS = TableSwiss()
