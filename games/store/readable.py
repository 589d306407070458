"""Whether this version can read a database, asked before anything in it is changed."""

from collections.abc import Iterable

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from games.models import Event
from games.store.witnesses import readable_facts

UNTOUCHED = "Nothing was changed."
MIGRATIONS_TABLE = "django_migrations"
# A newer version that was here without a migration of its own has left facts at the end.
NEWEST = 10_000
MOST_NAMED = 3


class UnreadableDatabase(Exception):
    """This version cannot read the database; the text is the one line that a person needs."""


def require_readable(connection: BaseDatabaseWrapper) -> None:
    """Refuses, with `UnreadableDatabase`, a database of a newer version, of one that is too old,
    and one that holds facts of which this version does not know the schema. All facts are looked at
    where migrations are pending, else the newest.
    """
    pending = require_known_migrations(connection)
    if pending is None:
        return
    unknown = sorted(_facts(connection, None if pending else NEWEST) - readable_facts())
    if unknown:
        named = _few(f"{type_} of schema {schema}" for type_, schema in unknown)
        raise UnreadableDatabase(
            "This database was made by another version of Good Ten: it holds facts that this "
            f"version cannot read, {named}. {UNTOUCHED}"
        )


def require_known_migrations(connection: BaseDatabaseWrapper) -> int | None:
    """How many migrations are pending; None of a database that is new. Refuses one that knows
    migrations which this version does not.
    """
    tables = connection.introspection.table_names()
    if Event._meta.db_table not in tables:
        return None
    if MIGRATIONS_TABLE not in tables:
        problem = "This database was not made by Good Ten's migrations."
        raise UnreadableDatabase(f"{problem} {UNTOUCHED}")
    loader = MigrationLoader(connection, ignore_no_migrations=True)
    ours = {app.label for app in apps.get_app_configs()}
    applied = {key for key in loader.applied_migrations if key[0] in ours}
    strange = sorted(".".join(key) for key in applied - loader.disk_migrations.keys())
    if strange:
        raise UnreadableDatabase(
            "This database was made by another version of Good Ten, a newer one or one before the "
            f"first release: it knows {_few(strange)}, which this version does not. {UNTOUCHED}"
        )
    return len(loader.disk_migrations.keys() - loader.applied_migrations.keys())


def _few(names: Iterable[str]) -> str:
    named = list(names)
    more = len(named) - MOST_NAMED
    return ", ".join(named[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _facts(connection: BaseDatabaseWrapper, newest: int | None) -> set[tuple[str, int]]:
    """Type and schema of all facts, or of so many that were written last."""
    rows = Event.objects.using(connection.alias).order_by("-id")
    if newest is None:
        return set(rows.order_by().values_list("type", "schema").distinct())
    return set(rows.values_list("type", "schema")[:newest])
