"""`manage.py restore`: reads a site from a backup into a new database of either kind."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper import environment
from scorekeeper.backups.archive import BackupError
from scorekeeper.backups.restore import restore
from scorekeeper.backups.wording import described
from scorekeeper.console import gettext as _
from scorekeeper.environment import SettingError
from scorekeeper.prepare import try_database


class Command(BaseCommand):
    """Fills a new database completely, or leaves it without a row."""

    help = "Read a backup into a new database: SQLite or PostgreSQL, whichever it was made on."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument: the file of the backup."""
        parser.add_argument("file", type=Path, help="A file made by manage.py backup.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the backup, and print how to use its secret key."""
        try:
            try_database()
            manifest, key = restore(options["file"])
        except (BackupError, SettingError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(described(manifest))
        if key is None:
            self.stdout.write(
                _(
                    "La clé secrète n'était pas dans le fichier : sans celle de l'ancien site "
                    "(secret-key, ou SCOREKEEPER_SECRET_KEY), chacun se reconnecte et les liens "
                    "donnés aux tables ne marchent plus."
                )
            )
        elif key != settings.SECRET_KEY:
            place = settings.DATA / "secret-key.restored"
            environment.write_private(place, key)
            self.stdout.write(
                _(
                    "La clé secrète de l'ancien site est dans %(place)s : avant de démarrer, "
                    "mettre ce fichier à la place de secret-key, ou son texte dans "
                    "SCOREKEEPER_SECRET_KEY."
                )
                % {"place": place}
            )
