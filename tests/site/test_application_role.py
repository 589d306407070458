"""The role that the processes run as may do their work, and cannot bend the log."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg.errors import InsufficientPrivilege

from tests.deployment import Deployment, database_as_tested

VARIABLE = "GOODTEN_APPLICATION_PASSWORD"


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator["psycopg.Connection[object]"]:
    """A connection of the role to a database that its owner has migrated."""
    with database_as_tested() as url:
        deployment = Deployment(tmp_path_factory.mktemp("role"), url)
        deployment.migrate()
        deployment.migrate()  # as each upgrade does
        with psycopg.connect(deployment.application["DATABASE_URL"]) as role:
            yield role


@pytest.mark.store
@pytest.mark.postgresql
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_event SET data = '{}'",
        "DELETE FROM games_event",
        "TRUNCATE games_event",
        "ALTER TABLE games_event DISABLE TRIGGER ALL",
        "DROP TABLE games_event",
        "SET session_replication_role = replica",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9', now())",
        "CREATE TABLE mine (id integer)",
        "CREATE ROLE another SUPERUSER",
    ],
)
def test_the_role_can_neither_change_a_fact_nor_what_guards_it(
    application: "psycopg.Connection[object]", statement: str
) -> None:
    with pytest.raises(InsufficientPrivilege):
        application.execute(statement)
    application.rollback()


@pytest.mark.store
@pytest.mark.postgresql
def test_the_role_reads_and_writes_all_that_the_product_does(
    application: "psycopg.Connection[object]",
) -> None:
    application.execute("SELECT count(*) FROM games_event")
    application.execute("SELECT count(*) FROM django_migrations")
    application.execute("DELETE FROM games_match")
    application.execute(
        "INSERT INTO games_stuckwork (kind, subject, failures, error, first_failed_at, failed_at)"
        " VALUES ('bot', gen_random_uuid(), 1, '', now(), now())"
    )
    application.rollback()


@pytest.mark.django_db
def test_sqlite_has_no_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "vendor", "sqlite")
    with pytest.raises(CommandError, match="Only PostgreSQL has roles"):
        call_command("application_role")


@pytest.mark.store
@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_role_without_a_password_and_the_owner_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(CommandError, match=f"Set {VARIABLE}"):
        call_command("application_role")
    monkeypatch.setenv(VARIABLE, "a password")
    with pytest.raises(CommandError, match="cannot be the owner as well"):
        call_command("application_role", role="goodten", stdout=StringIO())
