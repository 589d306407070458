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


_SQLITE_QUERY = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
_SQLITE_WANTED = {
    name: " ".join(made.split()) for name, made in zip(_SQLITE_NAMES, _SQLITE, strict=True)
}
# Enabled for all but replicas, with the row and the moments that they were made for (the bits of
# pg_trigger.h), under no condition, and with the function as it was made.
_POSTGRESQL_QUERY = """
    SELECT tgname, concat(tgenabled, ' ', tgtype, ' ', tgqual IS NULL, ' ', prosrc)
    FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE tgrelid = to_regclass('games_event') AND NOT tgisinternal
"""
_POSTGRESQL_BODY = f"BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = '23000'; END"
_POSTGRESQL_WANTED = {
    "games_event_no_change": f"O 27 t {_POSTGRESQL_BODY}",
    "games_event_no_truncate": f"O 34 t {_POSTGRESQL_BODY}",
}


def install(connection: BaseDatabaseWrapper) -> None:
    _execute(connection, _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE)


def remove(connection: BaseDatabaseWrapper) -> None:
    removal = _POSTGRESQL_REMOVAL if connection.vendor == "postgresql" else _SQLITE_REMOVAL
    _execute(connection, removal)


def installed(connection: BaseDatabaseWrapper) -> bool:
    """Whether all triggers are there. SQLite loses them when a migration makes the table anew."""
    return not missing(connection)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of triggers that are gone, switched off, or no longer what `install` makes."""
    if connection.vendor == "postgresql":
        query, wanted = _POSTGRESQL_QUERY, _POSTGRESQL_WANTED
    else:
        query, wanted = _SQLITE_QUERY, _SQLITE_WANTED
    with connection.cursor() as cursor:
        cursor.execute(query)
        found = {name: " ".join(str(part).split()) for name, part in cursor.fetchall()}
    return [name for name, part in wanted.items() if found.get(name) != part]


def in_migration(
    change: Callable[[BaseDatabaseWrapper], None],
) -> Callable[[Any, Any], None]:
    """`install` or `remove` as a migration's step."""
    return lambda apps, schema_editor: change(schema_editor.connection)


def _execute(connection: BaseDatabaseWrapper, statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
