"""Inserts many rows that differ in only a few columns, and reserves ids for new rows."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models

from core.bulk import Rows, insert


def insert_like(row: models.Model, varying: Sequence[str], values: Iterable[Sequence[Any]]) -> None:
    """Insert rows that are like `row`, except for the columns in `varying`.

    `values` has the values of these columns for each row, in database form. The caller must have
    opened a transaction.
    """
    fields = [field for field in row._meta.concrete_fields if field.column != "id"]
    if "id" in varying:
        fields.insert(0, row._meta.get_field("id"))  # type: ignore[arg-type]
    constant_fields = [field for field in fields if field.column not in varying]
    constant = [
        field.get_db_prep_save(field.pre_save(row, True), connection) for field in constant_fields
    ]
    names = (*varying, *(str(field.column) for field in constant_fields))
    insert(Rows.of(type(row), names, ((*some, *constant) for some in values)))


def new_numbers(model: type[models.Model], count: int) -> list[int]:
    """Return `count` ids for new rows. No other writer gets the same ids.

    The caller must have opened a transaction.
    """
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
                [table, count],
            )
            return [number for (number,) in cursor.fetchall()]
        # SQLite has only one writer at a time, who holds the lock. So nobody else can use these
        # ids.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
        last = row[0] if row else 0
    return list(range(last + 1, last + 1 + count))
