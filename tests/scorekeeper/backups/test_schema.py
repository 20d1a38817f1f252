"""The tables of a new database, made in one step, equal those that all migrations make one after
another.
"""

import os
import re
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.scorekeeper.conftest import database
from tests.simulation.database import connected_to

pytestmark = [pytest.mark.both_databases, pytest.mark.nightly]

# Tables that were renamed: their indexes and keys keep the automatic names of the former tables.
# No migration refers to these by name, because Django finds them by their columns.
RENAMED = {
    "leaderboards_duematch",
    "leaderboards_entrychunk",
    "leaderboards_ratedmatch",
    "leaderboards_rebuildstate",
    "transmission_action",
    "transmission_storedlayout",
}
# Each row is a table, a name and a definition. The order of a table's columns is ignored,
# because nothing relies on it.
ON_POSTGRES = """
SELECT table_name, column_name, concat_ws(' ', data_type, character_maximum_length,
    numeric_precision, numeric_scale, is_nullable, column_default, identity_generation,
    generation_expression)
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype != 'n'
UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT relname, '', relpersistence::text FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
"""
ON_SQLITE = "SELECT tbl_name, name, sql FROM sqlite_master WHERE sql IS NOT NULL"


@contextmanager
def new_database(place):
    """Let the default connection lead to an empty database, because some migrations use no
    other.
    """
    server = os.environ.get("TEST_DATABASE_URL")
    with ExitStack() as stack:
        if not server:
            stack.enter_context(connected_to({"NAME": str(place)}))
        else:
            url = stack.enter_context(database(server, "scorekeeper_schema"))
            # The pool belongs to the tests' own database, so it is left out.
            options = {**settings.DATABASES["default"]["OPTIONS"]}
            options.pop("pool")
            name = Path(urlsplit(url).path).name
            stack.enter_context(connected_to({"NAME": name, "OPTIONS": options}))
        yield


def tables():
    """Return the columns, keys, checks and indexes of all tables, as (table, name, the database's
    own definition).
    """
    on_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(ON_SQLITE if on_sqlite else ON_POSTGRES)
        definitions = cursor.fetchall()
    parts_found = set()
    for table, name, definition in definitions:
        if table in RENAMED and not definition.startswith("CREATE TABLE"):
            definition, name = re.sub(rf'"?\b{re.escape(name)}\b"?', "", definition, count=1), ""
        parts = [definition]
        if definition.startswith("CREATE TABLE"):
            # SQLite stores the text of the statement, in which the columns may be in any order.
            parts = definition[definition.index("(") + 1 : -1].split(", ")
        parts_found.update((table, name, part) for part in parts)
    return parts_found


def test_they_are_those_that_the_migrations_make(tmp_path, django_db_blocker):
    with django_db_blocker.unblock():
        with new_database(tmp_path / "at_once"):
            call_command("migrate", verbosity=0)
            at_once = tables()
        with new_database(tmp_path / "one_by_one"):
            executor = MigrationExecutor(connection)
            executor.migrate(executor.loader.graph.leaf_nodes())
            one_by_one = tables()
    assert len(at_once) > 1000
    # A column of the release before, which its program may still write during an upgrade.
    assert {part[-1].split()[0] for part in at_once ^ one_by_one} == {'"taken"'}
