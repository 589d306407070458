"""Replaying streams: the same commands must bring about the same facts, and the facts the rows.

`check` and `rebuild` are the same for every `Aggregate`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from engine.errors import Refusal
from games.store import eventstore, stated
from games.store.aggregate import AnyAggregate, Rows
from games.store.eventstore import Recorded, Row
from games.store.sealing import Unreadable
from games.store.verification import Fault, expected_head, faults_in

# Each fact with its event and the state after it.
History = list[tuple[Recorded, Any, Any]]
# What else follows from the facts of a stream and is not as they say: streams and rows of others.
Proof = Callable[[UUID, History], Iterable[str]]
_proofs: dict[str, list[Proof]] = {}
# Of one stream: somebody who changed every row need not be told of each.
MOST_ROWS_NAMED = 20


def register_proof(kind: str, proof: Proof) -> None:
    """A room above says what else follows from the facts of this kind of stream."""
    proofs = _proofs.setdefault(kind, [])
    if proof not in proofs:
        proofs.append(proof)


@dataclass(frozen=True, slots=True)
class Checked:
    """How many facts a stream has, and what is wrong with it."""

    facts: int
    faults: Sequence[Fault] = ()

    @property
    def fault(self) -> Fault | None:
        """The first of them."""
        return self.faults[0] if self.faults else None


def check(aggregate: AnyAggregate, stream: str) -> Checked:
    """Verifies the chain, decides every command again, and compares the rows with the facts.

    Writers are held off for the comparison alone.
    """
    head = expected_head(stream)
    rows = list(eventstore.rows_of(stream))
    faults, history = _followed(aggregate, stream, rows, head)
    if all(fault.beside for fault in faults):
        with transaction.atomic():
            id_ = id_of(stream)
            aggregate.lock(id_)
            if news := list(eventstore.rows_of(stream, after=len(rows))):
                faults, history = _followed(aggregate, stream, [*rows, *news], head)
            if all(fault.beside for fault in faults):
                # First what follows from the rows: some of it goes with them.
                following = list(_followed_by(aggregate, id_, history))
                faults += [*_compared(aggregate, id_, history), *following]
            transaction.set_rollback(True)
    return Checked(len(history), faults)


def _followed(
    aggregate: AnyAggregate, stream: str, rows: list[Row], head: int | None
) -> tuple[list[Fault], History]:
    faults = list(faults_in(stream, rows, head))
    if not all(fault.beside for fault in faults):
        return faults, []
    facts = []
    for row, data in zip(rows, stated.joined(rows), strict=True):
        try:
            facts.append(eventstore.recorded(row, data))
        except Unreadable as unreadable:
            return [*faults, Fault(stream, row.version, str(unreadable))], []
    fault, history = redecided(aggregate, facts)
    return (faults if fault is None else [*faults, fault]), history


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


def _compared(aggregate: AnyAggregate, id_: UUID, history: History) -> Iterator[Fault]:
    """Whether the rows are what the facts make of them: written anew, and rolled back after."""
    kept = aggregate.rows(id_)
    aggregate.remove_rows(id_)
    aggregate.write_rows_anew(id_, history)
    differences = list(_differences(kept, aggregate.rows(id_)))
    for difference in differences[:MOST_ROWS_NAMED]:
        yield _fault(history[-1][0], f"the rows are not what the facts say: {difference}")
    if (more := len(differences) - MOST_ROWS_NAMED) > 0:
        yield _fault(history[-1][0], f"the rows are not what the facts say: {more} more values")


def _followed_by(aggregate: AnyAggregate, id_: UUID, history: History) -> Iterator[Fault]:
    """Whether other streams, and what is made of the rows, say the same."""
    for proof in _proofs.get(aggregate.kind, ()):
        for problem in proof(id_, history):
            yield _fault(history[-1][0], problem)


def _differences(kept: Rows, made: Rows) -> Iterator[str]:
    """Each value that is not as it should be; of rows that are missing or too many their names."""
    if strange := sorted(kept.keys() ^ made.keys()):
        yield f"rows of {strange}"
    for name, row in kept.items():
        if name in made and row != made[name]:
            yield f"{name} is {row}, and should be {made[name]}"


def _fault(fact: Recorded, problem: str) -> Fault:
    return Fault(fact.stream, fact.version, problem)
