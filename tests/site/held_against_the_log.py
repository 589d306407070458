"""What people were told while they played prepared matches, held against the log afterwards."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.load.steadfast import Told


@dataclass(frozen=True)
class Row:
    """A fact as the log has it; `transaction` wrote it, where that is known."""

    version: int
    type: str
    data: Mapping[str, Any]
    command_id: str | None
    transaction: int | None


@dataclass
class Evidence:
    """Prepared matches by id, what their seats were told, and what there is afterwards: the log by
    match, and what each seat, by match and number, reads of it now.
    """

    moves: Mapping[str, Sequence[Any]]
    told: Sequence[Told]
    log: Mapping[str, Sequence[Row]]
    readable: Mapping[tuple[str, int], Mapping[int, Mapping[str, Any]]]


def check(evidence: Evidence) -> None:
    """Nothing lost, nothing doubled, nothing told that is not so; and matches did share commits."""
    check_acknowledged(evidence)
    check_played(evidence)
    check_told(evidence)
    assert committed_together(evidence.log), "no transaction held facts of several matches"


def check_acknowledged(evidence: Evidence) -> None:
    """Each move that was acknowledged stands in the log, at that version, under that command."""
    for told in evidence.told:
        commands = {
            row.version: row.command_id.rpartition(":")[2]
            for row in evidence.log[told.match]
            if row.command_id
        }
        for number, version in told.acknowledged.items():
            assert commands.get(version) == str(number), (
                f"lost: match {told.match}, move {number}, acknowledged at version {version}"
            )


def check_played(evidence: Evidence) -> None:
    """Each prepared move was played once, in order, and nothing else was."""
    for match, moves in evidence.moves.items():
        prepared = [(seat, move) for seat, move, _, _ in moves]
        rows = evidence.log[match]
        played = [(row.data["seat"], row.data["move"]) for row in rows if row.type == "card_played"]
        doubled = [version for version, times in _times(rows).items() if times > 1]
        assert not doubled, f"doubled: match {match}, versions {doubled}"
        assert played == prepared, (
            f"match {match}: {len(prepared)} moves prepared, {len(played)} played or others"
        )
        versions = [row.version for row in rows]
        assert versions == list(range(1, len(rows) + 1)), f"match {match} has a gap"


def _times(rows: Sequence[Row]) -> Counter[int | str]:
    """How often a version, and how often a command."""
    named = [row.command_id for row in rows if row.command_id]
    return Counter[int | str]([*(row.version for row in rows), *named])


def check_told(evidence: Evidence) -> None:
    """Each fact that a seat was told is there, and the seat reads it as it was told."""
    for told in evidence.told:
        readable = evidence.readable[told.match, told.seat]
        for version, fact in told.facts.items():
            assert readable.get(version) == fact, (
                f"told otherwise: match {told.match}, seat {told.seat}, version {version}: "
                f"{fact}, now {readable.get(version)}"
            )
        assert told.version <= len(evidence.log[told.match]), f"match {told.match} was put back"


def committed_together(log: Mapping[str, Sequence[Row]]) -> dict[int, int]:
    """How many transactions wrote to so many matches, by this number; one match is not counted."""
    matches = defaultdict[int, set[str]](set)
    for match, rows in log.items():
        for row in rows:
            if row.transaction is not None:
                matches[row.transaction].add(match)
    return dict(sorted(Counter(len(some) for some in matches.values() if len(some) > 1).items()))
