"""Replaying streams: the same commands must bring about the same facts, and the facts the rows.

An `Aggregate` says how one kind of stream is decided, folded and projected; `check` and `rebuild`
are the same for all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import transaction

from engine.codec import Fact
from engine.errors import Refusal
from games import eventstore
from games.eventstore import Recorded
from games.verification import Fault, faults_of

State = TypeVar("State")
Event = TypeVar("Event")
Command = TypeVar("Command")
Rows = Any


@dataclass(frozen=True)
class Aggregate(Generic[State, Event, Command]):
    """One kind of stream. `command_of` is None for a fact that only follows from others."""

    kind: str
    new: State
    event_of: Callable[[Recorded], Event]
    fact_of: Callable[[Event], Fact]
    command_of: Callable[[State, Event, datetime], Command | None]
    decide: Callable[[State, Command], Sequence[Event]]
    evolve: Callable[[State, Event], State]
    # Holds off writers of this stream while its rows are compared.
    lock: Callable[[UUID], None]
    rows: Callable[[UUID], Rows]
    remove_rows: Callable[[UUID], None]
    write_rows: Callable[[UUID, list[tuple[Recorded, Event, State]]], None]


@dataclass(frozen=True, slots=True)
class Checked:
    """How many facts a stream has, and the first thing wrong with it."""

    facts: int
    fault: Fault | None


def check(aggregate: Aggregate[Any, Any, Any], stream: str) -> Checked:
    """Verifies the chain, decides every command again, and compares the rows with the facts."""
    for fault in faults_of(stream):
        return Checked(0, fault)
    with transaction.atomic():
        id_ = id_of(stream)
        aggregate.lock(id_)
        facts = eventstore.read(stream)
        fault = redecided(aggregate, facts) or _compared(aggregate, id_, facts)
        transaction.set_rollback(True)
    return Checked(len(facts), fault)


def rebuild(aggregate: Aggregate[Any, Any, Any], stream: str) -> int:
    """Writes the stream's rows from nothing, in one transaction; answers the number of facts."""
    with transaction.atomic():
        id_ = id_of(stream)
        aggregate.lock(id_)
        facts = eventstore.read(stream)
        aggregate.remove_rows(id_)
        aggregate.write_rows(id_, folded(aggregate, facts))
    return len(facts)


def id_of(stream: str) -> UUID:
    return UUID(stream.partition("-")[2])


def folded(
    aggregate: Aggregate[Any, Any, Any], facts: list[Recorded]
) -> list[tuple[Recorded, Any, Any]]:
    """Each fact with its event and the state after it."""
    state, found = aggregate.new, []
    for fact in facts:
        event = aggregate.event_of(fact)
        state = aggregate.evolve(state, event)
        found.append((fact, event, state))
    return found


def redecided(aggregate: Aggregate[Any, Any, Any], facts: list[Recorded]) -> Fault | None:
    """The first fact that its command does not bring about when it is decided again."""
    state, at = aggregate.new, 0
    while at < len(facts):
        fact = facts[at]
        try:
            command = aggregate.command_of(state, aggregate.event_of(fact), fact.recorded_at)
            if command is None:
                return _fault(fact, f"no command brings about {fact.type} here")
            events = aggregate.decide(state, command)
        except Refusal as refusal:
            return _fault(fact, f"its command is refused: {refusal}")
        except ValueError as corrupt:
            return _fault(fact, str(corrupt))
        if not events:
            return _fault(fact, "its command brings about nothing")
        for event in events:
            if at == len(facts):
                return Fault(fact.stream, at + 1, f"{event.type} is missing")
            again = aggregate.fact_of(event)
            if (again.type, again.data, again.secret) != _content(facts[at]):
                return _fault(facts[at], f"decided again it is {again.type} {again.data}")
            state = aggregate.evolve(state, event)
            at += 1
    return None


def _content(fact: Recorded) -> tuple[str, dict[str, Any], dict[str, Any] | None]:
    return fact.type, fact.data, fact.secret


def _compared(
    aggregate: Aggregate[Any, Any, Any], id_: UUID, facts: list[Recorded]
) -> Fault | None:
    """Whether the rows are what the facts make of them: written anew, and rolled back after."""
    kept = aggregate.rows(id_)
    aggregate.remove_rows(id_)
    aggregate.write_rows(id_, folded(aggregate, facts))
    made = aggregate.rows(id_)
    if kept == made:
        return None
    return _fault(facts[-1], f"the rows are not what the facts say: {_difference(kept, made)}")


def _difference(kept: Rows, made: Rows) -> str:
    if kept.keys() != made.keys():
        return f"rows of {sorted(set(kept) ^ set(made))}"
    for name, row in kept.items():
        if row != made[name]:
            return f"{name} is {row}, and should be {made[name]}"
    return ""


def _fault(fact: Recorded, problem: str) -> Fault:
    return Fault(fact.stream, fact.version, problem)
