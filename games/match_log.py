"""The folded state of a match, read from its stream and kept per process by version."""

import threading
from collections import OrderedDict
from uuid import UUID

from engine.codec import from_fact
from engine.match import NEW, MatchState, evolve
from games import eventstore
from games.eventstore import Recorded
from games.refusals import UnknownMatch

KEPT_STATES = 1024

_kept: OrderedDict[UUID, MatchState] = OrderedDict()
_lock = threading.Lock()


def stream_of(match_id: UUID) -> str:
    return f"match-{match_id.hex}"


def load(match_id: UUID) -> MatchState:
    """The state at the stream's head. Refuses `unknown_match`.

    A kept state only saves the fold: the store is always asked for what came after it.
    """
    state = _recall(match_id)
    news = eventstore.read(stream_of(match_id), after=state.version)
    if news:
        state = follow(state, news)
        keep(match_id, state)
    if state.version == 0:
        raise UnknownMatch()
    return state


def follow(state: MatchState, facts: list[Recorded]) -> MatchState:
    for fact in facts:
        state = evolve(state, from_fact(fact.type, fact.schema, fact.data, fact.secret))
    return state


def keep(match_id: UUID, state: MatchState) -> None:
    """Keeps a committed state for the next reader; the least recently used one goes."""
    with _lock:
        known = _kept.get(match_id)
        if known is not None and known.version > state.version:
            return
        _kept[match_id] = state
        _kept.move_to_end(match_id)
        if len(_kept) > KEPT_STATES:
            _kept.popitem(last=False)


def _recall(match_id: UUID) -> MatchState:
    with _lock:
        return _kept.get(match_id, NEW)


def forget() -> None:
    """Drops every kept state, as a new process would."""
    with _lock:
        _kept.clear()
