"""Simulated evenings: a few of the day in each run, ten thousand in the soak.

`python -m tests.simulation --seed N` replays the evening of a seed.
"""

import re

import pytest
from django.db import connection

from scorekeeper.settings import BASE_DIR
from tests.simulation.evening import filled, happen
from tests.simulation.faults import FAULTS, found
from tests.soaking import DAY, SOAK

pytestmark = [pytest.mark.slow, pytest.mark.both_databases]

# PostgreSQL takes longer, and what people do is the same on both.
A_DAY, ALL = (3, 10_000) if connection.vendor == "sqlite" else (2, 1000)
AT_ONCE = 100


@pytest.fixture(scope="module")
def database(django_db_setup, django_db_blocker):
    """What every evening begins with, apart from the other tests' database."""
    with django_db_blocker.unblock():
        made = filled()
        yield made
        made.remove()


@pytest.mark.parametrize("first", range(0, ALL, AT_ONCE) if SOAK else [DAY * A_DAY % ALL])
def test_nothing_is_wrong_after_an_evening(database, first):
    for seed in range(first, first + (AT_ONCE if SOAK else A_DAY)):
        told = happen(seed, database)
        assert told.wrong == [], f"python -m tests.simulation --seed {seed}\n" + "\n".join(
            told.wrong
        )


@pytest.mark.weekly
def test_a_seed_replays_exactly(database):
    assert happen(DAY, database) == happen(DAY, database)


def test_every_fault_is_a_line_of_the_docs():
    docs = (BASE_DIR / "docs" / "testing.md").read_text(encoding="utf-8")
    assert [fault.words for fault in FAULTS] == re.findall(
        r"^\| (.*?) \|", docs.partition("| fault |")[2].partition("\n\n")[0], flags=re.M
    )


@pytest.mark.soak
@pytest.mark.one_database
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.words)
def test_a_fault_is_found(database, fault):
    assert found(fault, database) is not None
