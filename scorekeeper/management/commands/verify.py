"""`manage.py verify`: checks that a backup is complete and undamaged, without any database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.backups import schema
from scorekeeper.backups.archive import BackupError, newer_program, verify
from scorekeeper.backups.wording import described


class Command(BaseCommand):
    """Reads the whole file and compares its digests with the manifest."""

    help = "Read a whole backup, and say whether it is what was written."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument: the file of the backup."""
        parser.add_argument("file", type=Path, help="A file made by manage.py backup.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the backup's description, or raise CommandError with the damage."""
        try:
            manifest = verify(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(described(manifest))
        if schema.unknown(manifest.migrations):
            raise CommandError(str(newer_program(manifest.version)))
