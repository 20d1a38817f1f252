"""The drill of `make restore-drill`, run on the demonstration club."""

import os

import pytest

from tests.restore_drill import drill, make_demo
from tests.scorekeeper.conftest import database


@pytest.mark.nightly
@pytest.mark.django_db  # so that it is PostgreSQL's: docs/testing.md
def test_a_club_goes_to_postgresql_and_back(tmp_path):
    server = os.environ.get("TEST_DATABASE_URL")
    if not server:
        pytest.skip("needs a PostgreSQL (TEST_DATABASE_URL)")
    source = tmp_path / "demo"
    source.mkdir()
    make_demo(source)
    with database(server, "scorekeeper_drill") as url:
        hashes = drill(source, tmp_path, url)
    assert hashes == hashes[:1] * 3
