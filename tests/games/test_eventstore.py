"""The event store: order, refusal of stale writers, idempotent commands, the chain of hashes."""

from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from engine.wire.codec import Fact
from games.models import Event
from games.store import eventstore, upcasting
from games.store.eventstore import GENESIS, Command, CommandIdReused, StaleStream
from tests.noon import NOON
from tests.threads import in_threads

pytestmark = [pytest.mark.store]


def noted(*numbers: int) -> list[Fact]:
    return [Fact("noted", 1, {"n": number}, None) for number in numbers]


def append(expected: int, *numbers: int, command: Command | None = None) -> None:
    with transaction.atomic():
        eventstore.append(
            "match-1", expected, noted(*numbers), actor="system", now=NOON, command=command
        )


@pytest.mark.django_db
def test_facts_are_read_back_in_order_and_after_a_version() -> None:
    append(0, 10, 11)
    append(2, 12)

    assert [(f.version, f.data["n"]) for f in eventstore.read("match-1")] == [
        (1, 10),
        (2, 11),
        (3, 12),
    ]
    assert [f.version for f in eventstore.read("match-1", after=1, limit=1)] == [2]
    assert eventstore.read("match-2") == []


@pytest.mark.django_db
@pytest.mark.parametrize("expected", [0, 1, 3])
def test_a_writer_that_expects_another_head_is_stale_and_adds_nothing(expected: int) -> None:
    append(0, 10, 11)

    with pytest.raises(StaleStream):
        append(expected, 12)

    assert Event.objects.count() == 2


@pytest.mark.django_db
def test_a_command_is_answered_with_the_version_of_its_last_fact() -> None:
    command = Command("alice:1", "digest")
    append(0, 10, 11, command=command)
    append(2, 12)

    assert eventstore.answered("match-1", command) == 2
    assert eventstore.answered("match-2", command) is None
    with pytest.raises(CommandIdReused):
        eventstore.answered("match-1", Command("alice:1", "another digest"))


@pytest.mark.django_db
def test_the_same_command_id_is_never_stored_twice_in_a_stream() -> None:
    append(0, 10, command=Command("alice:1", "digest"))

    with pytest.raises(StaleStream):
        append(1, 11, command=Command("alice:1", "digest"))


@pytest.mark.django_db
def test_each_hash_covers_the_fact_and_the_hash_before_it() -> None:
    append(0, 10, 11)
    append(2, 12)
    rows = list(Event.objects.order_by("version"))

    assert [row.previous_hash for row in rows] == [GENESIS, rows[0].hash, rows[1].hash]
    assert all(eventstore.hash_of(row) == row.hash for row in rows)
    rows[1].data = {"n": 99}
    assert eventstore.hash_of(rows[1]) != rows[1].hash


@pytest.mark.django_db
def test_an_old_schema_is_upcast_on_reading_and_stays_as_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    append(0, 10)
    renamed: upcasting.Upcaster = lambda data, secret: ({"number": data["n"]}, secret)  # noqa: E731
    doubled: upcasting.Upcaster = lambda data, secret: (  # noqa: E731
        {"number": 2 * data["number"]},
        secret,
    )
    monkeypatch.setitem(upcasting.UPCASTERS, ("noted", 1), renamed)
    monkeypatch.setitem(upcasting.UPCASTERS, ("noted", 2), doubled)

    [fact] = eventstore.read("match-1")

    assert (fact.schema, fact.data) == (3, {"number": 20})
    assert Event.objects.get().data == {"n": 10}


@pytest.mark.django_db(transaction=True)
def test_of_many_writers_at_one_version_exactly_one_wins() -> None:
    failures = in_threads(*[lambda: append(0, 10)] * 6)

    assert len(failures) == 5
    assert all(isinstance(failure, StaleStream) for failure in failures)
    assert Event.objects.count() == 1


@pytest.fixture
def no_unique_version(transactional_db: None) -> Iterator[None]:
    kept = Event._meta.constraints
    constraint = next(c for c in kept if c.name == "event_stream_version")
    # SQLite makes the table anew from what the model says, so the model has to say it too.
    Event._meta.constraints = [c for c in kept if c is not constraint]
    with connection.schema_editor() as editor:
        editor.remove_constraint(Event, constraint)
    yield
    Event.objects.all().delete()
    Event._meta.constraints = kept
    with connection.schema_editor() as editor:
        editor.add_constraint(Event, constraint)


@pytest.mark.usefixtures("no_unique_version")
def test_the_race_is_real_without_the_unique_version_all_writers_win() -> None:
    """The negative control of the race above."""
    assert in_threads(*[lambda: append(0, 10)] * 6) == []
    assert [row.version for row in Event.objects.all()] == [1] * 6
