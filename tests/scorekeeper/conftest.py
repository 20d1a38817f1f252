"""PostgreSQL databases for the sites that tests start, next to the tests' own."""

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from scorekeeper.places import REPOSITORY

_numbers = itertools.count(1)


@contextmanager
def database(server: str, name: str, like: str = "template1") -> Iterator[str]:
    """Make a temporary database as a copy of another one; yield its address."""
    # The name is unique, because another module may use the same fixture in the same process.
    name = f"{name}_{os.getpid()}_{next(_numbers)}"
    made, copied = sql.Identifier(name), sql.Identifier(like)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(made, copied))
    yield urlsplit(server)._replace(path=f"/{name}").geturl()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(made))


@pytest.fixture(scope="session")
def prepared_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A database that a site has prepared, to be copied."""
    server = os.environ.get("TEST_DATABASE_URL")
    if not server:
        pytest.skip("needs a PostgreSQL (TEST_DATABASE_URL)")
    with database(server, "scorekeeper_prepared") as url:
        place = {"SCOREKEEPER_DATA": str(tmp_path_factory.mktemp("prepared")), "DATABASE_URL": url}
        subprocess.run(
            [sys.executable, "-m", "scorekeeper", "--prepare-only"],
            cwd=REPOSITORY,
            env={name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ} | place,
            check=True,
        )
        yield url


@pytest.fixture
def database_url(prepared_database: str) -> Iterator[str]:
    """The address of a database for one test, as a site has prepared it."""
    prepared = Path(urlsplit(prepared_database).path).name
    with database(os.environ["TEST_DATABASE_URL"], "scorekeeper_served", like=prepared) as url:
        yield url
