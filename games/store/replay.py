"""Replaying streams: the same commands must bring about the same facts, and the facts the rows.

`check` and `rebuild` are the same for every `Aggregate`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from engine.errors import Refusal
from games.store import eventstore
from games.store.aggregate import AnyAggregate, Rows
from games.store.eventstore import Recorded, Row
from games.store.verification import Fault, expected_head, faults_in

# Each fact with its event and the state after it.
History = list[tuple[Recorded, Any, Any]]
# What is wrong with other streams that follow from these facts of a stream, if anything.
Proof = Callable[[UUID, list[Recorded]], str | None]
_proofs: dict[str, Proof] = {}


def register_proof(kind: str, proof: Proof) -> None:
    """A room above says how the facts of this kind of stream are told in streams of its own."""
    _proofs[kind] = proof


@dataclass(frozen=True, slots=True)
class Checked:
    """How many facts a stream has, and the first thing wrong with it."""

    facts: int
    fault: Fault | None


def check(aggregate: AnyAggregate, stream: str) -> Checked:
    """Verifies the chain, decides every command again, and compares the rows with the facts.

    Writers are held off for the comparison alone.
    """
    head = expected_head(stream)
    rows = list(eventstore.rows_of(stream))
    fault, history = _followed(aggregate, stream, rows, head)
    if fault is None:
        with transaction.atomic():
            id_ = id_of(stream)
            aggregate.lock(id_)
            if news := list(eventstore.rows_of(stream, after=len(rows))):
                fault, history = _followed(aggregate, stream, [*rows, *news], head)
            fault = fault or _compared(aggregate, id_, history) or _followed_by(aggregate, history)
            transaction.set_rollback(True)
    return Checked(len(history), fault)


def _followed(
    aggregate: AnyAggregate, stream: str, rows: list[Row], head: int | None
) -> tuple[Fault | None, History]:
    for fault in faults_in(stream, rows, head):
        return fault, []
    return redecided(aggregate, [eventstore.recorded(row) for row in rows])


def rebuild(aggregate: AnyAggregate, stream: str) -> int:
    """Writes the stream's rows from nothing, in one transaction; answers the number of facts."""
    with transaction.atomic():
        id_ = id_of(stream)
        aggregate.lock(id_)
        facts = eventstore.read(stream)
        aggregate.remove_rows(id_)
        aggregate.write_rows_anew(id_, folded(aggregate, facts))
    return len(facts)


def id_of(stream: str) -> UUID:
    return UUID(stream.partition("-")[2])


def folded(aggregate: AnyAggregate, facts: list[Recorded]) -> History:
    """Each fact with its event and the state after it."""
    state, found = aggregate.new, []
    for fact in facts:
        event = aggregate.event_of(fact)
        state = aggregate.evolve(state, event)
        found.append((fact, event, state))
    return found


def redecided(aggregate: AnyAggregate, facts: list[Recorded]) -> tuple[Fault | None, History]:
    """The first fact that its command does not bring about when it is decided again, and the facts
    before it as `folded` has them.
    """
    state, history = aggregate.new, History()
    while len(history) < len(facts):
        fact = facts[len(history)]
        try:
            command = aggregate.command_of(state, aggregate.event_of(fact), fact.recorded_at)
            if command is None:
                return _fault(fact, f"no command brings about {fact.type} here"), history
            events = aggregate.decide(state, command)
        except Refusal as refusal:
            return _fault(fact, f"its command is refused: {refusal}"), history
        except ValueError as corrupt:
            return _fault(fact, str(corrupt)), history
        if not events:
            return _fault(fact, "its command brings about nothing"), history
        for event in events:
            if len(history) == len(facts):
                return Fault(fact.stream, len(facts) + 1, f"{event.type} is missing"), history
            fact, again = facts[len(history)], aggregate.fact_of(event)
            if (again.type, again.data, again.secret) != (fact.type, fact.data, fact.secret):
                return _fault(fact, f"decided again it is {again.type} {again.data}"), history
            state = aggregate.evolve(state, event)
            history.append((fact, event, state))
    return None, history


def _compared(aggregate: AnyAggregate, id_: UUID, history: History) -> Fault | None:
    """Whether the rows are what the facts make of them: written anew, and rolled back after."""
    kept = aggregate.rows(id_)
    aggregate.remove_rows(id_)
    aggregate.write_rows_anew(id_, history)
    made = aggregate.rows(id_)
    if kept == made:
        return None
    return _fault(history[-1][0], f"the rows are not what the facts say: {_difference(kept, made)}")


def _followed_by(aggregate: AnyAggregate, history: History) -> Fault | None:
    """Whether other streams say the same."""
    last = history[-1][0]
    proof = _proofs.get(aggregate.kind)
    problem = proof and proof(id_of(last.stream), [fact for fact, _, _ in history])
    return _fault(last, problem) if problem else None


def _difference(kept: Rows, made: Rows) -> str:
    if kept.keys() != made.keys():
        return f"rows of {sorted(set(kept) ^ set(made))}"
    for name, row in kept.items():
        if row != made[name]:
            return f"{name} is {row}, and should be {made[name]}"
    return ""


def _fault(fact: Recorded, problem: str) -> Fault:
    return Fault(fact.stream, fact.version, problem)
