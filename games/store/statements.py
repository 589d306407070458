"""SQL for what is written with every fact, and read of every stream: the same few statements, which
no query builder has to make anew each time.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import (
    BinaryField,
    CharField,
    DateTimeField,
    Field,
    IntegerField,
    JSONField,
    Model,
)

# SQLite takes 32,766 parameters a statement.
ROWS_AT_ONCE = 1000
# A few rows go to PostgreSQL as they are. More go as one JSON array, which the driver writes in a
# third of the time of as many parameters; many are fastest by COPY, which waits for two answers.
ROWS_AS_JSON = 4
ROWS_TO_COPY = 100
# Fields whose values the drivers take as they are; psycopg takes times too.
PLAIN = (BinaryField, CharField, IntegerField)
_JSON = json.JSONEncoder(separators=(",", ":"))

Names = tuple[str, ...]
# A value as the model has it, and as the driver takes it.
Convert = Callable[[Any], Any]


def insert(model: type[Model], names: Names, rows: Sequence[Iterable[Any]]) -> None:
    """Inserts rows, each the values of the fields `names` in their order.

    Raises `IntegrityError` as the database does.
    """
    is_postgresql = connection.vendor == "postgresql"
    if is_postgresql and len(rows) >= ROWS_TO_COPY:
        _copy(model, names, _converted(model, names, rows))
        return
    if is_postgresql and len(rows) >= ROWS_AS_JSON:
        with connection.cursor() as cursor:
            cursor.execute(_insertion_of_json(model, names), [_as_json(names, rows)])
        return
    values = _converted(model, names, rows)
    with connection.cursor() as cursor:
        for first in range(0, len(values), ROWS_AT_ONCE):
            some = values[first : first + ROWS_AT_ONCE]
            flat = [value for row in some for value in row]
            cursor.execute(_insertion(model, names, len(some)), flat)


def update(model: type[Model], where: Names, columns: Names, rows: Sequence[Sequence[Any]]) -> int:
    """For each of `rows`, values of `columns` and then of `where`: sets the columns in the row that
    has the values `where`. How many rows there were to set them in.
    """
    names = (*columns, *where)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql" and len(rows) > 1:
            # One answer of the server for all, where rows one by one wait for as many.
            cursor.execute(_updating_many(model, columns, where), [_as_json(names, rows)])
        elif len(rows) > 1:
            cursor.executemany(_updating(model, columns, where), _converted(model, names, rows))
        else:
            cursor.execute(_updating(model, columns, where), *_converted(model, names, rows))
        found: int = cursor.rowcount
        return found


def select_after(
    model: type[Model], names: Names, group: str, order: str, of: str, after: int, limit: int
) -> list[tuple[Any, ...]]:
    """The values of the fields `names` of each row whose `group` is `of` and whose `order` is past
    `after`, by that order; at most `limit` rows.
    """
    with connection.cursor() as cursor:
        cursor.execute(_selecting_after(model, names, group, order), (of, after, limit))
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    if not rows:
        return rows
    columns: list[Iterable[Any]] = list(zip(*rows, strict=True))
    for index, convert in _reads(model, names):
        columns[index] = map(convert, columns[index])
    return list(zip(*columns, strict=True))


def _converted(model: type[Model], names: Names, rows: Sequence[Iterable[Any]]) -> list[list[Any]]:
    converts = _converts(model, names)
    return [
        [
            value if convert is None else convert(value)
            for convert, value in zip(converts, row, strict=True)
        ]
        for row in rows
    ]


def _copy(model: type[Model], names: Names, rows: Sequence[Sequence[Any]]) -> None:
    with (
        connection.cursor() as cursor,
        connection.wrap_database_errors,
        cursor.cursor.copy(_copying(model, names)) as copying,
    ):
        for row in rows:
            copying.write_row(row)


@cache
def _fields(model: type[Model], names: Names) -> "tuple[Field[Any, Any], ...]":
    return tuple(model._meta.get_field(name) for name in names)  # type: ignore[misc]


@cache
def _converts(model: type[Model], names: Names) -> tuple[Convert | None, ...]:
    """What makes of a field's value what the driver takes; None where that is the value itself."""

    def convert(field: "Field[Any, Any]") -> Convert | None:
        if isinstance(field, PLAIN):
            return None
        if isinstance(field, JSONField):
            return _JSON.encode  # both databases take JSON as text
        if isinstance(field, DateTimeField) and connection.vendor == "postgresql":
            return None
        return lambda value: field.get_db_prep_save(value, connection)

    return tuple(convert(field) for field in _fields(model, names))


