"""How a stage of points is ranked: the order of its tie-breaks and what its options may say."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.planning import Option, whole
from tournaments.core.refusals import BadField
from tournaments.core.stages import Stage

HEAD_TO_HEAD = "head_to_head"
LOT = "lot"
DUPLICATE = "duplicate"

TIE_BREAKS = (
    "buchholz_cut_1",
    "buchholz",
    "buchholz_cut_2",
    "median_buchholz",
    "sonneborn_berger",
    HEAD_TO_HEAD,
    "wins",
    "wins_without_forfeits",
    "fewest_losses",
    "score_difference",
    "points_share",
    "score_per_match",
    "opponents_match_win",
    "koya",
    "progressive",
    "rating_average",
    "rating_average_cut_1",
    DUPLICATE,
    LOT,
)

# Results as they are recorded: a forfeit counts against the opponent who was due, a bye against
# nobody, and nobody's score is adjusted.
NONE = "none"
# FIDE C.07, article 16: an unplayed round counts as one against an opponent with one's own score,
# and what an entrant missed at its end counts for its opponents as draws.
FIDE_2023 = "fide_2023"

HALF = "half"
FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class PointsRanking:
    """How a format ranks by points where the organiser's options leave it open.

    `unplayed_policy` is the default of the option; FIDE_2023 fits formats that consist of byes and
    absences at their edges. `late_scores`: a late entrant gets something for what it missed.
    """

    tie_breaks: tuple[str, ...] = (
        "buchholz_cut_1",
        "buchholz",
        "sonneborn_berger",
        HEAD_TO_HEAD,
        "score_difference",
        LOT,
    )
    unplayed_policy: str = NONE
    late_scores: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """The options of a stage that its standings depend on. `cap` bounds the difference of a match
    in points, `floor` an opponent's share of won matches in percent.
    """

    tie_breaks: tuple[str, ...]
    unplayed_policy: str
    withdrawal: str
    cap: int
    floor: int
    cycles: int
    late_scores: bool
    duplicate_first: bool


def check_tie_breaks(keys: object) -> tuple[str, ...]:
    """The keys, ended by the lot; refuses `bad_field` for unknown ones and for repeated ones."""
    if not isinstance(keys, Sequence) or isinstance(keys, str):
        raise BadField(field="tie_breaks", problem="it takes a list")
    if any(key not in TIE_BREAKS for key in keys):
        raise BadField(field="tie_breaks", problem="it takes " + ", ".join(TIE_BREAKS))
    if len(set(keys)) < len(keys):
        raise BadField(field="tie_breaks", problem="it takes each tie-break once")
    return (*(key for key in keys if key != LOT), LOT)


def ranking_of(stage: Stage, points: PointsRanking) -> Ranking:
    """What the options of the stage say, or its format's defaults where they say nothing."""
    given = {name: value for name, value in stage.options.items() if value is not None}
    defaults = {option.name: option.default for option in ranking_options(points)}
    options = defaults | given
    keys = options["tie_breaks"]
    return Ranking(
        tie_breaks=points.tie_breaks if keys is None else check_tie_breaks(keys),
        unplayed_policy=str(options["unplayed_policy"]),
        withdrawal=str(options.get("withdrawal", FORFEIT)),
        cap=whole(options, "score_difference_cap"),
        floor=whole(options, "match_win_floor"),
        cycles=whole({"cycles": 1} | options, "cycles"),
        late_scores=points.late_scores,
        duplicate_first=options["score"] == DUPLICATE,
    )


def ranking_options(points: PointsRanking) -> tuple[Option, ...]:
    """The options that a format of points adds to its own."""
    return (
        Option(
            "tie_breaks",
            "order",
            None,
            "What separates entrants with equal scores, in this order; the lot comes last.",
            choices=TIE_BREAKS,
        ),
        Option(
            "unplayed_policy",
            "choice",
            points.unplayed_policy,
            "How byes, absences and forfeits count in tie-breaks made of opponents' scores.",
            choices=(NONE, FIDE_2023),
        ),
        Option(
            "score_difference_cap",
            "whole",
            21,
            "The most points that one match may add to the score difference.",
            least=1,
            most=1000,
        ),
        Option(
            "match_win_floor",
            "whole",
            33,
            "The least share of won matches, in percent, that an opponent is counted with.",
            least=0,
            most=100,
        ),
        Option(
            "score",
            "choice",
            "match",
            "What comes first: the scores of matches, or luck-adjusted points of duplicate deals.",
            choices=("match", DUPLICATE),
        ),
    )
