"""`manage.py verify`: whether a backup is whole, without any database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.backups.archive import BackupError, verify
from scorekeeper.backups.wording import described


class Command(BaseCommand):
    """Reads all of the file and compares it with its hash."""

    help = "Read a whole backup, and say whether it is what was written."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path, help="A file made by manage.py backup.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what is in it, or what is wrong with it."""
        try:
            manifest = verify(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(described(manifest))
