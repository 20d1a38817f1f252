"""`manage.py backup`: writes the whole site into one file, while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.backups import keeping
from scorekeeper.backups.archive import BackupError
from scorekeeper.backups.retention import OF_TIMER, OF_WORKER, Retention
from scorekeeper.backups.wording import described
from scorekeeper.console import gettext as _


class Command(BaseCommand):
    """Writes the file completely or not at all; an earlier file of that name is replaced.

    Without a name it is a dated copy in the folder of backups; old copies are then deleted.
    """

    help = "Write the whole site into one file, from either database, while it runs."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file, how many dated copies stay, and what is in them."""
        parser.add_argument(
            "file", type=Path, nargs="?", help="The file to write; without it, a dated copy."
        )
        parser.add_argument(
            "--with-secret-key",
            action="store_true",
            default=settings.BACKUPS.secret_key,
            help="Put the site's secret key in, so that links and sessions go on working.",
        )
        parser.add_argument(
            "--keep",
            type=int,
            nargs=3,
            metavar=("DAYS", "WEEKS", "MONTHS"),
            help="How many days, weeks and months keep a dated copy: 7 5 12 unless given.",
        )
        parser.add_argument(
            "--of-worker", action="store_true", help="The worker's daily copy, of which 7 stay."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the backup, and print its description."""
        with_secret_key, of_worker = options["with_secret_key"], options["of_worker"]
        usual = OF_WORKER if of_worker else OF_TIMER
        retention = Retention(*options["keep"]) if options["keep"] else usual
        try:
            if options["file"]:
                made = keeping.make_named(options["file"], with_secret_key=with_secret_key)
            else:
                made = keeping.make_dated(
                    retention, with_secret_key=with_secret_key, of_worker=of_worker
                )
        except BackupError as error:
            raise CommandError(str(error)) from error
        if not options["file"]:
            self.stdout.write(str(made.path))
        self.stdout.write(described(made.manifest))
        if not made.manifest.secret_key:
            self.stdout.write(
                _(
                    "La clé secrète n'y est pas (--with-secret-key) : la garder à part, "
                    "les liens donnés aux tables en dépendent."
                )
            )
