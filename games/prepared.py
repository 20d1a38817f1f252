"""Queries that every request makes, compiled to SQL once.

Django builds a queryset's SQL again each time. For the four small reads of a match that takes
longer than the database, the scoring and the answer together. A `Prepared` keeps the compiled
statement and fills in the match. Rows come back as the same objects as the queryset's.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=models.Model)

# Stands for the match's id while the statement is compiled; no real id equals it.
PLACE = "\x02match\x02"
# Stands for the number of another row.
NUMBER_PLACE = -(2**53) + 11
# How many matches a statement for several is compiled for.
SIZES = (1, 2, 4, 8, 16, 32)
MOST = SIZES[-1]


class Prepared(Generic[Row]):
    """A queryset that depends on one id, of a match by default. `build` returns it for an id."""

    def __init__(self, build: Callable[[Any], models.QuerySet[Row]], place: Any = PLACE) -> None:
        self._build = build
        self._place = place
        self._compiled: dict[str, _Statement[Row]] = {}

    def rows(self, of: Any) -> list[Row]:
        """Return the rows of one match, or whatever the id is of."""
        statement = self._compiled.get(connection.vendor)
        if statement is None:
            statement = self._compiled[connection.vendor] = _Statement(self._build(self._place))
        return statement.rows({self._place: of})


class PreparedForMany(Generic[Row]):
    """A queryset that depends on several match ids. `build` returns it for given ids."""

    def __init__(self, build: Callable[[list[str]], models.QuerySet[Row]]) -> None:
        self._build = build
        self._compiled: dict[tuple[str, int], _Statement[Row]] = {}

    def rows(self, match_ids: Sequence[str]) -> list[Row]:
        """Return the rows of these matches; for more than `MOST` of them it is not prepared."""
        if len(match_ids) > MOST:
            return list(self._build(list(match_ids)))
        # Few statements: some ids are asked for twice.
        count = next(size for size in SIZES if size >= len(match_ids))
        places = [f"{PLACE}{number}" for number in range(count)]
        key = (connection.vendor, count)
        if key not in self._compiled:
            self._compiled[key] = _Statement(self._build(places))
        ids = [*match_ids, *[match_ids[-1]] * (count - len(match_ids))]
        return self._compiled[key].rows(dict(zip(places, ids, strict=True)))


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

    def rows(self, filled: Mapping[Any, Any]) -> list[Row]:
        """Execute with the matches' ids in their places, and make the objects."""
        params = [filled.get(param, param) for param in self._params]
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
