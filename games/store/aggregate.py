"""What a kind of stream is: how it is decided, folded, and written as facts and as rows.

A match, a tournament and a ladder each declare one `Aggregate`. `stream_log` changes their streams
by it, and `replay` checks by the same declaration that the facts follow from their commands and
the rows from the facts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from engine.errors import Refusal
from engine.wire.codec import Fact
from games.store.eventstore import Command as CommandId
from games.store.eventstore import Recorded


class Versioned(Protocol):
    @property
    def version(self) -> int: ...


State = TypeVar("State", bound=Versioned)
Event = TypeVar("Event")
Command = TypeVar("Command")
# Every value of a stream's rows, by a name that says where it stands.
Rows = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Head(Generic[State]):
    """A stream as far as it has been folded: its state, and the hash that the next fact follows.

    `since` is when the state last began to wait for something (`Aggregate.opens`).
    """

    state: State
    hash: str
    since: datetime

    @property
    def version(self) -> int:
        return self.state.version


@dataclass(frozen=True, slots=True)
class Decision(Generic[State, Event]):
    """What commands came to: the events, who caused each of them, and the state after all.

    `commands` are the ids under which clients sent the commands, each on its last event.
    """

    events: Sequence[Event]
    actors: Sequence[str]
    after: State
    commands: Mapping[int, CommandId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change(Generic[State, Event]):
    """What a commit did to a stream: told to everybody who subscribed, once it is committed.

    `recorded` are the facts as stored, one for each of `events`; `before` is the state they follow.
    """

    id: UUID
    before: State
    after: State
    events: Sequence[Event]
    recorded: Sequence[Recorded]
    at: datetime

    @property
    def actor(self) -> str:
        """Who caused the last of the events."""
        return self.recorded[-1].actor


@dataclass(frozen=True)
class Aggregate(Generic[State, Event, Command]):
    """One kind of stream, named `<kind>-<id>`.

    `decide` may refuse and `evolve` never does. `write_rows` writes the read models of changes of
    different streams in the transaction that appends their facts, and raises `StaleStream` where
    the rows of one are not those of the state before. The rest serves `replay`: `command_of` gives
    the command whose first event this was (None for an event that only follows from others), `lock`
    holds off the writers of a stream, and `rows`, `remove_rows` and `write_rows_anew` read, remove
    and make its read models.
    """

    kind: str
    new: State
    unknown: type[Refusal]
    busy: type[Refusal]
    event_of: Callable[[Recorded], Event]
    fact_of: Callable[[Event], Fact]
    decide: Callable[[State, Command], Sequence[Event]]
    evolve: Callable[[State, Event], State]
    write_rows: Callable[[Sequence[Change[State, Event]]], None]
    command_of: Callable[[State, Event, datetime], Command | None]
    lock: Callable[[UUID], None]
    rows: Callable[[UUID], Rows]
    remove_rows: Callable[[UUID], None]
    write_rows_anew: Callable[[UUID, list[tuple[Recorded, Event, State]]], None]
    # `decide` and `evolve` in one, for a kind that does both at the price of one.
    advance: Callable[[State, Command], tuple[Sequence[Event], State]] | None = None
    # Whether between the two states the stream began to wait for something else.
    opens: Callable[[State, State], bool] = lambda before, after: False
    # What the house does of a state at once, before anybody else can come in between.
    at_once: Callable[[State], Command | None] = lambda state: None
    # How many lost races in a row are a reason to give up: each means that somebody has won one.
    attempts: int = 64

    def stream_of(self, id_: UUID) -> str:
        return f"{self.kind}-{id_.hex}"

    def decided(
        self, state: State, commands: Sequence[Command], actor: str
    ) -> Decision[State, Event]:
        """What the commands bring about one after another, all by `actor`. Refuses as `decide`."""
        events = list[Event]()
        for command in commands:
            more, state = self._advance(state, command)
            events += more
        return Decision(events, [actor] * len(events), state)

    def settled(self, decision: Decision[State, Event], actor: str) -> Decision[State, Event]:
        """The decision with what the house, as `actor`, does at once of the state that it leaves:
        commands of their own, which a replay finds by their first events.
        """
        events, state = list(decision.events), decision.after
        while events and (command := self.at_once(state)) is not None:
            more, state = self._advance(state, command)
            events += more
        if len(events) == len(decision.events):
            return decision
        actors = [*decision.actors, *[actor] * (len(events) - len(decision.actors))]
        return Decision(events, actors, state, decision.commands)

    def _advance(self, state: State, command: Command) -> tuple[Sequence[Event], State]:
        if self.advance is not None:
            return self.advance(state, command)
        events = self.decide(state, command)
        return events, reduce(self.evolve, events, state)


# Of any kind: what a registry of kinds holds.
AnyAggregate = Aggregate[Any, Any, Any]
