"""Watches the statements of the tests: those on rows of a match or tournament name which.

- A statement that changes or deletes such rows has the match or the tournament in its own `WHERE`.
  A statement about a person, an account, a link or a club concerns all their matches, and names
  them instead; but then it may not pick rows by their ids.
- A SELECT of a service names the match or the tournament of each table that it reads: by a value,
  or by a join with a table for which it is named. `READS_OF_MANY` lists what reads rows of many.

The statements of the tests themselves are left out.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db.backends.signals import connection_created

from clubs.models import CapabilityLink, Club, Player
from core.keyed import Keyed
from scorekeeper.database import shards

ROOT = Path(__file__).resolve().parent.parent
HERE = str(Path(__file__).resolve())
WRITE = re.compile(r'\s*(?:UPDATE|DELETE FROM)\s+"?(\w+)"?(.*)', re.DOTALL)
INNER = re.compile(r"\([^()]*\)")

# What reads rows of many matches or tournaments for a service, or does not know yet of which. Each
# is a file, or a function in it.
READS_OF_MANY = {
    "games/receivers.py _guests_seats": "where a club's guests sit, in all matches",
    "games/services/data_export.py": "an account gets what it has in all matches",
    "games/services/forgetting.py": "a person is forgotten in all their matches",
    "games/services/joining.py _person": "whom a series' other matches know by a seat",
    "games/services/match_details.py _take_back": "whether anything else knows a mistaken name",
    "games/services/offers.py offer": "how much of one phone waits",
    "games/services/proposing.py _decided": "a club names a proposal by its number",
    "games/services/proposing.py trust": "a club names a proposal by its number",
    "games/services/series.py _after": "a series' newest match",
    "games/services/starting.py _first_start": "a start is looked for by its client_id alone",
    "tournaments/services/catching_up.py": "once after an upgrade",
    "tournaments/services/challenges.py": "a season has many tournaments",
    "tournaments/services/duplicate/boards.py _claim": "which boards are due, of all tournaments",
    "tournaments/services/entrants/guests.py": "where a club's guests are, in all tournaments",
    "tournaments/services/entrants/people.py": "a person's entries in all tournaments",
    "tournaments/services/final_places.py catch_up": "once after an upgrade",
    "tournaments/services/guest_lines.py": "where a club's guests are, in all tournaments",
    "tournaments/services/results.py row_of": "a match that was started elsewhere names no table",
    "tournaments/services/setting.py first_made": "a start is looked for by its client_id alone",
    "tournaments/services/typed.py catch_up": "once after an upgrade",
}


# --- Writes ------------------------------------------------------------------------------------


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


@cache
def lacks_key(sql: str) -> bool:
    """Return whether a statement writes rows of a match or tournament without naming it."""
    write = WRITE.match(sql)
    if write is None or write[1] not in columns():
        return False
    text = write[2]
    while inner := INNER.search(text):
        plain = "a subquery" if "SELECT" in inner[0] else inner[0][1:-1]
        text = text[: inner.start()] + f" {plain} " + text[inner.end() :]
    named = set(re.findall(r'"?(\w+)"?\s+(?:=|IN\b|IS NULL)', text.partition(" WHERE ")[2]))
    known = columns()[write[1]]
    return known.key not in named and (known.pk in named or not known.others & named)


# --- Reads -------------------------------------------------------------------------------------

_COLUMN = r'"?(\w+)"?\."?(\w+)"?'
TABLE = re.compile(r'(?:FROM|JOIN)\s+"?(\w+)"?(?:\s+([A-Z]\d+)\b)?')
VALUE = re.compile(rf"{_COLUMN}\s+(?:=\s+%s|IN\s+%s|IS NULL)")
EQUAL = re.compile(rf"{_COLUMN}\s+=\s+{_COLUMN}")


@cache
def keys() -> dict[str, str]:
    """Return the column of the key of each table that lies with a match or a tournament."""
    return {name: at.column for name, at in shards.distributed(shards.all_models()).items()}


@cache
def read_without_key(sql: str) -> frozenset[str]:
    """Return the tables that a statement reads without the match or tournament being named."""
    return frozenset(table for select in _selects(sql) for table in _without_key(select))


def _selects(sql: str) -> Iterator[str]:
    """Yield each SELECT of a statement: without brackets, and without those inside it."""
    text = f"({sql})"
    while inner := INNER.search(text):
        plain = inner[0][1:-1]
        if "SELECT " in plain:
            yield from plain.split(" UNION ")
            plain = "a_subquery"
        text = f"{text[: inner.start()]} {plain} {text[inner.end() :]}"


def _without_key(select: str) -> set[str]:
    table_by_alias = {alias or table: table for table, alias in TABLE.findall(select)}
    named = set(VALUE.findall(select))
    pairs = [((a, b), (c, d)) for a, b, c, d in EQUAL.findall(select)]
    for left, right in pairs:
        # A column of the surrounding statement is a value here.
        named |= {left} if right[0] not in table_by_alias else set()
        named |= {right} if left[0] not in table_by_alias else set()
    for _each in pairs:
        for pair in pairs:
            named |= set(pair) if named.intersection(pair) else set()
    return {
        table
        for alias, table in table_by_alias.items()
        if table in keys() and (alias, keys()[table]) not in named
    }


# --- The watch ---------------------------------------------------------------------------------


class Place(NamedTuple):
    """A function of the project on the stack: its file, from the project's folder, and its name."""

    file: str
    function: str


def stack() -> Iterator[Place]:
    """Yield the functions of the project that are running, the innermost first."""
    frame = inspect.currentframe()
    while frame is not None:
        file = _file(frame.f_code.co_filename)
        if file:
            yield Place(file, frame.f_code.co_name)
        frame = frame.f_back


@cache
def _file(name: str) -> str:
    path = Path(name)
    if name == HERE or not path.is_relative_to(ROOT) or "site-packages" in path.parts:
        return ""
    return path.relative_to(ROOT).as_posix()


def of_the_tests() -> bool:
    """Return whether the nearest code of the project on the stack is a test's, a backup's or a
    migration's.

    A restore empties whole tables, and a migration fills them: neither names a match.
    """
    file = next((place.file for place in stack()), "tests/")
    return file.startswith(("tests/", "scorekeeper/backups/")) or "/migrations/" in file


def of_a_write() -> bool:
    """Return whether a service is running that writes one match or one tournament."""
    for file, function in stack():
        if file.startswith("tests/") or {file, f"{file} {function}"} & READS_OF_MANY.keys():
            return False
        if file.startswith(("games/services/", "tournaments/services/")):
            return True
    return False


def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Run a statement. Note it if it should name a match or tournament and does not."""
    read = sql.startswith("SELECT") and read_without_key(sql) and of_a_write()
    if read or (lacks_key(sql) and not of_the_tests()):
        keyless.append(sql)
    return execute(sql, params, many, context)


# The statements that lacked their key, since the last test.
keyless: list[str] = []


def check() -> None:
    """Raise AssertionError if a statement has lacked its key since the last call."""
    statements = keyless[:]
    keyless.clear()
    assert not statements, "they name neither match nor tournament: " + str(statements)


def install() -> None:
    """Watch every connection that is opened from now on, of any thread."""
    connection_created.connect(_opened, dispatch_uid="tests.keyed_writes")


def _opened(sender: Any, connection: Any, **_: Any) -> None:
    if watch not in connection.execute_wrappers:
        connection.execute_wrappers.append(watch)