@cache
def _reads(model: type[Model], names: Names) -> tuple[tuple[int, Convert], ...]:
    """What makes of what the driver reads the field's value, by the field's place in a row; a field
    may need several, one after another, or none.
    """
    found = []
    for index, field in enumerate(_fields(model, names)):
        column = field.cached_col
        of_database = connection.ops.get_db_converters(column)
        for convert in (*of_database, *column.get_db_converters(connection)):
            read = partial(convert, expression=column, connection=connection)
            found.append((index, read))
    return tuple(found)


@cache
def _columns(model: type[Model], names: Names) -> tuple[str, ...]:
    columns = [field.column or field.name for field in _fields(model, names)]
    return tuple(connection.ops.quote_name(column) for column in columns)


@cache
def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


@cache
def _insertion(model: type[Model], names: Names, rows: int) -> str:
    row = f"({', '.join(['%s'] * len(names))})"
    columns = ", ".join(_columns(model, names))
    return f"INSERT INTO {_table(model)} ({columns}) VALUES {', '.join([row] * rows)}"  # noqa: S608


@cache
def _selecting_after(model: type[Model], names: Names, group: str, order: str) -> str:
    of, after = _columns(model, (group, order))
    return (
        f"SELECT {', '.join(_columns(model, names))} FROM {_table(model)}"  # noqa: S608
        f" WHERE {of} = %s AND {after} > %s ORDER BY {after} LIMIT %s"
    )


@cache
def _copying(model: type[Model], names: Names) -> str:
    return f"COPY {_table(model)} ({', '.join(_columns(model, names))}) FROM STDIN"


@cache
def _updating(model: type[Model], columns: Names, where: Names) -> str:
    sets = ", ".join(f"{column} = %s" for column in _columns(model, columns))
    of = " AND ".join(f"{column} = %s" for column in _columns(model, where))
    return f"UPDATE {_table(model)} SET {sets} WHERE {of}"  # noqa: S608


@cache
def _insertion_of_json(model: type[Model], names: Names) -> str:
    columns, rows = ", ".join(_columns(model, names)), _rows_of_json(model, names)
    given = ", ".join(_given(len(names)))
    return f"INSERT INTO {_table(model)} ({columns}) SELECT {given} FROM {rows}"  # noqa: S608


@cache
def _updating_many(model: type[Model], columns: Names, where: Names) -> str:
    names = (*columns, *where)
    pairs = [
        f"{column} = {given}"
        for column, given in zip(_columns(model, names), _given(len(names)), strict=True)
    ]
    sets, of = ", ".join(pairs[: len(columns)]), " AND ".join(pairs[len(columns) :])
    rows = _rows_of_json(model, names)
    return f"UPDATE {_table(model)} SET {sets} FROM {rows} WHERE {of}"  # noqa: S608


def _rows_of_json(model: type[Model], names: Names) -> str:
    """The rows of a JSON array, each value of the type of its column."""
    types = [
        f"{given} {field.db_type(connection)}"
        for given, field in zip(_given(len(names)), _fields(model, names), strict=True)
    ]
    return f"jsonb_to_recordset(%s::jsonb) AS given ({', '.join(types)})"


@cache
def _given(many: int) -> tuple[str, ...]:
    """What the values of a row are called: a column may be both asked for and set."""
    return tuple(f"given_{number}" for number in range(many))


def _as_json(names: Names, rows: Sequence[Iterable[Any]]) -> str:
    given = _given(len(names))
    return _AS_JSON.encode([dict(zip(given, row, strict=True)) for row in rows])


def _plain(value: Any) -> str:
    """What JSON does not know, as PostgreSQL reads it."""
    if isinstance(value, bytes):
        return f"\\x{value.hex()}"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return value.hex
    raise TypeError(f"no column takes a {type(value).__name__}")


_AS_JSON = json.JSONEncoder(separators=(",", ":"), default=_plain)
