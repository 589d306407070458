"""How a stage of points is ranked: the order of its tie-breaks and what its options may say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.core.planning import Option
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

_SWISS = (
    "buchholz_cut_1",
    "buchholz",
    "sonneborn_berger",
    HEAD_TO_HEAD,
    "score_difference",
    LOT,
)
_TABLES = ("points_share", "wins", "buchholz_cut_1", "buchholz", "score_difference", LOT)
_DEFAULTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "round_robin": (HEAD_TO_HEAD, "sonneborn_berger", "wins", "score_difference", LOT),
        "table_swiss": _TABLES,
        "rotating_partners": ("score_difference", "wins", "buchholz", LOT),
        "arena": ("score_per_match", "wins", HEAD_TO_HEAD, "score_difference", LOT),
    }
)
# Byes and absences are what these consist of at their edges; in the others everybody plays the
# same matches, or as many as they like.
_ADJUSTED = {"swiss", "table_swiss"}
# Where a late entrant is given something for what it missed.
_LATE_SCORES = {"swiss", "table_swiss", "rotating_partners"}


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


def default_tie_breaks(format_key: str) -> tuple[str, ...]:
    return _DEFAULTS.get(format_key, _SWISS)


def check_tie_breaks(keys: object) -> tuple[str, ...]:
    """The keys, ended by the lot; refuses `bad_field` for unknown ones and for repeated ones."""
    if not isinstance(keys, Sequence) or isinstance(keys, str):
        raise BadField(field="tie_breaks", problem="it takes a list")
    if any(key not in TIE_BREAKS for key in keys):
        raise BadField(field="tie_breaks", problem="it takes " + ", ".join(TIE_BREAKS))
    if len(set(keys)) < len(keys):
        raise BadField(field="tie_breaks", problem="it takes each tie-break once")
    return (*(key for key in keys if key != LOT), LOT)


def ranking_of(stage: Stage) -> Ranking:
    """What the options of the stage say, or its format's defaults where they say nothing."""
    given = {name: value for name, value in stage.options.items() if value is not None}
    defaults = {option.name: option.default for option in ranking_options(stage.format)}
    options = defaults | given
    keys = options["tie_breaks"]
    return Ranking(
        tie_breaks=default_tie_breaks(stage.format) if keys is None else check_tie_breaks(keys),
        unplayed_policy=str(options["unplayed_policy"]),
        withdrawal=str(options.get("withdrawal", FORFEIT)),
        cap=_whole(options["score_difference_cap"]),
        floor=_whole(options["match_win_floor"]),
        cycles=_whole(options.get("cycles", 1)),
        late_scores=stage.format in _LATE_SCORES,
        duplicate_first=options["score"] == DUPLICATE,
    )


def ranking_options(format_key: str) -> tuple[Option, ...]:
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
            FIDE_2023 if format_key in _ADJUSTED else NONE,
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


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
