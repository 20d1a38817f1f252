"""Queries that every request makes, compiled to SQL once.

Django builds a queryset's SQL again each time. For the four small reads of a match that takes
longer than the database, the scoring and the answer together. A `Prepared` keeps the compiled
statement and fills in the ids. Rows come back as the same objects as the queryset's.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connections, models, router
from django.db.models.query import ModelIterable, get_related_populators

from clubs.models import Club

Row = TypeVar("Row")

# Stands for a match's id, or another text, while a statement is compiled; no real one equals it.
PLACE = "\x02match\x02"
# Stand for numbers of other rows, and for the caller's account.
NUMBER_PLACE = -(2**53) + 11
ACCOUNT_PLACE = -(2**53) + 13
# How many matches a statement for several is compiled for.
SIZES = (1, 2, 4, 8, 16, 32)
MOST = SIZES[-1]


class _Key(NamedTuple):
    """A statement is compiled for a number of ids and a database; a standby's pages read there."""

    database: str
    vendor: str
    ids: int


def _key(ids: int) -> _Key:
    database = router.db_for_read(Club)
    return _Key(database, connections[database].vendor, ids)


class Prepared(Generic[Row]):
    """A queryset that depends on ids. `build` returns it for given ids.

    `places` stand for the ids while it is compiled. Rows are objects, or what `values_list` gives.
    """

    def __init__(self, build: Callable[..., models.QuerySet[Any, Row]], *places: Any) -> None:
        self._build = build
        self._places = places
        self._compiled: dict[_Key, _Statement[Row]] = {}

    def rows(self, *ids: Any) -> list[Row]:
        """Return the rows of these ids."""
        key = _key(len(ids))
        if key not in self._compiled:
            self._compiled[key] = _Statement(self._build(*self._places), key.database)
        return self._compiled[key].rows(dict(zip(self._places, ids, strict=True)))


class PreparedForMany(Generic[Row]):
    """A queryset that depends on several match ids. `build` returns it for given ids."""

    def __init__(self, build: Callable[[list[str]], models.QuerySet[Any, Row]]) -> None:
        self._build = build
        self._compiled: dict[_Key, _Statement[Row]] = {}

    def rows(self, match_ids: Sequence[str]) -> list[Row]:
        """Return the rows of these matches; for more than `MOST` of them it is not prepared."""
        if len(match_ids) > MOST:
            return list(self._build(list(match_ids)))
        # Few statements: some ids are asked for twice.
        count = next(size for size in SIZES if size >= len(match_ids))
        places = [f"{PLACE}{number}" for number in range(count)]
        key = _key(count)
        if key not in self._compiled:
            self._compiled[key] = _Statement(self._build(places), key.database)
        ids = [*match_ids, *[match_ids[-1]] * (count - len(match_ids))]
        return self._compiled[key].rows(dict(zip(places, ids, strict=True)))


class _Statement(Generic[Row]):
    """A compiled queryset: the work that Django does at each iteration, done once."""

    def __init__(self, queryset: models.QuerySet[Any, Row], database: str) -> None:
        self._database = database
        compiler = queryset.query.get_compiler(using=database)
        try:
            self._sql, self._params = compiler.as_sql()
        except EmptyResultSet:  # no row could ever fulfil it
            self._sql = ""
            return
        self._compiler = compiler
        self._converters = compiler.get_converters([column[0] for column in compiler.select])
        klass = compiler.klass_info
        self._model: Any = None
        if queryset._iterable_class is not ModelIterable:
            return
        self._model = klass["model"]
        columns = klass["select_fields"]
        self._first, self._last = columns[0], columns[-1] + 1
        self._names = [
            column[0].target.attname for column in compiler.select[self._first : self._last]
        ]
        # The type stubs are for a later Django, where this takes one argument more.
        self._related = get_related_populators(  # type: ignore[call-arg]
            klass, compiler.select, database
        )
        self._annotated = compiler.annotation_col_map.items()

    def rows(self, filled: Mapping[Any, Any]) -> list[Row]:
        """Execute with the ids in their places, and make the objects."""
        if not self._sql:
            return []
        params = [filled.get(param, param) for param in self._params]
        with connections[self._database].cursor() as cursor:
            cursor.execute(self._sql, params)
            raw: Any = cursor.fetchall()
        if self._converters:
            raw = self._compiler.apply_converters(raw, self._converters)
        if self._model is None:
            return [tuple(row[: self._compiler.col_count]) for row in raw]  # type: ignore[misc]
        found = []
        for row in raw:
            values = row[self._first : self._last]
            made = self._model.from_db(self._database, self._names, values)
            for related in self._related:
                related.populate(row, made)
            for name, place in self._annotated:
                setattr(made, name, row[place])
            found.append(made)
        return found
