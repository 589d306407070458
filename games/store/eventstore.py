"""The event store: one append-only table, one stream an aggregate, optimistic appends.

The unique pair (stream, version) is the whole concurrency control: of two writers that read the
same version, one inserts and the other gets `StaleStream`. Reading is per stream; there is no
global order.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from itertools import islice
from operator import or_
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q

from engine.errors import Kind, Refusal
from engine.wire.codec import Fact
from games.models import Event
from games.store import stated, statements
from games.store.sealing import key_of, make_key, opened
from games.store.upcasting import upcast

GENESIS = "0" * 64
_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


class EventRow(NamedTuple):
    """A row of `Event`, field by field: models take longer to make than a fact takes to fold."""

    stream: str
    version: int
    type: str
    schema: int
    data: dict[str, Any]
    secret: bytes | None
    actor: str
    command_id: str | None
    command_digest: str | None
    recorded_at: datetime
    previous_hash: str
    hash: str


# An `EventRow`, or what has the same attributes.
Row = Any


class StaleStream(Exception):
    """Somebody appended first: read again, decide again."""


class CommandIdReused(Refusal):
    code = "command_id_reused"
    kind = Kind.CONFLICT
    template = "This command id was used for another command."


@dataclass(frozen=True, slots=True)
class Command:
    """What identifies a client's command: its id, unique in the stream, and a digest of its
    content.
    """

    id: str
    digest: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """A fact as stored, upcast to its newest schema."""

    stream: str
    version: int
    type: str
    schema: int
    data: dict[str, Any]
    secret: dict[str, Any] | None
    actor: str
    recorded_at: datetime


def digest_of(content: Any) -> str:
    return hashlib.sha256(canonical(content)).hexdigest()


def canonical(content: Any) -> bytes:
    """The bytes that are hashed: sorted keys, no spaces, UTF-8; refuses floats that are not
    numbers.
    """
    return _CANONICAL.encode(content).encode()


def append(
    stream: str,
    expected: int,
    facts: Sequence[Fact],
    *,
    actor: str,
    now: datetime,
    command: Command | None = None,
) -> list[Recorded]:
    """Adds facts at versions expected+1, … and returns them; reads the hash that they follow.

    Raises `StaleStream` where `expected` is not the stream's head. The command id is kept on the
    last fact, whose version is its answer.
    """
    previous = hash_at(stream, expected) if expected else GENESIS
    commands = {} if command is None else {len(facts) - 1: command}
    with transaction.atomic():
        actors = [actor] * len(facts)
        rows = chained(stream, expected, previous, facts, actors, commands, now)
        insert(rows)
    return recorded_of(rows, facts)


def insert(rows: Sequence[EventRow]) -> None:
    """Adds chained facts of one or of many streams, in one statement.

    Must run inside the transaction that also writes the read models. Raises `StaleStream` where a
    stream has another head or knows one of the command ids; the transaction is then lost.
    """
    try:
        statements.insert(Event, EventRow._fields, rows)
    except IntegrityError as conflict:
        raise StaleStream from conflict


def recorded_of(rows: Sequence[EventRow], facts: Sequence[Fact]) -> list[Recorded]:
    """The facts as who reads them gets them, from the rows that were made of them."""
    return [
        Recorded(
            row.stream, row.version, row.type, row.schema, fact.data, fact.secret, row.actor,
            row.recorded_at,
        )
        for row, fact in zip(rows, facts, strict=True)
    ]  # fmt: skip


def hash_at(stream: str, version: int) -> str:
    """The hash of this fact. Raises `StaleStream` where there is none."""
    found = Event.objects.filter(stream=stream, version=version).values_list("hash", flat=True)
    for value in found:
        return value
    raise StaleStream(stream)


def hashes_at(heads: Mapping[str, int]) -> dict[str, str]:
    """By stream the hash of the fact at the version that is given for it, where there is one."""
    places = [Q(stream=stream, version=version) for stream, version in heads.items()]
    if not places:
        return {}
    return dict(Event.objects.filter(reduce(or_, places)).values_list("stream", "hash"))


def first_public(streams: Collection[str]) -> dict[str, Recorded]:
    """By stream its first fact, without its secret."""
    rows = Event.objects.filter(stream__in=streams, version=1)
    found = map(EventRow._make, rows.values_list(*EventRow._fields))
    return {fact.stream: fact for fact in without_secrets(list(found))}


def chained(
    stream: str,
    expected: int,
    previous: str,
    facts: Sequence[Fact],
    actors: Sequence[str],
    commands: Mapping[int, Command],
    now: datetime,
) -> list[EventRow]:
    """The rows of facts that follow the head whose version and hash are given, sealed and hashed.

    `commands` are the ids of commands by the index of the last fact of each. A new stream gets its
    key, and what people typed into the facts is written beside them: must run inside the
    transaction that inserts the rows. Raises `StaleStream` where a new stream has a key.
    """
    seal, stored = _sealer(stream, expected, facts), stated.set_apart(stream, facts)
    rows = []
    for index, (fact, data, actor) in enumerate(zip(facts, stored, actors, strict=True)):
        version, command = expected + 1 + index, commands.get(index)
        row = EventRow(
            stream=stream,
            version=version,
            type=fact.type,
            schema=fact.schema,
            data=data,
            secret=None if fact.secret is None else seal(version, fact.secret),
            actor=actor,
            command_id=None if command is None else command.id,
            command_digest=None if command is None else command.digest,
            recorded_at=now,
            previous_hash=previous,
            hash="",
        )
        row = row._replace(hash=hash_of(row))
        previous = row.hash
        rows.append(row)
    return rows


def _sealer(
    stream: str, expected: int, facts: Sequence[Fact]
) -> Callable[[int, dict[str, Any]], bytes]:
    """Seals with the stream's key, which the stream gets together with its first facts."""
    if not expected and any(fact.secret is not None for fact in facts):
        try:
            return make_key(stream).seal
        except IntegrityError as conflict:
            raise StaleStream from conflict
    return lambda version, secret: key_of(stream).seal(version, secret)


