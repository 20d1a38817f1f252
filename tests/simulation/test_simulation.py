"""Simulated evenings: the same few in each run of `make test`, new ones at night.

`python -m tests.simulation --seed N` replays the evening of a seed.
"""

import re

import pytest
from django.db import connection

from scorekeeper.settings import BASE_DIR
from tests.extents import SCALE, seeds
from tests.simulation.evening import filled, happen
from tests.simulation.faults import FAULTS, first_found

pytestmark = pytest.mark.both_databases

# PostgreSQL gets fewer evenings because they take longer there. People do the same on both.
USUAL, NEW = (2, 300 * SCALE) if connection.vendor == "sqlite" else (1, 50 * SCALE)


@pytest.fixture(scope="module")
def database(django_db_setup, django_db_blocker):
    """The filled database that every evening copies; the other tests do not use it."""
    with django_db_blocker.unblock():
        made = filled()
        yield made
        made.remove()


@pytest.mark.parametrize("seed", seeds("simulated evenings", USUAL, NEW))
def test_nothing_is_wrong_after_an_evening(database, seed):
    wrong = happen(seed, database).wrong
    assert wrong == [], "\n".join([f"python -m tests.simulation --seed {seed}", *wrong])


@pytest.mark.nightly
@pytest.mark.one_database
def test_a_seed_replays_exactly(database):
    assert happen(0, database) == happen(0, database)


def test_every_fault_is_a_line_of_the_docs():
    docs = (BASE_DIR / "docs" / "testing.md").read_text(encoding="utf-8")
    assert [fault.words for fault in FAULTS] == re.findall(
        r"^\| (.*?) \|", docs.partition("| fault |")[2].partition("\n\n")[0], flags=re.M
    )


@pytest.mark.nightly
@pytest.mark.one_database
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.words)
def test_a_fault_is_found(database, fault):
    assert first_found(fault, database) is not None
