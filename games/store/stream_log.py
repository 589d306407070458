"""The streams of one kind: read as folded states, and changed in the one way there is.

A change loads the state, decides, appends the facts with their rows in one transaction, and after
the commit tells everybody who subscribed. Each process keeps the heads that it used last. A warm
change decides on what is kept and appends at once, reading nothing: the unique (stream, version)
says when another process was first, and then it reads and decides again. Since a kept head may be
behind, nothing is refused on it, nor left undone: that is said on the head of the store alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Generic
from uuid import UUID

from django.db import transaction
from django.dispatch import Signal

from engine.errors import Refusal
from games.store import eventstore
from games.store.actors import SYSTEM_ACTOR
from games.store.aggregate import Aggregate, Change, Command, Decision, Event, Head, State
from games.store.eventstore import Command as CommandId
from games.store.eventstore import EventRow, Recorded, StaleStream
from games.store.heads import Heads


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


@dataclass(frozen=True, slots=True)
class Intent(Generic[State, Command]):
    """What somebody wants of a stream, whatever its head will be.

    `plan` makes the commands of a head, which are done together, or one; or None where there is
    nothing to do. It is asked again whenever somebody else was first. The same `command` id is done
    once; with another content it is refused as `command_id_reused`. `seen_version` is what the
    client has seen: an older head is not decided on.
    """

    plan: Callable[[Head[State]], Command | list[Command] | None]
    actor: str
    now: datetime
    command: CommandId | None = None
    seen_version: int = 0


class StreamLog(Generic[State, Event, Command]):
    """All streams of an aggregate. Keeps the `most` heads used last. Safe between threads.

    `changed` is sent after each commit with `change`, a `Change`.
    """

    def __init__(self, aggregate: Aggregate[State, Event, Command], most: int) -> None:
        self.aggregate = aggregate
        self.changed = Signal()
        self.heads = Heads(aggregate, most)

    def stream_of(self, id_: UUID) -> str:
        return self.aggregate.stream_of(id_)

    def load(self, id_: UUID) -> State:
        """The state at the stream's head. Refuses a stream without facts as unknown."""
        return self.head(id_).state

    def head(self, id_: UUID) -> Head[State]:
        """The head of the stream as the store has it now. Refuses a stream without facts."""
        return self.heads.read(id_, self.kept(id_))

    def kept(self, id_: UUID) -> Head[State] | None:
        """The head as this process knows it, which may be behind the store; None: not at all."""
        return self.heads.kept(id_)

    def run(self, id_: UUID, intent: Intent[State, Command]) -> CommandOutcome[State, Event]:
        """Does what is wanted of the stream. Refuses what the plan and the aggregate refuse, a
        stream without facts, and, after too many lost races, as busy.
        """
        head, is_newest, seen_version = self.kept(id_), False, intent.seen_version
        for _ in range(self.aggregate.attempts):
            if head is None or head.version < seen_version:
                head, is_newest = self.heads.read(id_, head), True
                seen_version = 0
            try:
                decision = self._decided(head, intent)
                if decision.events:
                    change = self.append(id_, head, decision, intent.now)
                    return CommandOutcome(
                        change.after.version, change.before, change.after, change.events
                    )
                refusal = None
            except StaleStream:
                head, is_newest = self.heads.read_after_losing(id_, head), True
                if (done := self._answered(id_, head, intent.command)) is not None:
                    return done
                continue
            except Refusal as refused:
                refusal = refused
            newest = head if is_newest else self.heads.read(id_, head)
            if newest.version == head.version:
                return self._left_as_it_is(id_, head, intent.command, refusal)
            head, is_newest = newest, True
        raise self.aggregate.busy()

    def prepare(self, id_: UUID, intent: Intent[State, Command]) -> Prepared[State, Event] | None:
        """What `run` would append, decided on the kept head without a look at the store; None where
        only the store can say: nothing is kept, or it is older than seen, or it refuses.
        """
        head = self.kept(id_)
        if head is None or head.version < intent.seen_version:
            return None
        try:
            decision = self._decided(head, intent)
        except Refusal:
            return None
        return Prepared(id_, head, decision, intent.now) if decision.events else None

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
        return Prepared(id_, self.heads.new, decision, now)

    def create(
        self, id_: UUID, decision: Decision[State, Event], now: datetime
    ) -> Change[State, Event]:
        """Writes the first facts of a stream. Raises `StaleStream` where it has some."""
        return self.append(id_, self.heads.new, decision, now)

    def news(self, wanted: Sequence[tuple[UUID, int]], limit: int) -> list[list[Recorded]]:
        """Of each stream that is wanted, after a version, its facts, from one query; a kept head
        that they follow is brought on by them.
        """
        streams = [(self.stream_of(id_), after) for id_, after in wanted]
        rows = eventstore.rows_after(streams, limit)
        found = eventstore.recorded_streams(rows)
        for (id_, _), some, facts in zip(wanted, rows, found, strict=True):
            self.heads.bring_on(id_, list(zip(some, facts, strict=True)))
        return found

    def forget(self) -> None:
        """Drops every kept head, as a new process would."""
        self.heads.forget()

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
        self.aggregate.write_rows(changes)
        for change, after in zip(changes, heads, strict=True):
            committed = partial(self._committed, change.id, after, change)
            transaction.on_commit(committed, robust=True)
        return changes

    def _decided(self, head: Head[State], intent: Intent[State, Command]) -> Decision[State, Event]:
        wanted = intent.plan(head)
        if wanted is None:
            return Decision((), (), head.state)
        commands = wanted if isinstance(wanted, list) else [wanted]
        decision = self.aggregate.decided(head.state, commands, intent.actor)
        if intent.command is not None and decision.events:
            last = {len(decision.events) - 1: intent.command}
            decision = Decision(decision.events, decision.actors, decision.after, last)
        return self.aggregate.settled(decision, SYSTEM_ACTOR)

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

    def _committed(self, id_: UUID, head: Head[State], change: Change[State, Event]) -> None:
        self.heads.keep(id_, head)
        # Robust: of two subscribers one that fails does not take the other with it.
        self.changed.send_robust(sender=type(self), change=change)