def hash_of(row: Row) -> str:
    """SHA-256 over the previous hash and the canonical envelope."""
    return hashlib.sha256(row.previous_hash.encode() + canonical(envelope_of(row))).hexdigest()


def envelope_of(row: Row) -> dict[str, Any]:
    """What is hashed of a fact as stored: a sealed secret by its digest alone, so that who has no
    key, or a copy without the secrets, can verify the chain.
    """
    return {
        "stream": row.stream,
        "version": row.version,
        "type": row.type,
        "schema": row.schema,
        "data": row.data,
        "secret": None if row.secret is None else hashlib.sha256(row.secret).hexdigest(),
        "actor": row.actor,
        "command_id": row.command_id,
        "at": row.recorded_at.astimezone(UTC).isoformat(timespec="microseconds"),
    }


def read(stream: str, after: int = 0, limit: int | None = None) -> list[Recorded]:
    """The stream's facts with version > after, in order."""
    return recorded_rows(list(rows_of(stream, after, limit)))


def public(stream: str, after: int = 0, limit: int | None = None) -> list[Recorded]:
    """The stream's facts with version > after without their secrets, which nothing here opens."""
    return without_secrets(list(rows_of(stream, after, limit)))


def rows_of(stream: str, after: int = 0, limit: int | None = None) -> Iterator[EventRow]:
    """The facts with version > after as they are stored, in order."""
    most = sys.maxsize if limit is None else limit
    found = statements.select_after(
        Event, EventRow._fields, "stream", "version", stream, after, most
    )
    return map(EventRow._make, found)


def rows_after(wanted: Sequence[tuple[str, int]], limit: int) -> list[list[EventRow]]:
    """Of each stream that is wanted, after a version, at most so many facts, from one query."""
    places = [
        Q(stream=stream, version__gt=after, version__lte=after + limit) for stream, after in wanted
    ]
    if not places:
        return []
    rows = Event.objects.filter(reduce(or_, places)).order_by("stream", "version")
    found: dict[str, list[EventRow]] = {}
    for row in map(EventRow._make, rows.values_list(*EventRow._fields)):
        found.setdefault(row.stream, []).append(row)
    return [
        [row for row in found.get(stream, ()) if after < row.version <= after + limit]
        for stream, after in wanted
    ]


def streamed(stream: str) -> Iterator[EventRow]:
    """All the stream's facts as they are stored, in order, a few in memory at a time."""
    rows = Event.objects.filter(stream=stream).order_by("version")
    return map(EventRow._make, rows.values_list(*EventRow._fields).iterator())


def answered(stream: str, command: Command) -> int | None:
    """The version that this command's first run answered, or None when it has not run.

    Refuses `command_id_reused` when the id stands for another content.
    """
    row = (
        Event.objects.filter(stream=stream, command_id=command.id)
        .values_list("version", "command_digest")
        .first()
    )
    if row is None:
        return None
    if row[1] != command.digest:
        raise CommandIdReused()
    return row[0]


def recorded_rows(rows: Sequence[Row]) -> list[Recorded]:
    """The stored facts, their secrets opened, their texts in place, upcast. Raises `Unreadable`."""
    return [recorded(row, data) for row, data in zip(rows, stated.joined(rows), strict=True)]


def recorded_streams(streams: Sequence[Sequence[Row]]) -> list[list[Recorded]]:
    """The same for the facts of many streams, whose texts come from one query."""
    facts = iter(recorded_rows([row for rows in streams for row in rows]))
    return [list(islice(facts, len(rows))) for rows in streams]


def recorded(row: Row, data: dict[str, Any]) -> Recorded:
    """The stored fact with this data, its secret opened, upcast. Raises `Unreadable`."""
    secret = None
    if row.secret is not None:
        secret = opened(row.stream, row.version, bytes(row.secret))
    return _upcast(row, data, secret)


def without_secrets(rows: Sequence[Row]) -> list[Recorded]:
    """The stored facts, their texts in place, upcast, with their secrets left sealed."""
    return [_upcast(row, data, None) for row, data in zip(rows, stated.joined(rows), strict=True)]


def _upcast(row: Row, stored: dict[str, Any], secret: dict[str, Any] | None) -> Recorded:
    schema, data, secret = upcast(row.type, row.schema, stored, secret)
    return Recorded(
        row.stream, row.version, row.type, schema, data, secret, row.actor, row.recorded_at
    )
