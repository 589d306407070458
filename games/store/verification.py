"""Checking the log as stored: no gaps, an unbroken chain of hashes, anchors and digests that hold,
ends that nobody cut off, texts that stand or were taken away by a fact, streams that nobody erased,
triggers that are in force.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Max

from games.identity import ID
from games.models import Event, StatedText, StreamKey
from games.store import append_only
from games.store.eventstore import GENESIS, Row, digest_of, hash_at, hash_of, streamed
from games.store.stated_checks import StatedTexts
from games.store.witnesses import named_streams, witness_of


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a stream, or, without a version, with all of the house.

    One `beside` leaves the chain of facts whole, so that they can still be decided again.
    """

    stream: str
    version: int
    problem: str
    beside: bool = False

    def __str__(self) -> str:
        place = f"{self.stream}@{self.version}" if self.version else self.stream
        return f"{place}: {self.problem}"


# What apps above say of all of the house.
_house_checks: list[Callable[[], Iterable[Fault]]] = []


def streams() -> list[str]:
    names = Event.objects.order_by("stream").values_list("stream", flat=True)
    return list(names.distinct())


def register_house_check(check: Callable[[], Iterable[Fault]]) -> None:
    """An app above says what else is to be sound, and which of it is not."""
    if check not in _house_checks:
        _house_checks.append(check)


def house_faults() -> Iterator[Fault]:
    """What no single stream can tell: triggers that are not in force, streams of which only rows
    are left, and what apps above check of their own.
    """
    for guard in append_only.guards():
        for name in guard.missing(connection):
            problem = f"its trigger {name} is missing, off or not as it was made"
            yield Fault(guard.table, 0, problem)
    for check in _house_checks:
        yield from check()
    # The facts last: a stream that begins meanwhile is then one more, and not missing.
    named = set(named_streams())
    keys = set(StreamKey.objects.values_list("stream", flat=True))
    texts = set(StatedText.objects.order_by().values_list("stream", flat=True).distinct())
    known = set(Event.objects.order_by().values_list("stream", flat=True).distinct())
    for stream in sorted((named | keys | texts) - known):
        left = "row" if stream in named else "key" if stream in keys else "text"
        yield Fault(stream, 1, f"all its facts are missing, and a {left} is left")


def faults_of(stream: str) -> Iterator[Fault]:
    """What is wrong with a stream, in its order. Nothing, if it is sound."""
    # The head first: facts that come meanwhile are then more than it knows, and not missing.
    head = expected_head(stream)
    return faults_in(stream, streamed(stream), head)


def faults_in(stream: str, rows: Iterable[Row], head: int | None) -> Iterator[Fault]:
    """The same for all rows of the stream, of which there must be `head` or more."""
    version, previous, digests = 0, GENESIS, Digests(stream)
    texts = StatedTexts(stream)
    for row in rows:
        fault = _fault_of(row, version + 1, previous)
        if fault is not None:
            yield fault
        else:
            yield from _faults_beside(row)
        yield from digests.faults_of(row)
        texts.hear(row)
        # A fact after a broken one is held to no hash: the break is named once.
        version, previous = row.version, row.hash if fault is None else ""
    for place, problem in texts.problems(version):
        yield Fault(stream, place, problem, beside=True)
    if version == 0:
        yield Fault(stream, 1, "there is no such stream")
    elif head is not None and head > version:
        yield Fault(stream, version + 1, f"facts up to version {head} are missing")


def _fault_of(row: Row, version: int, previous: str) -> Fault | None:
    if row.version != version:
        return Fault(row.stream, version, "the fact is missing")
    if previous and row.previous_hash != previous:
        return Fault(row.stream, version, "it does not follow the fact before it")
    if row.hash != hash_of(row):
        return Fault(row.stream, version, "its content is not what was recorded")
    return None


def _faults_beside(row: Row) -> Iterator[Fault]:
    """Whether the head that a fact names is still there, in a stream of its own chain."""
    anchor: dict[str, Any] | None = row.data.get("anchor")
    if anchor is None or Event.objects.filter(**anchor).exists():
        return
    stream = anchor["stream"]
    if Event.objects.filter(stream=stream).exists():
        problem = f"the stream that it anchors has another head: {stream}@{anchor['version']}"
    else:
        problem = f"the stream that it anchors is not there: {stream}"
    yield Fault(row.stream, row.version, problem, beside=True)


class Digests:
    """Whether the digests of a stream's commands are those of what the facts say was asked for.

    Digests are not in the chain; what they are made of is.
    """

    def __init__(self, stream: str) -> None:
        self._witness = witness_of(stream)
        self._asked: Any | None = None

    def faults_of(self, row: Row) -> Iterator[Fault]:
        """Of the next fact."""
        if self._witness is None or not isinstance(row.data, dict):
            return
        asked = self._witness.asked(row.type, row.data)
        if asked is not None:
            self._asked = asked
        problem = self._problem_of(row.command_id, row.command_digest)
        if problem is not None:
            yield Fault(row.stream, row.version, problem, beside=True)
        if row.command_id is not None:
            self._asked = None

    def _problem_of(self, id_: str | None, digest: str | None) -> str | None:
        if id_ is None:
            return None if digest is None else "it has the digest of a command, and no id of one"
        if self._asked is None:
            return "no command is known that ends here, and it has the id of one"
        if digest != digest_of(self._asked):
            return "the digest of its command is not that of what was asked for"
        return None


def heads() -> Iterator[str]:
    """The head of every stream as a line, for who keeps them elsewhere."""
    last = Event.objects.values("stream").annotate(head=Max("version")).order_by("stream")
    for stream, version in last.values_list("stream", "head").iterator():
        yield f"{stream} {version} {hash_at(stream, version)}"


def faults_of_heads(lines: Iterable[str]) -> Iterator[Fault]:
    """Each head of `lines` that is no longer part of the log. `ValueError` for what is no head."""
    for line in lines:
        stream, version, hash_ = line.split()
        if not Event.objects.filter(stream=stream, version=int(version), hash=hash_).exists():
            yield Fault(stream, int(version), "the head that was written down is not there")


def expected_head(stream: str) -> int | None:
    """The highest version that rows know: facts cut off at the end leave the chain whole."""
    witness, id_ = witness_of(stream), stream.partition("-")[2]
    if witness is None or not ID.fullmatch(id_):
        return None
    return max(witness.versions(UUID(id_)), default=None)
