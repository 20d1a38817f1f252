"""`manage.py backup`: writes the whole site into one file, while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.backups.archive import BackupError
from scorekeeper.backups.backup import backup
from scorekeeper.backups.wording import described
from scorekeeper.console import gettext as _
from scorekeeper.environment import SettingError
from scorekeeper.prepare import try_database


class Command(BaseCommand):
    """Writes the file completely or not at all; an earlier file of that name is replaced."""

    help = "Write the whole site into one file, from either database, while it runs."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file, and the option to include the secret key."""
        parser.add_argument("file", type=Path, help="The file to write, for example carnet.zip.")
        parser.add_argument(
            "--with-secret-key",
            action="store_true",
            help="Put the site's secret key in, so that links and sessions go on working.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the backup, and print its description."""
        try:
            try_database()
            manifest = backup(options["file"], with_secret_key=options["with_secret_key"])
        except (BackupError, SettingError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(described(manifest))
        if not manifest.secret_key:
            self.stdout.write(
                _(
                    "La clé secrète n'y est pas (--with-secret-key) : la garder à part, "
                    "les liens donnés aux tables en dépendent."
                )
            )
