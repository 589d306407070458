"""How an event is watched: as it is played, some plays or seconds later, or once something is over.

Said for the event as a whole among its policies, and for a stage that is watched otherwise.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tournaments.core.planning import Option

WATCHING, PLAYS_LATER, SECONDS_LATER = "watching", "watching_plays", "watching_seconds"
DIRECTORS_LOOK = "directors_look"
LIVE, PLAYS, SECONDS, DEAL, MATCH, ROUND = "live", "plays", "seconds", "deal", "match", "round"
KINDS = (LIVE, PLAYS, SECONDS, DEAL, MATCH, ROUND)
OPTIONS: tuple[Option, ...] = (
    Option(WATCHING, "choice", LIVE,
           "When others than its players see a table: as it is played, some plays or seconds "
           "later, or at the end of the deal, the match or the round.", choices=KINDS),
    Option(PLAYS_LATER, "whole", 8, "How many plays later, where plays are what it waits for.",
           1, 30),
    Option(SECONDS_LATER, "whole", 60,
           "How many seconds later; results are recorded as much later, too.", 1, 3600),
    Option(DIRECTORS_LOOK, "flag", False,
           "Whether directors who do not play may look at tables live. Everybody can see that "
           "they did."),
)  # fmt: skip
_DEFAULTS = {option.name: option.default for option in OPTIONS}
_COUNTED_BY = {PLAYS: PLAYS_LATER, SECONDS: SECONDS_LATER}


class Watching(NamedTuple):
    """One of the kinds, and by how many plays or seconds."""

    kind: str
    by: int


def watching_in(policies: Mapping[str, object], of_stage: str = "") -> Watching:
    """How a stage is watched that says so of itself, or else as the event is."""
    kind = of_stage or str(_set(policies, WATCHING))
    by = _set(policies, _COUNTED_BY[kind]) if kind in _COUNTED_BY else 0
    return Watching(kind, by if isinstance(by, int) else 0)


def directors_may_look(policies: Mapping[str, object]) -> bool:
    return _set(policies, DIRECTORS_LOOK) is True


def _set(policies: Mapping[str, object], name: str) -> object:
    return policies.get(name, _DEFAULTS[name])
