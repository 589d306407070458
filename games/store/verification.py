"""Checking the log as stored: no gaps, an unbroken chain of hashes, anchors that hold."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.identity import ID
from games.models import Event, Match
from games.store.eventstore import GENESIS, Row, hash_of, streamed


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing wrong with a stream."""

    stream: str
    version: int
    problem: str

    def __str__(self) -> str:
        return f"{self.stream}@{self.version}: {self.problem}"


def streams() -> list[str]:
    names = Event.objects.order_by("stream").values_list("stream", flat=True)
    return list(names.distinct())


def faults_of(stream: str) -> Iterator[Fault]:
    """What is wrong with a stream: its first broken fact, or its end. Nothing, if it is sound."""
    # The head first: facts that come meanwhile are then more than it knows, and not missing.
    head = expected_head(stream)
    return faults_in(stream, streamed(stream), head)


def faults_in(stream: str, rows: Iterable[Row], head: int | None) -> Iterator[Fault]:
    """The same for all rows of the stream, of which there must be `head` or more."""
    version, previous = 0, GENESIS
    for row in rows:
        fault = _fault_of(row, version + 1, previous)
        if fault is not None:
            yield fault
            return
        if not _anchored(row.data.get("anchor")):
            yield Fault(stream, row.version, "the stream that it anchors has another head")
        version, previous = row.version, row.hash
    if version == 0:
        yield Fault(stream, 1, "there is no such stream")
    elif head is not None and head > version:
        yield Fault(stream, version + 1, f"facts up to version {head} are missing")


def _fault_of(row: Row, version: int, previous: str) -> Fault | None:
    if row.version != version:
        return Fault(row.stream, version, "the fact is missing")
    if row.previous_hash != previous:
        return Fault(row.stream, version, "it does not follow the fact before it")
    if row.hash != hash_of(row):
        return Fault(row.stream, version, "its content is not what was recorded")
    return None


def _anchored(anchor: dict[str, Any] | None) -> bool:
    """Whether the head that a fact names is still there, in a stream of its own chain."""
    return anchor is None or Event.objects.filter(**anchor).exists()


def expected_head(stream: str) -> int | None:
    """The version that the match's row knows: facts cut off at the end leave the chain whole."""
    kind, _, id_ = stream.partition("-")
    if kind != "match" or not ID.fullmatch(id_):
        return None
    return Match.objects.filter(id=id_).values_list("version", flat=True).first()
