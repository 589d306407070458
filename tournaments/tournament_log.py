"""The folded state of a tournament, read from its stream and kept per process by version."""

import threading
from collections import OrderedDict
from functools import partial
from uuid import UUID

from django.db import transaction

from games import eventstore
from tournaments.domain.codec import from_fact
from tournaments.domain.evolve import evolve
from tournaments.domain.refusals import UnknownTournament
from tournaments.domain.state import NEW, State

KEPT_STATES = 128

_kept: OrderedDict[str, State] = OrderedDict()
_lock = threading.Lock()


def stream_of(tournament_id: UUID) -> str:
    return f"tournament-{tournament_id.hex}"


def load(tournament_id: UUID) -> State:
    """The state at the stream's head. Refuses `unknown_tournament`.

    A kept state only saves the fold: the store is always asked for what came after it.
    """
    with _lock:
        state = _kept.get(tournament_id.hex, NEW)
    news = eventstore.read(stream_of(tournament_id), after=state.version)
    for fact in news:
        state = evolve(state, from_fact(fact.type, fact.data))
    if state.version == 0:
        raise UnknownTournament()
    if news:
        # Not at once: inside a transaction that rolls back these facts will never have been.
        transaction.on_commit(partial(keep, state))
    return state


def keep(state: State) -> None:
    """Remembers a committed state, unless a later one is known."""
    with _lock:
        kept = _kept.get(state.id)
        if kept is None or kept.version < state.version:
            _kept[state.id] = state
        _kept.move_to_end(state.id)
        if len(_kept) > KEPT_STATES:
            _kept.popitem(last=False)


def forget() -> None:
    """Drops every kept state, as a new process would."""
    with _lock:
        _kept.clear()
