"""Inserts or updates many rows quickly.

Django's `bulk_create` converts each field, which takes longer than the database's own work. On
SQLite every other writer waits meanwhile. Here fields are not converted. The database's
constraints are still checked.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

# How many rows one statement writes. They are many, because the fixed cost of a statement is
# larger than the cost of a row.
AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows to insert, given as columns of the same length, in the order of `names`."""

    model: type[Model]
    names: Sequence[str]
    columns: Sequence[Sequence[Any]]

    @classmethod
    def of(cls, model: type[Model], names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Self:
        """Return the rows to insert, given as tuples in the order of `names`."""
        columns = list(zip(*rows, strict=True))
        return cls(model, names, columns or [()] * len(names))


def insert(new: Rows, using: str = DEFAULT_DB_ALIAS) -> None:
    """Insert rows."""
    connection = connections[using]
    table = connection.ops.quote_name(new.model._meta.db_table)
    names = ", ".join(connection.ops.quote_name(name) for name in new.names)
    if connection.vendor == "postgresql":
        copying = f"COPY {table} ({names}) FROM STDIN"
        # Django converts only the errors of its own queries, so the errors of a `COPY` are
        # converted here.
        with (
            connection.cursor() as cursor,
            connection.wrap_database_errors,
            cursor.copy(copying) as copy,
        ):
            for row in zip(*new.columns, strict=True):
                copy.write_row(row)
        return
    width = len(new.names)
    flat: list[Any] = [None] * (width * len(new.columns[0]))
    for place, column in enumerate(new.columns):
        flat[place::width] = column
    begin = f"INSERT INTO {table} ({names}) VALUES "  # noqa: S608
    places = f"({', '.join(['%s'] * width)})"
    with connection.cursor() as cursor:
        many = min(AT_ONCE, _most_values(connection) // width)
        size = width * many
        full = len(flat) // size * size
        if full:
            parts = [flat[start : start + size] for start in range(0, full, size)]
            cursor.executemany(begin + ", ".join([places] * many), parts)
        if full < len(flat):
            rest = (len(flat) - full) // width
            cursor.execute(begin + ", ".join([places] * rest), flat[full:])


def _most_values(connection: BaseDatabaseWrapper) -> int:
    """Return how many values one statement may have on SQLite. The connection must be open."""
    most: int = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
    return most


def update(model: type[Model], names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Update columns of rows. Each of `rows` has the new values, then the primary key."""
    if not rows:
        return
    table = connection.ops.quote_name(model._meta.db_table)
    sets = ", ".join(f"{connection.ops.quote_name(name)} = %s" for name in names)
    key = connection.ops.quote_name(str(model._meta.pk.column))
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET {sets} WHERE {key} = %s", rows)  # noqa: S608
