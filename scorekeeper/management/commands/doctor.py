"""`manage.py doctor`: checks that the stored state is sound, and prints what is wrong."""

from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS

from scorekeeper import doctor
from scorekeeper.backups.backup import snapshot
from scorekeeper.console import gettext as _
from scorekeeper.environment import SettingError
from scorekeeper.prepare import try_database


class Command(BaseCommand):
    """Checks the stored state without changing it. Exits with 1 if anything is wrong."""

    help = "Check foreign keys, scores, boards, records, tournaments and lineages."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each fault as it is found."""
        count = 0
        try:
            try_database()
        except SettingError as error:
            raise CommandError(str(error)) from error
        with snapshot(DEFAULT_DB_ALIAS):
            read = chain(
                doctor.broken_keys(),
                doctor.damaged_matches(),
                doctor.damaged_tournaments(),
                doctor.damaged_lineages(),
            )
            for sentence in read:
                self.stdout.write(sentence)
                count += 1
        if count == 0:
            # Boards and records are computed from what is checked above. So they are checked only
            # if that is sound; otherwise they would report the same fault again.
            for sentence in chain(doctor.wrong_boards(), doctor.wrong_records()):
                self.stdout.write(sentence)
                count += 1
        if count:
            raise CommandError(
                _("%(count)s chose(s) ne vont pas. Une sauvegarde d'avant : manage.py restore.")
                % {"count": count}
            )
        self.stdout.write(_("Rien à signaler."))
