"""Inserts many rows that differ in a few columns only, and gives them numbers."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models

from core.bulk import Rows, insert


def insert_like(row: models.Model, varying: Sequence[str], values: Iterable[Sequence[Any]]) -> None:
    """Insert rows like `row`, except for the columns `varying`, with `values` in database form.

    In a transaction of the caller's.
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
    """Return ids for so many new rows, which nobody else gets. In a transaction of the caller's."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
                [table, count],
            )
            return [number for (number,) in cursor.fetchall()]
        # The only writer holds the lock. Used ids are not used again.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
        last = row[0] if row else 0
    return list(range(last + 1, last + 1 + count))
