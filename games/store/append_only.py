"""Append-only for real: triggers that refuse to change or remove a row, on both databases.

What a trigger cannot stop is in docs/operations.md: the owner of a PostgreSQL table may disable it,
so the application there runs as a role that may only SELECT and INSERT on these tables.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

REFUSAL = "facts are append-only"
_BODY = f"BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = '23000'; END"


@dataclass(frozen=True, slots=True)
class Guard:
    """The triggers of one table. `unique`: the columns of each of its unique constraints."""

    table: str
    unique: tuple[tuple[str, ...], ...]

    @property
    def postgresql(self) -> tuple[str, ...]:
        """What makes them. A statement's own trigger for TRUNCATE, which row triggers do not see;
        23000 is an IntegrityError.
        """
        name = self.table
        return (
            f"""
            CREATE OR REPLACE FUNCTION {name}_append_only() RETURNS trigger LANGUAGE plpgsql AS
            $$ {_BODY} $$
            """,
            f"""
            CREATE TRIGGER {name}_no_change BEFORE UPDATE OR DELETE ON {name}
            FOR EACH ROW EXECUTE FUNCTION {name}_append_only()
            """,
            f"""
            CREATE TRIGGER {name}_no_truncate BEFORE TRUNCATE ON {name}
            FOR EACH STATEMENT EXECUTE FUNCTION {name}_append_only()
            """,
        )

    @property
    def sqlite(self) -> dict[str, str]:
        """What makes them, by name. INSERT OR REPLACE fires no DELETE trigger unless
        `recursive_triggers` is on, which a stranger's connection need not have: whatever it would
        replace is therefore refused before the insert.
        """
        name = self.table
        same = " OR ".join(
            f"EXISTS (SELECT 1 FROM {name} WHERE "  # noqa: S608 - names of ours
            + " AND ".join(f"{column} = NEW.{column}" for column in columns)
            + ")"
            for columns in self.unique
        )
        events = {
            f"{name}_no_update": f"UPDATE ON {name}",
            f"{name}_no_delete": f"DELETE ON {name}",
            f"{name}_no_replace": f"INSERT ON {name} WHEN {same}",
        }
        return {
            trigger: (
                f"CREATE TRIGGER {trigger} BEFORE {event} "
                f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
            )
            for trigger, event in events.items()
        }

    def install(self, connection: BaseDatabaseWrapper) -> None:
        is_postgresql = connection.vendor == "postgresql"
        _execute(connection, self.postgresql if is_postgresql else self.sqlite.values())

    def remove(self, connection: BaseDatabaseWrapper) -> None:
        removals = [f"DROP TRIGGER IF EXISTS {name}" for name in self.sqlite]
        if connection.vendor == "postgresql":
            removals = [f"DROP FUNCTION IF EXISTS {self.table}_append_only() CASCADE"]
        _execute(connection, removals)

    def missing(self, connection: BaseDatabaseWrapper) -> list[str]:
        """The names of triggers that are gone, switched off, or no longer what `install` makes."""
        if connection.vendor == "postgresql":
            # Enabled for all but replicas, with the row and the moments that they were made for
            # (the bits of pg_trigger.h), under no condition, and with the function as it was made.
            query, wanted = (
                _POSTGRESQL_QUERY,
                {
                    f"{self.table}_no_change": _plain(f"O 27 t {_BODY}"),
                    f"{self.table}_no_truncate": _plain(f"O 34 t {_BODY}"),
                },
            )
        else:
            query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
            wanted = {name: _plain(made) for name, made in self.sqlite.items()}
        with connection.cursor() as cursor:
            cursor.execute(query, [self.table])
            found = {name: _plain(str(part)) for name, part in cursor.fetchall()}
        return [name for name, part in wanted.items() if found.get(name) != part]


def _plain(sql: str) -> str:
    """Without the blanks that mean nothing, which earlier versions set otherwise."""
    return re.sub(r"\s*([()])\s*", r"\1", " ".join(sql.split()))


_POSTGRESQL_QUERY = """
    SELECT tgname, concat(tgenabled, ' ', tgtype, ' ', tgqual IS NULL, ' ', prosrc)
    FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE tgrelid = to_regclass(%s) AND NOT tgisinternal
"""
FACTS = Guard("games_event", (("stream", "version"), ("stream", "command_id"), ("id",)))
_guards = {FACTS.table: FACTS}


def register_guard(guard: Guard) -> None:
    """An app above has a table of this kind as well."""
    _guards[guard.table] = guard


def guards() -> tuple[Guard, ...]:
    return tuple(_guards.values())


def install(connection: BaseDatabaseWrapper) -> None:
    for guard in guards():
        guard.install(connection)


def remove(connection: BaseDatabaseWrapper) -> None:
    for guard in guards():
        guard.remove(connection)


def installed(connection: BaseDatabaseWrapper) -> bool:
    """Whether all triggers are there. SQLite loses them when a migration makes the table anew."""
    return not missing(connection)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of triggers that are gone, switched off, or no longer what `install` makes."""
    return [name for guard in guards() for name in guard.missing(connection)]


def in_migration(
    change: Callable[[BaseDatabaseWrapper], None],
) -> Callable[[Any, Any], None]:
    """`install` or `remove` as a migration's step."""
    return lambda apps, schema_editor: change(schema_editor.connection)


def _execute(connection: BaseDatabaseWrapper, statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
