"""A database that this version cannot read is refused in one line, before anything is migrated."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from casino_site import preparation
from casino_site.data_dir import Unfit
from games.models import Event
from tests.noon import NOON
from tests.replaying import said_by

pytestmark = [pytest.mark.store, pytest.mark.django_db]
ANOTHER = "This database was made by another version of Good Ten"


def refused() -> str:
    """What `migrate` and `up` refuse with, in the same words; nothing is migrated before."""
    recorder = MigrationRecorder(connection)
    before = recorder.applied_migrations().keys()
    with pytest.raises(CommandError) as by_migrate:
        call_command("migrate", verbosity=0)
    assert by_migrate.value.returncode == 2
    said = list[str]()
    with pytest.raises(Unfit) as by_up:
        preparation.migrate(said.append)
    assert (said, str(by_up.value)) == ([], str(by_migrate.value))
    assert "\n" not in str(by_up.value)
    assert recorder.applied_migrations().keys() == before
    return str(by_up.value)


def put_fact(type_: str, schema: int) -> None:
    Event.objects.create(
        stream="match-0", version=1, type=type_, schema=schema, data={}, actor="system",
        recorded_at=NOON, previous_hash="", hash="",
    )  # fmt: skip


@pytest.fixture
def pending(db: None) -> None:
    """A migration of Django's own is not applied yet, and would do no harm."""
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")


def test_a_database_of_a_newer_version_is_refused(pending: None) -> None:
    MigrationRecorder(connection).record_applied("tournaments", "0999_from_the_future")
    assert refused() == (
        f"{ANOTHER}, a newer one or one before the first release: it knows "
        "tournaments.0999_from_the_future, which this version does not. Nothing was changed."
    )
    for check in (["verify_log"], ["replay", "--check"]):
        with pytest.raises(CommandError) as blind:
            said_by(*check)
        assert blind.value.returncode == 2


@pytest.mark.parametrize(
    ("type_", "schema"),
    [("match_created", 99), ("tournament_created", 1), ("moon_landed", 1)],
)
def test_facts_of_an_unknown_schema_are_refused(pending: None, type_: str, schema: int) -> None:
    put_fact(type_, schema)
    assert refused() == (
        f"{ANOTHER}: it holds facts that this version cannot read, {type_} of schema {schema}. "
        "Nothing was changed."
    )


def test_they_are_refused_also_where_no_migration_is_pending(db: None) -> None:
    """A newer version that had none of its own was here."""
    put_fact("match_created", 99)
    assert refused().startswith(ANOTHER)


def test_tables_without_migrations_are_refused(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_migrations RENAME TO django_migrations_of_old")
    with pytest.raises(Unfit, match="was not made by Good Ten's migrations"):
        preparation.migrate(lambda line: None)


def test_a_database_that_is_up_to_date_is_left_as_it_is(db: None) -> None:
    said: list[Any] = []
    preparation.migrate(said.append)
    assert said == []
