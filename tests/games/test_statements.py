"""Rows written by hand-made SQL are the rows that the models read, however many go at once."""

from contextlib import nullcontext
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import DataError, connection

from games.models import Event, Match, Player
from games.store import eventstore, statements
from games.store.eventstore import GENESIS, EventRow, hash_of
from games.store.statements import ROWS_AS_JSON, ROWS_TO_COPY
from tests.games.tables import OpenMatch
from tests.noon import NOON

pytestmark = [pytest.mark.store, pytest.mark.django_db]
# As they are, as one JSON array, and by COPY.
MANY = (1, ROWS_AS_JSON, ROWS_TO_COPY)


def fact(version: int) -> EventRow:
    """One in which every column, and every character that some syntax knows, has its turn."""
    is_odd = bool(version % 2)
    row = EventRow(
        stream="match-of-many",
        version=version,
        type="card_played",
        schema=1,
        data={
            "said": 'a "quoted" \\ back\tslash, {braced} 🂡 \u2028',
            "none": None,
            "is": [True, 0.5],
        },
        secret=bytes(range(256)) if is_odd else None,
        actor=f"player:{version}",
        command_id="it's, said\n" if is_odd else None,
        command_digest="0" * 64 if is_odd else None,
        recorded_at=NOON + timedelta(microseconds=version),
        previous_hash=GENESIS,
        hash="",
    )
    return row._replace(command_id=row.command_id and row.command_id + str(version))


@pytest.mark.parametrize("many", MANY)
def test_rows_are_read_as_they_were_written(many: int) -> None:
    rows = [fact(version) for version in range(1, many + 1)]
    rows = [row._replace(hash=hash_of(row)) for row in rows]

    statements.insert(Event, EventRow._fields, rows)

    stored = Event.objects.filter(stream="match-of-many").order_by("version")
    by_models = [EventRow._make(row) for row in stored.values_list(*EventRow._fields)]
    by_hand = list(eventstore.rows_of("match-of-many"))
    for read in (by_models, by_hand):
        assert [row._replace(secret=row.secret and bytes(row.secret)) for row in read] == rows
        assert [hash_of(row) for row in read] == [row.hash for row in rows]


def test_of_a_stream_are_read_the_rows_after_a_version_in_order_and_no_others() -> None:
    rows = [fact(version) for version in (3, 1, 4, 2, 5)]
    others = [row._replace(stream=f"{row.stream}-too", command_id=None) for row in rows]
    statements.insert(Event, EventRow._fields, [*rows, *others])

    def versions(after: int, limit: int | None) -> list[int]:
        return [row.version for row in eventstore.rows_of("match-of-many", after, limit)]

    assert versions(0, None) == [1, 2, 3, 4, 5]
    assert versions(2, None) == [3, 4, 5]
    assert versions(2, 2) == [3, 4]
    assert versions(5, 2) == []


@pytest.mark.parametrize("many", [1, 3])
def test_each_row_gets_its_own_values_and_no_other_row_any(
    many: int, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    matches = [open_match(alice, bob) for _ in range(many + 1)]
    asked, other = matches[:many], matches[many]
    versions = dict(Match.objects.values_list("id", "version"))

    def row(number: int, match_id: UUID) -> tuple[object, ...]:
        later = NOON + timedelta(microseconds=number) if number else None
        return "playing", number, [number, -number], later, match_id, versions[match_id]

    rows = [row(number, match_id) for number, match_id in enumerate(asked)]
    names = ("status", "winner", "scores", "deadline_at")
    assert statements.update(Match, ("id", "version"), names, rows) == many

    found = {match.id: match for match in Match.objects.all()}
    told = [(*(getattr(found[one], name) for name in names), one, versions[one]) for one in asked]
    assert told == rows
    assert found[other].winner is None


def test_rows_that_are_not_there_are_not_counted(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    version = Match.objects.get(id=match_id).version
    rows = [("one", match_id, version), ("two", uuid4(), version), ("three", match_id, version + 1)]

    assert statements.update(Match, ("id", "version"), ("reason",), rows) == 1
    assert Match.objects.get(id=match_id).reason == "one"


@pytest.mark.parametrize("many", [1, 2])
def test_a_text_too_long_for_its_column_is_refused_and_not_cut_off(
    many: int, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    matches = [open_match(alice, bob) for _ in range(many)]
    rows = [("longer than eight", match_id) for match_id in matches]
    knows_lengths = connection.vendor == "postgresql"
    with pytest.raises(DataError) if knows_lengths else nullcontext():
        assert statements.update(Match, ("id",), ("status",), rows) == many
