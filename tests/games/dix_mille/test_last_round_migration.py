"""A match with a last round, stored before the rule had two readings, comes through the upgrade."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.dix_mille.models import MilleRules
from tests import factories

BEFORE = [("dix_mille", "0002_what_columns_say")]


def migrate(targets=None):
    """Migrate to these targets, without any to the newest of every app."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets or executor.loader.graph.leaf_nodes())


@pytest.mark.django_db(transaction=True)
def test_a_boolean_of_before_is_read_as_one_more_turn_each():
    matches = {
        reading: factories.started("dix-mille", rules={"last_round": reading})
        for reading in ("off", "turn_each")
    }
    migrate(BEFORE)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM dix_mille_millerules WHERE last_round")
            assert cursor.fetchone() == (1,)
    finally:
        migrate()
    for reading, match in matches.items():
        assert MilleRules.objects.get(match=match.pk).last_round == reading
