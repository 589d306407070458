"""The heads of streams as this process keeps them, and as the store has them.

A kept head may be behind the store, when another process was there: whoever decides on it finds out
by the unique (stream, version). It is never ahead: what is kept has been committed.
"""

import sys
import threading
from collections import OrderedDict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Generic
from uuid import UUID

from django.db import transaction

from games.store import eventstore
from games.store.aggregate import Aggregate, Command, Event, Head, State
from games.store.eventstore import GENESIS, EventRow, Recorded
from games.store.stated_fields import TAKEN_AWAY

# A long stream is folded in slices, or all its facts would be in memory beside the state.
AT_ONCE = 2000
_NEVER = datetime.min.replace(tzinfo=UTC)

# A fact as it is stored, and as it is read.
Read = tuple[EventRow, Recorded]


class Heads(Generic[State, Event, Command]):
    """Those of an aggregate's streams; the `most` used last are kept. Safe between threads."""

    def __init__(self, aggregate: Aggregate[State, Event, Command], most: int) -> None:
        self.new = Head(aggregate.new, GENESIS, _NEVER)
        self._aggregate = aggregate
        self._most = most
        self._kept: OrderedDict[UUID, Head[State]] = OrderedDict()
        self._lock = threading.Lock()

    def kept(self, id_: UUID) -> Head[State] | None:
        """The head as this process knows it, which may be behind the store; None: not at all."""
        with self._lock:
            return self._kept.get(id_)

    def keep(self, id_: UUID, head: Head[State]) -> None:
        """Keeps a head that has been committed, unless a newer one is kept."""
        with self._lock:
            kept = self._kept.get(id_)
            if kept is None or kept.version < head.version:
                self._kept[id_] = head
            self._kept.move_to_end(id_)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        """Drops every kept head, as a new process would."""
        with self._lock:
            self._kept.clear()

    def read(self, id_: UUID, known: Head[State] | None) -> Head[State]:
        """Folds on from what is known to the head of the store. Refuses a stream without facts."""
        head = found = known or self.new
        while True:
            rows = list(eventstore.rows_of(self._stream_of(id_), found.version, AT_ONCE))
            facts = eventstore.recorded_rows(rows)
            found = self._folded(id_, found, list(zip(rows, facts, strict=True)))
            if len(rows) < AT_ONCE:
                break
        if found.version == 0:
            raise self._aggregate.unknown()
        if found.version > head.version:
            self._keep_once_committed(id_, found)
        return found

    def folded_anew(self, id_: UUID) -> Head[State]:
        """The head of the store, folded from the first fact whatever is kept."""
        head = self._from_nothing(id_, sys.maxsize)
        if head.version == 0:
            raise self._aggregate.unknown()
        return head

    def read_after_losing(self, id_: UUID, head: Head[State]) -> Head[State]:
        """The head that was there first. Where there is none the kept one is not of this log (its
        database was put back to an earlier state): it is folded from the first fact.
        """
        newest = self.read(id_, head)
        if newest.version > head.version:
            return newest
        with self._lock:
            self._kept.pop(id_, None)
        return self.read(id_, None)

    def bring_on(self, id_: UUID, facts: Sequence[Read]) -> None:
        """Brings a kept head on by facts that were read, where they follow it."""
        head = self.kept(id_)
        if head is not None:
            later = [one for one in facts if one[0].version > head.version]
            if later and later[0][0].previous_hash == head.hash:
                self._keep_once_committed(id_, self._folded(id_, head, later))

    def _stream_of(self, id_: UUID) -> str:
        return self._aggregate.stream_of(id_)

    def _folded(self, id_: UUID, head: Head[State], facts: Sequence[Read]) -> Head[State]:
        """The head after the facts that follow this one. Where one of them says that a text was
        taken away, what was folded before is folded anew, without it.
        """
        if head.version and any(row.type == TAKEN_AWAY for row, _ in facts):
            return self._from_nothing(id_, facts[-1][0].version)
        return self._after(head, facts)

    def _from_nothing(self, id_: UUID, version: int) -> Head[State]:
        head = self.new
        while head.version < version:
            most = min(AT_ONCE, version - head.version)
            rows = list(eventstore.rows_of(self._stream_of(id_), head.version, most))
            if not rows:
                break
            facts = eventstore.recorded_rows(rows)
            head = self._after(head, list(zip(rows, facts, strict=True)))
        return head

    def _after(self, head: Head[State], facts: Sequence[Read]) -> Head[State]:
        if not facts:
            return head
        aggregate, state, since = self._aggregate, head.state, head.since
        for _, fact in facts:
            before, state = state, aggregate.evolve(state, aggregate.event_of(fact))
            if aggregate.opens(before, state):
                since = fact.recorded_at
        return Head(state, facts[-1][0].hash, since)

    def _keep_once_committed(self, id_: UUID, head: Head[State]) -> None:
        """In a transaction that rolls back, what was read of its own facts never was."""
        transaction.on_commit(lambda: self.keep(id_, head), robust=True)
