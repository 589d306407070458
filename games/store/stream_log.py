"""One kind of stream as its folded states: read from the store, kept per process by version."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar
from uuid import UUID

from django.db import transaction

from engine.errors import Refusal
from games.store import eventstore
from games.store.eventstore import Recorded

# A long stream is folded in slices, or all its facts would be in memory beside the state.
AT_ONCE = 2000


class Versioned(Protocol):
    @property
    def version(self) -> int: ...


State = TypeVar("State", bound=Versioned)


class StreamLog(Generic[State]):
    """Streams named `<kind>-<id>`, folded from `new` by `follow`.

    The `most` states used last are kept. A kept state only saves the fold: the store is always
    asked for what came after it. Safe between threads.
    """

    def __init__(
        self,
        kind: str,
        new: State,
        follow: Callable[[State, Recorded], State],
        unknown: type[Refusal],
        most: int,
    ) -> None:
        self._kind, self._new, self._follow = kind, new, follow
        self._unknown, self._most = unknown, most
        self._kept: OrderedDict[UUID, State] = OrderedDict()
        self._lock = threading.Lock()

    def stream_of(self, id_: UUID) -> str:
        return f"{self._kind}-{id_.hex}"

    def load(self, id_: UUID) -> State:
        """The state at the stream's head. Refuses a stream without facts as unknown."""
        with self._lock:
            state = self._kept.get(id_, self._new)
        known = state.version
        while True:
            news = eventstore.read(self.stream_of(id_), after=state.version, limit=AT_ONCE)
            for fact in news:
                state = self._follow(state, fact)
            if len(news) < AT_ONCE:
                break
        if state.version == 0:
            raise self._unknown()
        if state.version > known:
            self.keep(id_, state)
        return state

    def keep(self, id_: UUID, state: State) -> None:
        """Keeps the state once it is committed: in a transaction that rolls back it never was."""
        transaction.on_commit(lambda: self._keep(id_, state), robust=True)

    def forget(self) -> None:
        """Drops every kept state, as a new process would."""
        with self._lock:
            self._kept.clear()

    def _keep(self, id_: UUID, state: State) -> None:
        with self._lock:
            kept = self._kept.get(id_)
            if kept is None or kept.version < state.version:
                self._kept[id_] = state
            self._kept.move_to_end(id_)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
