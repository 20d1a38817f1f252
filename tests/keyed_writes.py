"""Watches the statements of the tests: a write on rows of a match or tournament names which.

A statement that changes or deletes such rows has the match or the tournament in its own `WHERE`. A
statement about a person, an account, a link or a club concerns all their matches, and names them
instead; but then it may not pick rows by their ids. The statements of the tests themselves are left
out.
"""

import inspect
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db.backends.signals import connection_created
from django.db.models import Model

from clubs.models import CapabilityLink, Club, Player
from core.keyed import Keyed
from games.models import Match
from tournaments.models import Tournament

ROOT = Path(__file__).resolve().parent.parent
TESTS = Path(__file__).resolve().parent
BACKUPS = ROOT / "scorekeeper" / "backups"
WRITE = re.compile(r'\s*(?:UPDATE|DELETE FROM)\s+"?(\w+)"?(.*)', re.DOTALL)
INNER = re.compile(r"\([^()]*\)")


def owners(model: type[Model]) -> set[str]:
    """Return the names of the foreign keys of a model to a match or a tournament."""
    return {
        field.name
        for field in model._meta.concrete_fields
        if field.related_model in (Match, Tournament)
    }


class Columns(NamedTuple):
    """The columns of a table of rows of a match or tournament that a write may name."""

    key: str
    pk: str
    others: frozenset[str]


@cache
def columns() -> dict[str, Columns]:
    """Return the columns that a write may name, by table."""
    wide = (apps.get_model(settings.AUTH_USER_MODEL), Player, CapabilityLink, Club)
    return {
        model._meta.db_table: Columns(
            model._meta.get_field(model.KEY).column,
            model._meta.pk.column,
            frozenset(f.column for f in model._meta.concrete_fields if f.related_model in wide),
        )
        for model in apps.get_models()
        if issubclass(model, Keyed)
    }


def lacks_key(sql: str) -> bool:
    """Return whether a statement writes rows of a match or tournament without naming it."""
    write = WRITE.match(sql)
    if write is None or write[1] not in columns():
        return False
    text = write[2]
    while inner := INNER.search(text):
        plain = "a subquery" if "SELECT" in inner[0] else inner[0][1:-1]
        text = text[: inner.start()] + f" {plain} " + text[inner.end() :]
    named = set(re.findall(r'"?(\w+)"?\s+(?:=|IN\b)', text.partition(" WHERE ")[2]))
    known = columns()[write[1]]
    return known.key not in named and (known.pk in named or not known.others & named)


def of_the_tests() -> bool:
    """Return whether the nearest code of the project on the stack is a test's, a backup's or a
    migration's.

    A restore empties whole tables, and a migration fills them: neither names a match.
    """
    frame = inspect.currentframe()
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if (
            path != Path(__file__)
            and path.is_relative_to(ROOT)
            and "site-packages" not in path.parts
        ):
            whole = path.is_relative_to(BACKUPS) or path.parent.name == "migrations"
            return whole or path.is_relative_to(TESTS)
        frame = frame.f_back
    return True


def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Run a statement. Note it if it writes rows of a match or tournament without naming it."""
    if lacks_key(sql) and not of_the_tests():
        keyless.append(sql)
    return execute(sql, params, many, context)


# The statements that lacked their key, since the last test.
keyless: list[str] = []


def check() -> None:
    """Raise AssertionError if a statement has lacked its key since the last call."""
    statements = keyless[:]
    keyless.clear()
    assert not statements, "writes that name neither match nor tournament: " + str(statements)


def install() -> None:
    """Watch every connection that is opened from now on, of any thread."""
    connection_created.connect(_opened, dispatch_uid="tests.keyed_writes")


def _opened(sender: Any, connection: Any, **_: Any) -> None:
    if watch not in connection.execute_wrappers:
        connection.execute_wrappers.append(watch)
