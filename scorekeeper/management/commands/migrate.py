"""Django's `manage.py migrate`, which also creates all tables of a new database at once."""

from typing import Any

from django.core.management.commands import migrate

from scorekeeper.backups import schema

# The options with which the command does something other than create the newest tables.
OTHERWISE = ("app_label", "migration_name", "fake", "plan", "check_unapplied", "prune")


class Command(migrate.Command):
    """Django's `migrate`, which first creates all tables of a new database in one step."""

    def handle(self, *args: Any, **options: Any) -> None:
        """In a new database, create the tables first. Then run Django's command."""
        if not any(options.get(name) for name in OTHERWISE):
            schema.create_tables(schema.newest(options["database"]), options["database"])
        super().handle(*args, **options)
