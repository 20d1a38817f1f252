"""Queries that every request makes, compiled to SQL once.

Django builds a queryset's SQL again each time. For the four small reads of a match that takes
longer than the database, the scoring and the answer together. A `Prepared` keeps the compiled
statement and fills in the match. Rows come back as the same objects as the queryset's.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=models.Model)

# Stands for the match's id while the statement is compiled; no real id equals it.
PLACE = "\x02match\x02"


class Prepared(Generic[Row]):
    """A queryset that depends on one match id. `build` returns it for a given id."""

    def __init__(self, build: Callable[[str], models.QuerySet[Row]]) -> None:
        self._build = build
        self._compiled: dict[str, _Statement[Row]] = {}

    def rows(self, match_id: str) -> list[Row]:
        """Return the rows of one match."""
        statement = self._compiled.get(connection.vendor)
        if statement is None:
            statement = self._compiled[connection.vendor] = _Statement(self._build(PLACE))
        return statement.rows(match_id)


class _Statement(Generic[Row]):
    """A compiled queryset: the work that `ModelIterable` does at each iteration, done once."""

    def __init__(self, queryset: models.QuerySet[Row]) -> None:
        compiler = queryset.query.get_compiler(using=connection.alias)
        self._sql, self._params = compiler.as_sql()
        self._compiler = compiler
        klass = compiler.klass_info
        columns = klass["select_fields"]
        self._first, self._last = columns[0], columns[-1] + 1
        self._names = [
            column[0].target.attname for column in compiler.select[self._first : self._last]
        ]
        self._model: type[Row] = klass["model"]
        # The type stubs are for a later Django, where this takes one argument more.
        self._related = get_related_populators(  # type: ignore[call-arg]
            klass, compiler.select, connection.alias
        )
        self._converters = compiler.get_converters([column[0] for column in compiler.select])

    def rows(self, match_id: str) -> list[Row]:
        """Execute with the match's id, and make the objects."""
        params = [match_id if param == PLACE else param for param in self._params]
        with connection.cursor() as cursor:
            cursor.execute(self._sql, params)
            raw: Any = cursor.fetchall()
        if self._converters:
            raw = self._compiler.apply_converters(raw, self._converters)
        found = []
        for row in raw:
            values = row[self._first : self._last]
            made = self._model.from_db(connection.alias, self._names, values)
            for related in self._related:
                related.populate(row, made)
            found.append(made)
        return found
