"""A recorded fact cannot be changed or removed, by any way that stays within the database."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from engine.wire.codec import Fact
from games.models import Event
from games.store import append_only, eventstore
from tests.conftest import TRIGGERS_CAME_WITH_THE_MIGRATIONS
from tests.noon import NOON

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def row(append_only_log: None) -> Event:
    with transaction.atomic():
        eventstore.append("match-1", 0, [Fact("noted", 1, {}, None)], actor="system", now=NOON)
    return Event.objects.get()


def as_the_application(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE goodten_app")
        cursor.execute(statement)


def refused(statement: str) -> None:
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_the_migrations_install_the_triggers(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.stash[TRIGGERS_CAME_WITH_THE_MIGRATIONS]


def test_missing_triggers_are_noticed(append_only_log: None) -> None:
    assert append_only.installed(connection)
    append_only.remove(connection)
    assert not append_only.installed(connection)
    append_only.install(connection)


def test_the_orm_can_neither_change_nor_remove_a_fact(row: Event) -> None:
    for change in (
        lambda: Event.objects.update(actor="somebody"),
        lambda: Event.objects.all().delete(),
        lambda: row.save(),
        lambda: Event.objects.bulk_create(
            [row], update_conflicts=True, unique_fields=["id"], update_fields=["actor"]
        ),
    ):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change()
    assert Event.objects.get().actor == "system"


def test_plain_statements_are_refused_too(row: Event) -> None:
    refused("UPDATE games_event SET actor = 'somebody'")
    refused("DELETE FROM games_event")
    if connection.vendor == "postgresql":
        refused("TRUNCATE games_event")
    assert Event.objects.count() == 1


@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_a_fact_cannot_be_replaced(row: Event, recursive: str) -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA recursive_triggers={recursive}")
        refused("INSERT OR REPLACE INTO games_event SELECT * FROM games_event")
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA recursive_triggers=ON")
    else:
        refused(
            """INSERT INTO games_event SELECT * FROM games_event
            ON CONFLICT (stream, version) DO UPDATE SET actor = 'somebody'"""
        )
    assert Event.objects.get().actor == "system"


def test_the_two_roles_of_the_handbook_shut_the_ways_around_the_triggers(row: Event) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no roles")
    with connection.cursor() as cursor:
        cursor.execute("DROP ROLE IF EXISTS goodten_app")
        cursor.execute("CREATE ROLE goodten_app")
        cursor.execute("GRANT SELECT, INSERT ON games_event TO goodten_app")
    try:
        for statement in (
            "ALTER TABLE games_event DISABLE TRIGGER ALL",
            "SET session_replication_role = replica",
            "DELETE FROM games_event",
            "UPDATE games_event SET actor = 'somebody'",
            "TRUNCATE games_event",
            "DROP TABLE games_event",
        ):
            with pytest.raises(DatabaseError, match=r"permission denied|must be owner"):
                as_the_application(statement)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP OWNED BY goodten_app")
            cursor.execute("DROP ROLE goodten_app")
