"""SQL for what is written with every fact: the same few statements, which no query builder has to
make anew each time.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

# SQLite takes 32,766 parameters a statement.
ROWS_AT_ONCE = 1000


def insert(model: type[Model], names: Sequence[str], rows: Sequence[Iterable[object]]) -> None:
    """Inserts rows, each the values of the fields `names` in their order.

    Raises `IntegrityError` as the database does.
    """
    fields = _fields(model, tuple(names))
    with connection.cursor() as cursor:
        for first in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[first : first + ROWS_AT_ONCE]
            values = [
                field.get_db_prep_save(value, connection)
                for row in some
                for field, value in zip(fields, row, strict=True)
            ]
            cursor.execute(_insertion(model, tuple(names), len(some)), values)


def update(model: type[Model], where: Mapping[str, object], columns: Mapping[str, object]) -> bool:
    """Whether there was a row with the values `where` to set `columns` in."""
    names = (*columns, *where)
    values = [
        field.get_db_prep_save(value, connection)
        for field, value in zip(
            _fields(model, names), (*columns.values(), *where.values()), strict=True
        )
    ]
    with connection.cursor() as cursor:
        cursor.execute(_updating(model, tuple(columns), tuple(where)), values)
        return bool(cursor.rowcount)


@cache
def _fields(model: type[Model], names: tuple[str, ...]) -> "tuple[Field[Any, Any], ...]":
    return tuple(model._meta.get_field(name) for name in names)  # type: ignore[misc]


@cache
def _columns(model: type[Model], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        connection.ops.quote_name(field.column or field.name) for field in _fields(model, names)
    )


@cache
def _insertion(model: type[Model], names: tuple[str, ...], rows: int) -> str:
    row = f"({', '.join(['%s'] * len(names))})"
    columns = ", ".join(_columns(model, names))
    table = connection.ops.quote_name(model._meta.db_table)
    return f"INSERT INTO {table} ({columns}) VALUES {', '.join([row] * rows)}"  # noqa: S608


@cache
def _updating(model: type[Model], columns: tuple[str, ...], where: tuple[str, ...]) -> str:
    table = connection.ops.quote_name(model._meta.db_table)
    sets = ", ".join(f"{column} = %s" for column in _columns(model, columns))
    of = " AND ".join(f"{column} = %s" for column in _columns(model, where))
    return f"UPDATE {table} SET {sets} WHERE {of}"  # noqa: S608
