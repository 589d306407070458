"""The test database between two tests with real transactions: it holds no rows."""

from functools import cache

from django.db import connection, transaction

# Made by the migrations, the same for every test.
KEPT = {"django_content_type", "auth_permission"}


def empty_database() -> None:
    """Deletes what the last test has left.

    Django's own way truncates every table, of which most are empty, for the price of a new file
    each on PostgreSQL, and then writes the types of content and the permissions anew.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("; ".join(_deletions()))
        else:
            for deletion in _deletions():
                cursor.execute(deletion)


@cache
def _deletions() -> tuple[str, ...]:
    """In any order, since foreign keys are looked at when the transaction ends."""
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return tuple(f'DELETE FROM "{name}"' for name in sorted({*names} - KEPT))
