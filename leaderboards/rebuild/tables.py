"""Whole columns of tables, read as texts, and where matches stand among many.

Looking up the rows of each match, or making a value of each cell, takes longer than all the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Model, QuerySet

from leaderboards.rebuild import compiled
from leaderboards.rebuild.compiled import Array

# So many matches are worth compiling for.
COMPILED_FROM = 3000
# Rows of a table that are read at once.
MANY = 1_000_000


def call(function: Any, size: int, *values: Any) -> Any:
    """Call a compiled function: for few matches as plain Python, as compiling takes longer."""
    return (function if size >= COMPILED_FROM else function.py_func)(*values)


@dataclass
class Index:
    """Finds numbers by keys, which are whole numbers but 0: where each stands among `keys`."""

    keys: Array
    table: Array
    slots: Array

    @classmethod
    def of(cls, keys: Array, room: int = 0) -> "Index":
        """Return the index of some keys, each once; for so many, half of it is free."""
        size = prime_from(2 * max(room, len(keys)) + 1)
        table, slots = np.zeros(size, np.int64), np.zeros(size, np.int64)
        call(compiled.fill, len(keys), keys, table, slots)
        return cls(keys, table, slots)

    def find(self, keys: Array) -> Array:
        """Return where keys stand, -1 for those unknown."""
        found = np.empty(len(keys), np.int64)
        call(compiled.look_up, len(keys), keys, self.table, self.slots, found)
        return found


def prime_from(least: int) -> int:
    """Return the first prime of at least this, above 2: keys spread evenly over a prime."""
    size = max(3, least) | 1
    while any(size % one == 0 for one in range(3, int(size**0.5) + 1, 2)):
        size += 2
    return size


def grown(old: Array, used: int, size: int) -> Array:
    """Return an array of so many rows, the first of which are those used of another; zeros else."""
    found = np.zeros((size, *old.shape[1:]), old.dtype)
    found[:used] = old[:used]
    return found


def joined_text(expression: str) -> str:
    """Return the aggregate that writes values one behind another, none of which has a comma.

    One text for a column of many thousand rows costs a tenth of as many rows.
    """
    if connection.vendor == "postgresql":
        return f"STRING_AGG(CAST({expression} AS text), ',')"
    return f"GROUP_CONCAT({expression})"


def read_through(model: type[Model], columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield columns of a table (`own`) as texts, many rows at a time in the order of their keys."""
    table = connection.ops.quote_name(model._meta.db_table)
    # Not in one query: a database that is asked for both reads them all.
    first, last = (rows.values_list("pk", flat=True).first() for rows in _ends(model))
    query = (
        f"SELECT {', '.join(map(joined_text, columns))} FROM {table} own"  # noqa: S608
        " WHERE own.id >= %s AND own.id < %s"
    )
    for start in range(first or 0, (last or -1) + 1, MANY):
        with connection.cursor() as cursor:
            cursor.execute(query, [start, start + MANY])
            found = cursor.fetchone()
        if found[0]:
            yield found


def _ends(model: type[Model]) -> tuple[QuerySet[Any], QuerySet[Any]]:
    rows = model._default_manager.all()
    return rows.order_by("pk"), rows.order_by("-pk")


def numbers(text: str | None) -> Array:
    """Return whole numbers from their text."""
    return np.fromstring(text or "", np.int64, sep=",")


def texts(text: str) -> list[str]:
    """Return values from their text."""
    return text.split(",") if text else []


def names_in(text: str) -> Array:
    """Return names of matches from their text: eight letters each, as a rule."""
    raw = f"{text},".encode("ascii") if text else b""
    data = np.frombuffer(raw, np.uint8)
    if len(data) % 9 == 0 and (data.reshape(-1, 9)[:, 8] == ord(",")).all():
        cells = data.reshape(-1, 9)[:, :8]
        if not (cells == ord(",")).any():
            return np.ascontiguousarray(cells).view("S8").reshape(-1)
    return np.array(texts(text), "S8")
