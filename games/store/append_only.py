"""Append-only for real: triggers that refuse to change or remove a fact, on both databases.

What a trigger cannot stop is in docs/operations.md: the owner of a PostgreSQL table may disable it,
so the application there runs as a role that may only SELECT and INSERT on the log.
"""

from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

REFUSAL = "facts are append-only"

# A statement's own trigger for TRUNCATE, which row triggers do not see. 23000: an IntegrityError.
_POSTGRESQL = (
    f"""
    CREATE OR REPLACE FUNCTION games_event_append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = '23000'; END $$
    """,
    """
    CREATE TRIGGER games_event_no_change BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_event_append_only()
    """,
    """
    CREATE TRIGGER games_event_no_truncate BEFORE TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_append_only()
    """,
)
_POSTGRESQL_REMOVAL = ("DROP FUNCTION IF EXISTS games_event_append_only() CASCADE",)

# INSERT OR REPLACE fires no DELETE trigger unless `recursive_triggers` is on, which a stranger's
# connection need not have: whatever it would replace is therefore refused before the insert.
_SQLITE = tuple(
    f"CREATE TRIGGER {name} BEFORE {what} BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    for name, what in (
        ("games_event_no_update", "UPDATE ON games_event"),
        ("games_event_no_delete", "DELETE ON games_event"),
        (
            "games_event_no_replace",
            """INSERT ON games_event WHEN EXISTS (
                SELECT 1 FROM games_event WHERE stream = NEW.stream AND version = NEW.version
            ) OR EXISTS (
                SELECT 1 FROM games_event
                WHERE stream = NEW.stream AND command_id = NEW.command_id
            ) OR EXISTS (SELECT 1 FROM games_event WHERE id = NEW.id)""",
        ),
    )
)
_SQLITE_NAMES = ("games_event_no_update", "games_event_no_delete", "games_event_no_replace")
_SQLITE_REMOVAL = tuple(f"DROP TRIGGER IF EXISTS {name}" for name in _SQLITE_NAMES)


def install(connection: BaseDatabaseWrapper) -> None:
    _execute(connection, _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE)


def remove(connection: BaseDatabaseWrapper) -> None:
    removal = _POSTGRESQL_REMOVAL if connection.vendor == "postgresql" else _SQLITE_REMOVAL
    _execute(connection, removal)


def installed(connection: BaseDatabaseWrapper) -> bool:
    """Whether all triggers are there. SQLite loses them when a migration makes the table anew."""
    if connection.vendor == "postgresql":
        query = """SELECT tgname FROM pg_trigger
            WHERE tgrelid = 'games_event'::regclass AND NOT tgisinternal AND tgenabled <> 'D'"""
        wanted = {"games_event_no_change", "games_event_no_truncate"}
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        wanted = set(_SQLITE_NAMES)
    with connection.cursor() as cursor:
        cursor.execute(query)
        return wanted <= {name for (name,) in cursor.fetchall()}


def in_migration(
    change: Callable[[BaseDatabaseWrapper], None],
) -> Callable[[Any, Any], None]:
    """`install` or `remove` as a migration's step."""
    return lambda apps, schema_editor: change(schema_editor.connection)


def _execute(connection: BaseDatabaseWrapper, statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
