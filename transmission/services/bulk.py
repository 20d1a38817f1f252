"""Many rows at once, as fast as the database takes them.

On SQLite every other writer waits while an import is written, and `bulk_create` spends most of
that time making statements out of model objects.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from django.db import connection, models

# Rows that one statement inserts on SQLite, where each statement costs about as much as its row:
# more are no faster, and a database may refuse a statement with over 999 values.
AT_ONCE = 50


def insert(row: models.Model, varying: Sequence[str], values: Iterable[Sequence[Any]]) -> None:
    """Insert rows like `row`, but for the columns `varying`, whose `values` the database knows.

    In a transaction of the caller's. The database's own constraints hold as ever.
    """
    fields = [field for field in row._meta.concrete_fields if field.column != "id"]
    if "id" in varying:
        fields.insert(0, row._meta.get_field("id"))  # type: ignore[arg-type]
    kept = [field for field in fields if field.column not in varying]
    constant = [field.get_db_prep_save(field.pre_save(row, True), connection) for field in kept]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(name)) for name in (*varying, *(at.column for at in kept)))
    table = quote(row._meta.db_table)
    rows = ((*some, *constant) for some in values)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            start = f"COPY {table} ({columns}) FROM STDIN"
            # Django makes its own of the errors of what it runs itself; a copy is not.
            with connection.wrap_database_errors, cursor.copy(start) as copy:
                for one in rows:
                    copy.write_row(one)
            return
        places = f"({', '.join(['%s'] * len(fields))})"
        start = f"INSERT INTO {table} ({columns}) VALUES "  # noqa: S608 -- our own names
        # All full statements in one go: their text is read once.
        whole, rest = _parted(list(rows))
        cursor.executemany(start + ", ".join([places] * AT_ONCE), whole)
        cursor.executemany(start + places, rest)


def _parted(rows: Sequence[Sequence[Any]]) -> tuple[Any, Any]:
    """The values of `AT_ONCE` rows each, and of the rows that are left."""
    full = len(rows) - len(rows) % AT_ONCE
    parts = (rows[start : start + AT_ONCE] for start in range(0, full, AT_ONCE))
    return (tuple(chain.from_iterable(part)) for part in parts), rows[full:]


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
        # The only writer there is holds the lock. Ids that were given once are not given again.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        found = cursor.fetchone()
        last = found[0] if found else 0
    return list(range(last + 1, last + 1 + count))
