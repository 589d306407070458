"""The facts of a ladder as values (docs/events.md), and as JSON data and back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from cattrs.preconf.json import make_converter

from engine import Fact
from tournaments.core.anchors import Anchor

Teams = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class LadderOpened:
    type: ClassVar[str] = "ladder_opened"

    ladder: str


@dataclass(frozen=True, slots=True)
class MatchRated:
    """`teams` are player ids, `places` theirs in the same order, `at` when it was decided.

    `tournament` is None of a casual match: the anchor is then the last fact of the match itself.
    """

    type: ClassVar[str] = "match_rated"

    match: str
    tournament: str | None
    teams: Teams
    places: tuple[int, ...]
    at: str
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class RatingCorrected:
    """How a match counts from now on, at its old place in the order; no places: it does not."""

    type: ClassVar[str] = "rating_corrected"

    match: str
    teams: Teams
    places: tuple[int, ...] | None
    anchor: Anchor


LadderEvent = LadderOpened | MatchRated | RatingCorrected
_KINDS: Mapping[str, type[LadderEvent]] = {
    kind.type: kind for kind in (LadderOpened, MatchRated, RatingCorrected)
}
# The newest schema of each type.
SCHEMA_OF: Mapping[str, int] = dict.fromkeys(_KINDS, 1) | {MatchRated.type: 2}
_json = make_converter(
    forbid_extra_keys=True,
    detailed_validation=False,
    unstruct_collection_overrides={tuple: list},
)


def to_fact(event: LadderEvent) -> Fact:
    """The event as stored; `from_fact` of its parts gives the event back."""
    return Fact(event.type, SCHEMA_OF[event.type], _json.unstructure(event), None)


def from_fact(type_: str, data: Mapping[str, Any]) -> LadderEvent:
    """The event that was stored; raises ValueError on what `to_fact` does not write."""
    kind = _KINDS.get(type_)
    if kind is None:
        raise ValueError(f"no fact {type_} of a ladder")
    try:
        return _json.structure(data, kind)
    except Exception as error:
        # cattrs lets through whatever a field's own type raises.
        raise ValueError(f"corrupt {type_}: {error!r}") from error
