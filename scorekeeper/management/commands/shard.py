"""`manage.py shard`: prints the SQL that spreads the tables over a Citus database's machines."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from scorekeeper.console import gettext as _
from scorekeeper.database import shards
from scorekeeper.environment import SettingError
from scorekeeper.prepare import try_database


class Command(BaseCommand):
    """Prints SQL for a Citus coordinator, and changes nothing itself."""

    help = "Print the SQL that spreads the tables over the machines of a Citus database."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the statements for the tables that are not spread yet."""
        try:
            try_database()
        except SettingError as error:
            raise CommandError(str(error)) from error
        if not on_citus():
            raise CommandError(_("Cette base n'est pas un coordinateur Citus : rien à répartir."))
        models = shards.all_models()
        try:
            shards.check_places(models, connection.introspection.table_names())
        except shards.NoPlace as error:
            tables = ", ".join(error.tables)
            raise CommandError(
                _("Ces tables n'ont pas de place (scorekeeper/database/shards.py) : %(tables)s.")
                % {"tables": tables}
            ) from error
        for statement in shards.statements(models, done=spread()):
            self.stdout.write(statement)


def on_citus() -> bool:
    """Return whether the site's database is a Citus one."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')")
        return bool(cursor.fetchone()[0])


def spread() -> set[str]:
    """Return the tables that Citus knows already."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT logicalrelid::regclass::text FROM pg_dist_partition")
        return {name for (name,) in cursor.fetchall()}
