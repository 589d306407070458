"""The streams of one kind: read as folded states, and changed in the one way there is.

A change loads the state, decides, appends the facts with their rows in one transaction, and after
the commit tells everybody who subscribed. Each process keeps the heads that it used last. A warm
change decides on what is kept and appends at once, reading nothing: the unique (stream, version)
says when another process was first, and then it reads and decides again. Since a kept head may be
behind, nothing is refused on it, nor left undone: that is said on the head of the store alone.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Generic
from uuid import UUID

from django.db import transaction
from django.dispatch import Signal

from engine.errors import Refusal
from games.store import eventstore
from games.store.aggregate import Aggregate, Change, Command, Decision, Event, Head, State
from games.store.eventstore import GENESIS, EventRow, Recorded, StaleStream
from games.store.eventstore import Command as CommandId

# A long stream is folded in slices, or all its facts would be in memory beside the state.
AT_ONCE = 2000
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class CommandOutcome(Generic[State, Event]):
    """What came of a command: the states before and after, and the events between.

    `version` is the command's answer. A command that had been done before is answered with the
    version of its first run, without events.
    """

    version: int
    before: State
    after: State
    events: Sequence[Event] = ()


@dataclass(frozen=True, slots=True)
class Prepared(Generic[State, Event]):
    """A decision that is ready to be written after exactly this head."""

    id: UUID
    head: Head[State]
    decision: Decision[State, Event]
    now: datetime


class StreamLog(Generic[State, Event, Command]):
    """All streams of an aggregate. Keeps the `most` heads used last. Safe between threads.

    `changed` is sent after each commit with `change`, a `Change`.
    """

    def __init__(self, aggregate: Aggregate[State, Event, Command], most: int) -> None:
        self.aggregate = aggregate
        self.changed = Signal()
        self._most = most
        self._kept: OrderedDict[UUID, Head[State]] = OrderedDict()
        self._lock = threading.Lock()
        self._new = Head(aggregate.new, GENESIS, _NEVER)

    def stream_of(self, id_: UUID) -> str:
        return self.aggregate.stream_of(id_)

    def load(self, id_: UUID) -> State:
        """The state at the stream's head. Refuses a stream without facts as unknown."""
        return self.head(id_).state

    def head(self, id_: UUID) -> Head[State]:
        """The head of the stream as the store has it now. Refuses a stream without facts."""
        return self._read(id_, self.kept(id_))

    def kept(self, id_: UUID) -> Head[State] | None:
        """The head as this process knows it, which may be behind the store; None: not at all."""
        with self._lock:
            return self._kept.get(id_)

    def run(
        self,
        id_: UUID,
        plan: Callable[[Head[State]], Command | None],
        *,
        actor: str,
        now: datetime,
        command: CommandId | None = None,
        seen_version: int = 0,
    ) -> CommandOutcome[State, Event]:
        """Does the command that `plan` makes of the stream's head; None: there is nothing to do.

        `plan` is asked again whenever somebody else was first. The same `command` id is done once;
        with another content it is refused as `command_id_reused`. `seen_version` is what the client
        has seen: an older head is not decided on. Refuses what `plan` and the aggregate refuse, a
        stream without facts, and, after too many lost races, as busy.
        """
        head, is_newest = self.kept(id_), False
        for _ in range(self.aggregate.attempts):
            if head is None or head.version < seen_version:
                head, is_newest = self._read(id_, head), True
                seen_version = 0
            try:
                wanted = plan(head)
                decision = self._decided(head, wanted, actor, command)
                if decision.events:
                    change = self.append(id_, head, decision, now)
                    return CommandOutcome(
                        change.after.version, change.before, change.after, change.events
                    )
                refusal = None
            except StaleStream:
                head, is_newest = self._read_after_losing(id_, head), True
                if (done := self._answered(id_, head, command)) is not None:
                    return done
                continue
            except Refusal as refused:
                refusal = refused
            newest = head if is_newest else self._read(id_, head)
            if newest.version == head.version:
                return self._left_as_it_is(id_, head, command, refusal)
            head, is_newest = newest, True
        raise self.aggregate.busy()

    def prepare(
        self,
        id_: UUID,
        plan: Callable[[Head[State]], Command | None],
        *,
        actor: str,
        now: datetime,
        command: CommandId | None = None,
        seen_version: int = 0,
    ) -> Prepared[State, Event] | None:
        """What `run` would append, decided on the kept head without a look at the store; None where
        only the store can say: nothing is kept, or it is older than seen, or it refuses.
        """
        head = self.kept(id_)
        if head is None or head.version < seen_version:
            return None
        try:
            decision = self._decided(head, plan(head), actor, command)
        except Refusal:
            return None
        return Prepared(id_, head, decision, now) if decision.events else None

    def append(
        self, id_: UUID, head: Head[State], decision: Decision[State, Event], now: datetime
    ) -> Change[State, Event]:
        """Writes the decision after exactly this head, with its rows, in one transaction.

        Raises `StaleStream` where the stream has moved on; then nothing was written.
        """
        with transaction.atomic():
            return self._write([Prepared(id_, head, decision, now)])[0]

    def append_together(
        self, prepared: Sequence[Prepared[State, Event]]
    ) -> list[Change[State, Event] | None]:
        """Writes decisions about many streams in one transaction; None for each that found its
        stream moved on, of which nothing was written. One that fails takes no other with it.
        """
        try:
            with transaction.atomic():
                return [*self._write(prepared)]
        except StaleStream:
            if len(prepared) == 1:
                return [None]
        half = len(prepared) // 2
        return self.append_together(prepared[:half]) + self.append_together(prepared[half:])

    def opening(
        self, id_: UUID, decision: Decision[State, Event], now: datetime
    ) -> Prepared[State, Event]:
        """The first facts of a stream, ready to be written; it is stale where it has some."""
        return Prepared(id_, self._new, decision, now)

    def create(
        self, id_: UUID, decision: Decision[State, Event], now: datetime
    ) -> Change[State, Event]:
        """Writes the first facts of a stream. Raises `StaleStream` where it has some."""
        return self.append(id_, self._new, decision, now)

    def news(self, wanted: Sequence[tuple[UUID, int]], limit: int) -> list[list[Recorded]]:
        """Of each stream that is wanted, after a version, its facts, from one query; a kept head
        that they follow is brought on by them.
        """
        streams = [(self.stream_of(id_), after) for id_, after in wanted]
        found = []
        for (id_, _), rows in zip(wanted, eventstore.rows_after(streams, limit), strict=True):
            facts = [(row, eventstore.recorded(row)) for row in rows]
            self._bring_on(id_, facts)
            found.append([fact for _, fact in facts])
        return found

    def _bring_on(self, id_: UUID, facts: Sequence[tuple[EventRow, Recorded]]) -> None:
        head = self.kept(id_)
        if head is not None:
            later = [one for one in facts if one[0].version > head.version]
            if later and later[0][0].previous_hash == head.hash:
                self._keep_once_committed(id_, self._folded(head, later))

    def forget(self) -> None:
        """Drops every kept head, as a new process would."""
        with self._lock:
            self._kept.clear()

    def _write(self, prepared: Sequence[Prepared[State, Event]]) -> list[Change[State, Event]]:
        """All of it in the transaction that is open. Raises `StaleStream`; it is then lost."""
        rows, changes, heads = list[EventRow](), list[Change[State, Event]](), list[Head[State]]()
        for one in prepared:
            head, decision, now = one.head, one.decision, one.now
            facts = [self.aggregate.fact_of(event) for event in decision.events]
            own = eventstore.chained(
                self.stream_of(one.id), head.version, head.hash, facts, decision.actors,
                decision.commands, now,
            )  # fmt: skip
            rows += own
            recorded = eventstore.recorded_of(own, facts)
            changes.append(
                Change(one.id, head.state, decision.after, decision.events, recorded, now)
            )
            opened = self.aggregate.opens(head.state, decision.after)
            heads.append(Head(decision.after, own[-1].hash, now if opened else head.since))
        eventstore.insert(rows)
        for change, after in zip(changes, heads, strict=True):
            self.aggregate.write_rows(change)
            committed = partial(self._committed, change.id, after, change)
            transaction.on_commit(committed, robust=True)
        return changes

    def _decided(
        self, head: Head[State], wanted: Command | None, actor: str, command: CommandId | None
    ) -> Decision[State, Event]:
        if wanted is None:
            return Decision((), (), head.state)
        decision = self.aggregate.decided(head.state, [wanted], actor)
        if command is None or not decision.events:
            return decision
        last = {len(decision.events) - 1: command}
        return Decision(decision.events, decision.actors, decision.after, last)

    def _left_as_it_is(
        self, id_: UUID, head: Head[State], command: CommandId | None, refusal: Refusal | None
    ) -> CommandOutcome[State, Event]:
        """What to answer where nothing is to be written: the same command's first answer, if it
        has been done before, else the refusal.
        """
        if (done := self._answered(id_, head, command)) is not None:
            return done
        if refusal is not None:
            raise refusal
        return CommandOutcome(head.version, head.state, head.state)

    def _answered(
        self, id_: UUID, head: Head[State], command: CommandId | None
    ) -> CommandOutcome[State, Event] | None:
        if command is None:
            return None
        version = eventstore.answered(self.stream_of(id_), command)
        return None if version is None else CommandOutcome(version, head.state, head.state)

    def _read_after_losing(self, id_: UUID, head: Head[State]) -> Head[State]:
        """The head that was there first. Where there is none the kept one is not of this log (its
        database was put back to an earlier state): it is folded from the first fact.
        """
        newest = self._read(id_, head)
        if newest.version > head.version:
            return newest
        with self._lock:
            self._kept.pop(id_, None)
        return self._read(id_, None)

    def _read(self, id_: UUID, known: Head[State] | None) -> Head[State]:
        """Folds on from what is known to the head of the store."""
        head = found = known or self._new
        while True:
            rows = list(eventstore.rows_of(self.stream_of(id_), found.version, AT_ONCE))
            found = self._folded(found, [(row, eventstore.recorded(row)) for row in rows])
            if len(rows) < AT_ONCE:
                break
        if found.version == 0:
            raise self.aggregate.unknown()
        if found.version > head.version:
            self._keep_once_committed(id_, found)
        return found

    def _folded(self, head: Head[State], facts: Sequence[tuple[EventRow, Recorded]]) -> Head[State]:
        """The head after the facts that follow this one."""
        if not facts:
            return head
        aggregate, state, since = self.aggregate, head.state, head.since
        for _, fact in facts:
            before, state = state, aggregate.evolve(state, aggregate.event_of(fact))
            if aggregate.opens(before, state):
                since = fact.recorded_at
        return Head(state, facts[-1][0].hash, since)

    def _keep_once_committed(self, id_: UUID, head: Head[State]) -> None:
        """In a transaction that rolls back, what was read of its own facts never was."""
        transaction.on_commit(lambda: self._keep(id_, head), robust=True)

    def _committed(self, id_: UUID, head: Head[State], change: Change[State, Event]) -> None:
        self._keep(id_, head)
        # Robust: of two subscribers one that fails does not take the other with it.
        self.changed.send_robust(sender=type(self), change=change)

    def _keep(self, id_: UUID, head: Head[State]) -> None:
        with self._lock:
            kept = self._kept.get(id_)
            if kept is None or kept.version < head.version:
                self._kept[id_] = head
            self._kept.move_to_end(id_)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
