"""New databases beside the tests' own, each under its own alias."""

from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import connections

from scorekeeper.database.addresses import database


@contextmanager
def known_as(alias, url):
    """Make a database known to Django under that alias within the block."""
    connections.settings[alias] = connections.configure_settings(
        {"default": {}, alias: database(url)}
    )[alias]
    try:
        yield alias
    finally:
        connections[alias].close()
        getattr(connections[alias], "close_pool", lambda: None)()
        del connections[alias]
        del connections.settings[alias]


@pytest.fixture
def new_sqlite(tmp_path, django_db_blocker):
    """A SQLite database with every migration, and no row."""
    path = tmp_path / "new.sqlite3"
    with django_db_blocker.unblock(), known_as("sqlite", f"sqlite:///{path}") as alias:
        call_command("migrate", database=alias, interactive=False, verbosity=0)
        yield alias


@pytest.fixture
def new_postgres(database_url, django_db_blocker):
    """A PostgreSQL database with every migration and no row."""
    with django_db_blocker.unblock(), known_as("postgres", database_url) as alias:
        with connections[alias].cursor() as cursor:
            names = connections[alias].introspection.table_names(cursor)
            tables = ", ".join(f'"{name}"' for name in names if name != "django_migrations")
            cursor.execute(f"TRUNCATE {tables} RESTART IDENTITY")
        yield alias
