"""The tables of a site, and their rows as lines of canonical JSON and back."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import connections
from django.db.migrations.state import StateApps
from django.db.models import Field, ForeignKey, JSONField, Model

from core.bulk import Rows, insert
from scorekeeper.backups.archive import Digest, Table

AT_ONCE = 2000
_BY_MIGRATE = "made anew by each migration of a database; no row of the site points to it"
_OF_PERMISSIONS = "Django's permissions, of which the site makes no use: its roles are memberships"
_CACHE = "made anew by the worker when it is missed"
_OF_A_PLACE = "how the copies and checks of one place went, which says nothing of another"
_OF_LOCKOUTS = "counts of wrong passwords, which are worth a quarter of an hour"
# The tables that a backup leaves out, each with the reason. (The table of the rate limits has no
# model, so it is left out too.)
LEFT_OUT = {
    "contenttypes.contenttype": _BY_MIGRATE,
    "auth.permission": _BY_MIGRATE,
    "auth.group_permissions": _OF_PERMISSIONS,
    "clubs.user_user_permissions": _OF_PERMISSIONS,
    "games.keptresult": _CACHE,
    "jobs.upkeep": _OF_A_PLACE,
    "axes.accessattempt": _OF_LOCKOUTS,
    "axes.accessattemptexpiration": _OF_LOCKOUTS,
    "axes.accessfailurelog": _OF_LOCKOUTS,
    "axes.accesslog": _OF_LOCKOUTS,
}
# The kinds of field whose values are the same in JSON and in every database.
PLAIN = {
    "AutoField",
    "BigAutoField",
    "BigIntegerField",
    "BooleanField",
    "CharField",
    "FloatField",
    "IntegerField",
    "PositiveBigIntegerField",
    "PositiveIntegerField",
    "PositiveSmallIntegerField",
    "SlugField",
    "SmallIntegerField",
    "TextField",
}
Read = Callable[[Any], Any]


def tables(apps: StateApps) -> dict[str, type[Model]]:
    """Return the tables of a backup: those of all models, many-to-many relations included."""
    models_by_label = {
        model._meta.label_lower: model for model in apps.get_models(include_auto_created=True)
    }
    return {
        label: model
        for label, model in sorted(models_by_label.items())
        if label not in LEFT_OUT and model._meta.managed and not model._meta.proxy
    }


def columns(model: type[Model]) -> list[str]:
    """Return the names of the columns of a table, without those that the database computes."""
    return [str(field.column) for field in _fields(model)]


def _fields(model: type[Model]) -> list["Field[Any, Any]"]:
    stored = (field for field in model._meta.local_concrete_fields if not field.generated)
    return sorted(stored, key=lambda field: str(field.column))


def lines(model: type[Model], using: str) -> Iterator[bytes]:
    """Yield the rows of a table as lines of JSON, reading `AT_ONCE` rows at a time."""
    names = [field.attname for field in _fields(model)]
    rows = model._base_manager.using(using).order_by().values_list(*names)
    return map(_line, rows.iterator(chunk_size=AT_ONCE))


def lines_of(model: type[Model], rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Yield rows, given as values by attribute, as lines of JSON."""
    names = [field.attname for field in _fields(model)]
    return (_line([row[name] for name in names]) for row in rows)


def _line(row: Sequence[Any]) -> bytes:
    text = _canonical(row)
    if "e+" in text or "-0.0" in text:
        # PostgreSQL's jsonb writes the same float in another form.
        text = _canonical([_one_writing(value) for value in row])
    return text.encode()


_ENCODER = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=lambda value: _as_json(value)
)
_canonical = _ENCODER.encode


def _as_json(value: Any) -> str:
    """Return a value that JSON has no type for as text, which is the same for every database."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, (Decimal, UUID)):
        return str(value)
    return b64encode(bytes(value)).decode()


def _one_writing(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and (abs(value) >= 1e16 or value == 0):
        return int(value) if value else 0.0
    if isinstance(value, dict):
        return {key: _one_writing(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_one_writing(inner) for inner in value]
    return value


def digest(model: type[Model], using: str) -> Table:
    """Return the description of a table as the database has it, to compare with the manifest."""
    counted = Digest()
    for _line in counted.passing(lines(model, using)):
        pass
    return counted.table(columns(model))


def load(
    model: type[Model], column_names: Sequence[str], given: Iterable[bytes], using: str
) -> None:
    """Insert the rows of JSON lines, whose values are in the order of `column_names`."""
    by_column = {field.column: field for field in _fields(model)}
    reads = [_reader(by_column[column], using) for column in column_names]
    rest = iter(given)
    while some := list(islice(rest, AT_ONCE)):
        read = zip(*(json.loads(line) for line in some), strict=True)
        values = [
            list(column) if how is None else list(map(how, column))
            for how, column in zip(reads, read, strict=True)
        ]
        insert(Rows(model, column_names, values), using=using)


def _reader(field: "Field[Any, Any]", using: str) -> Read | None:
    """Return the function that converts the JSON values of a column; None if none is needed."""
    connection, target = connections[using], field
    while isinstance(target, ForeignKey):
        target = target.target_field
    if target.get_internal_type() in PLAIN:
        return None
    if isinstance(target, JSONField) and not field.null:
        # Here None means the JSON value `null`: the column can't be NULL in SQL.
        return lambda value: connection.ops.adapt_json_value(value, None)

    def read(value: Any) -> Any:
        if value is None:
            return None
        return target.get_db_prep_save(target.to_python(value), connection)

    return read
