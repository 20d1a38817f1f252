"""Results cached with their read set: all that the database answered while they were made.

Asked for again, the same queries are executed in their order and their rows compared. A function's
first query depends on its arguments alone, each later one on the rows before it: while all of them
are the same, so is the result. Who wrote, how, and in which process, does not matter. What is
spared is Django building the queries and objects, and the drawing.
"""

import datetime as dt
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from django.db import connections, router
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import get_language

from clubs.lru import LruCache
from clubs.models import Club

Result = TypeVar("Result")

# Characters of results, and of what they were made from, that a process keeps.
MOST = 10_000_000


class Query(NamedTuple):
    """A query and its rows."""

    database: str
    sql: str
    params: Any
    rows: list[Any]

    def gives_the_same(self) -> bool:
        """Execute it again, and compare."""
        with connections[self.database].cursor() as cursor:
            cursor.execute(self.sql, self.params)
            return bool(cursor.fetchall() == self.rows)


class CachedResult(NamedTuple):
    """A result with its read set."""

    result: Any
    queries: tuple[Query, ...]


results: LruCache[CachedResult] = LruCache(MOST)


def cached(key: Hashable, make: Callable[[], Result]) -> Result:
    """Return what `make` returns, without calling it while all its queries give the same rows.

    The key has everything else on which the result depends: the arguments, what is already known of
    the caller, and the `minute` or the `day` if the time matters. The language is added here.
    `make` only reads, and nobody changes its result.
    """
    # A request may read from a standby, which has other rows.
    key = (key, get_language(), router.db_for_read(Club))
    known = results.get(key)
    if known is not None and all(query.gives_the_same() for query in known.queries):
        result: Result = known.result
        return result
    with _noted() as noted:
        result = make()
    if noted.only_reads:
        results.put(key, CachedResult(result, tuple(noted.queries)), noted.size + len(str(result)))
    return result


def columns(row: Model) -> Hashable:
    """Return all that was read of a row: the key of what is made from it."""
    values = (getattr(row, one.attname) for one in row._meta.concrete_fields)
    return type(row), *map(repr, values)


def minute() -> dt.datetime:
    """Return the present minute: the key of what changes with the time."""
    return timezone.now().replace(second=0, microsecond=0)


def day() -> dt.date:
    """Return the present day: the key of what changes with the date."""
    return timezone.localdate()


class _Noted:
    """The queries that are executed, with their rows."""

    def __init__(self) -> None:
        self.queries: list[Query] = []
        self.only_reads = True
        self.size = 0

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """Execute a query, as Django's `execute_wrapper` asks; read all its rows at once."""
        found = execute(sql, params, many, context)
        if not sql.lstrip(" \n(").startswith(("SELECT ", "WITH ")):
            self.only_reads = False
            return found
        cursor = context["cursor"]
        rows = cursor.fetchall()
        cursor.cursor = _Rows(cursor.cursor, rows)
        self.queries.append(
            Query(context["connection"].alias, sys.intern(sql), tuple(params or ()), rows)
        )
        self.size += sum(len(str(row)) for row in rows)
        return found


class _Rows:
    """A cursor whose rows have been read already."""

    def __init__(self, cursor: Any, rows: list[Any]) -> None:
        self._cursor = cursor
        self._rows = iter(rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def __iter__(self) -> Iterator[Any]:
        return self._rows

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        return next(self._rows, None)

    def fetchmany(self, size: int = 1) -> list[Any]:
        """Return the next rows."""
        return list(islice(self._rows, size))

    def fetchall(self) -> list[Any]:
        """Return all that are left."""
        return list(self._rows)


@contextmanager
def _noted() -> Iterator[_Noted]:
    noted = _Noted()
    with ExitStack() as stack:
        for connection in connections.all():
            stack.enter_context(connection.execute_wrapper(noted))
        yield noted
