"""What is asked of the database for each document that is kept ready, in bare statements: making a
statement of a query set takes several times as long as running it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Field, Model, UUIDField

from games.models import Match
from tournaments.models import Stage, StandingsEdition, Tournament
from tournaments.store.ranking_pages import WHOLE_EVENT

_IDS: "UUIDField[Any, Any]" = UUIDField()


def head_by(column: str, value: str | UUID, columns: Sequence[str]) -> tuple[Any, ...] | None:
    """These columns of the tournament that has the value in a column which is unique."""
    fields = [_field(Tournament, name) for name in columns]
    named = _field(Tournament, column)
    with connection.cursor() as cursor:
        statement = _select(Tournament, tuple(columns), f"{_quoted(named.column)} = %s")
        cursor.execute(statement, [named.get_db_prep_value(value, connection)])
        row = cursor.fetchone()
    if row is None:
        return None
    return tuple(field.to_python(one) for field, one in zip(fields, row, strict=True))


def newest_edition(column: str, value: str | UUID) -> tuple[UUID, int, int, str, int, int] | None:
    """Of the stage that is being played, if it has an edition of its standings and nobody has
    hidden the event: the tournament, the stage, the edition's version, the tournament's state, and
    how its names and words have changed.
    """
    named = _field(Tournament, column)
    with connection.cursor() as cursor:
        statement = _newest(f"t.{_quoted(named.column)} = %s")
        cursor.execute(statement, [named.get_db_prep_value(value, connection)])
        row = cursor.fetchone()
    return None if row is None else (_IDS.to_python(row[0]), *row[1:])


@lru_cache(maxsize=2)
def _newest(which: str) -> str:
    stages, tournaments = _quoted(Stage._meta.db_table), _quoted(Tournament._meta.db_table)
    return (
        f"SELECT t.id, s.number, s.edition, t.state, t.renamings, t.reworded FROM {tournaments} t"  # noqa: S608
        f" JOIN {stages} s ON s.tournament_id = t.id AND s.number = t.stage"
        f" WHERE {which} AND s.edition > 0 AND NOT t.hidden"
    )


def newest_ranking(tournament: UUID) -> int:
    """The version of the ranking that is written down; 0 where none is."""
    which = f"{_quoted('tournament_id')} = %s AND {_quoted('stage')} = %s"
    with connection.cursor() as cursor:
        statement = _select(StandingsEdition, ("version",), which)
        cursor.execute(statement, [_IDS.get_db_prep_value(tournament, connection), WHOLE_EVENT])
        row = cursor.fetchone()
    return row[0] if row else 0


def as_stored(ids: Sequence[UUID]) -> tuple[Any, ...]:
    """Ids in their order, as the database takes them."""
    return tuple(_IDS.get_db_prep_value(one, connection) for one in sorted(ids))


def of_matches(column: str, ids: Sequence[Any]) -> tuple[Any, ...]:
    """A column of the matches with these ids, `as_stored`, in the order of the ids."""
    if not ids:
        return ()
    marks = ",".join(["%s"] * len(ids))
    which = f"{_quoted('id')} IN ({marks}) ORDER BY {_quoted('id')}"
    with connection.cursor() as cursor:
        cursor.execute(_select(Match, (column,), which), ids)
        return tuple(value for (value,) in cursor.fetchall())


def _field(model: type[Model], name: str) -> "Field[Any, Any]":
    found: Field[Any, Any] = model._meta.get_field(name)  # type: ignore[assignment]
    return found


@lru_cache(maxsize=512)
def _select(model: type[Model], names: tuple[str, ...], which: str) -> str:
    columns = ", ".join(_quoted(_field(model, name).column) for name in names)
    # Names of tables and columns, and marks for values.
    return f"SELECT {columns} FROM {_quoted(model._meta.db_table)} WHERE {which}"  # noqa: S608


def _quoted(name: str | None) -> str:
    return f'"{name}"'
