"""`manage.py migrate` as Django has it, but that a new database gets all its tables at once."""

from typing import Any

from django.core.management.commands import migrate

from scorekeeper.backups import schema

# With one of these something else than the newest tables is asked for.
OTHERWISE = ("app_label", "migration_name", "fake", "plan", "check_unapplied", "prune")


class Command(migrate.Command):
    """Django's command."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the tables if there are none, then do what Django does."""
        if not any(options.get(name) for name in OTHERWISE):
            schema.create_tables(schema.newest(options["database"]), options["database"])
        super().handle(*args, **options)
