"""Swiss: every round pairs equals who have not met yet, and nobody goes out.

Each round is one matching of least cost over all who are there (`kernels.swiss.field` says what
costs how much). A round needs all results of the one before.
"""

from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import Option, PlannedRound, whole
from tournaments.core.ranking import FIDE_2023, PointsRanking, ranking_options
from tournaments.core.refusals import BadField, TooFewEntrants
from tournaments.core.stages import POINT, Stage
from tournaments.formats.kernels.swiss.draw import Draw
from tournaments.formats.kernels.swiss.reasons import REASONS
from tournaments.formats.protocol import Format, Options

LEAST = 2
RANKING = PointsRanking(unplayed_policy=FIDE_2023, late_scores=True)
OPTIONS = (
    Option(
        "rounds",
        "whole",
        None,
        "How many rounds; by default as many as leave one entrant with nothing but wins.",
        least=1,
        most=50,
    ),
    Option(
        "first_round",
        "choice",
        "slide",
        "Who meets in round 1: the upper half the lower (slide), the first the last (fold), "
        "or anybody (random).",
        choices=("slide", "fold", "random"),
    ),
    Option(
        "order",
        "choice",
        "slide",
        "Who meets among equals later: the upper half the lower (slide), or the first the last "
        "(fold).",
        choices=("slide", "fold"),
    ),
    Option(
        "bye_score",
        "whole",
        POINT,
        "What the bye of an odd number earns, in sixtieths: 60 as for a win, or 30.",
        least=POINT // 2,
        most=POINT,
    ),
    Option(
        "rematches",
        "choice",
        "end",
        "When nobody is left to meet: end the stage, or allow the oldest meetings again.",
        choices=("end", "allow"),
    ),
    *ranking_options(RANKING),
)


class Swiss(Format):
    """Two to a match. A round has a row for everyone who has not left: a pairing, the one bye of
    an odd number, a requested bye, or an absence.
    """

    key = "swiss"
    name = _("Swiss")
    reasons = REASONS
    options = OPTIONS
    ranking = RANKING
    late_entry = True
    requested_byes = True

    def check(self, options: Options, entrants: int) -> None:
        """Refuses more rounds than can surely be paired without meeting again, ⌈n/2⌉."""
        if entrants < LEAST:
            raise TooFewEntrants(least=LEAST, entrants=entrants)
        rounds, most = self.planned_rounds(options, entrants), (entrants + 1) // 2
        if rounds > most and options["rematches"] != "allow":
            problem = f"{entrants} entrants can play at most {most} rounds without rematches"
            raise BadField(field="rounds", problem=problem)
        if options["bye_score"] not in (POINT // 2, POINT):
            raise BadField(field="bye_score", problem=f"it takes {POINT // 2} or {POINT}")

    def planned_rounds(self, options: Options, entrants: int) -> int:
        rounds = options["rounds"]
        return rounds if isinstance(rounds, int) else max(1, (entrants - 1).bit_length())

    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        number = self._next(stage)
        planned = Draw(stage, number).planned() if number is not None else None
        return (planned,) if planned is not None else ()

    def complete(self, stage: Stage) -> bool:
        """After the planned rounds, or when the next one cannot be paired."""
        if any(not round_.decided for round_ in stage.rounds):
            return False
        number = self._next(stage)
        if number is None:
            return True
        draw = Draw(stage, number)
        return draw.over or not (draw.surely_pairs or draw.pairs is not None)

    def bye_score(self, options: Options) -> int:
        return whole(options, "bye_score")

    def _next(self, stage: Stage) -> int | None:
        """The round with pairings to make; None while results are awaited and after the last."""
        *before, last = stage.rounds or (None,)
        if any(round_ is not None and round_.undecided for round_ in before):
            return None
        if last is None:
            return 1
        if len(last.pairings) < last.expected:
            return last.number
        started = sum(stage.joined.get(entrant, 1) <= 1 for entrant in stage.seeds)
        if last.undecided or last.number >= self.planned_rounds(stage.options, started):
            return None
        return last.number + 1


SWISS = Swiss()
