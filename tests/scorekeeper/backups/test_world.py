"""A site that has something of everything is unchanged by a backup and a restore."""

import pytest

from scorekeeper.backups.backup import backup, write
from scorekeeper.backups.restore import restore
from tests.permissions.conftest import two_clubs  # noqa: F401 -- a fixture

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.nightly]


@pytest.mark.usefixtures("two_clubs")
def test_the_other_database_has_the_same_hash_and_so_has_its_backup(new_sqlite, tmp_path):
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    made = write(first)
    assert made.rows > 400
    assert restore(first, new_sqlite) == (made, None)
    again = backup(second, using=new_sqlite)
    assert (again.hash, again.tables, again.migrations) == (
        made.hash,
        made.tables,
        made.migrations,
    )
