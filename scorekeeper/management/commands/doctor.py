"""`manage.py doctor`: checks that the stored state is sound, and prints what is wrong."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, Error

from jobs import upkeep
from scorekeeper import doctor
from scorekeeper.backups.backup import snapshot
from scorekeeper.console import gettext as _
from scorekeeper.environment import SettingError
from scorekeeper.prepare import try_database
from scorekeeper.status import facts
from scorekeeper.status.warnings import all_warnings

NOTED = 20  # how many faults the status page shows


class Command(BaseCommand):
    """Checks the stored state without changing it. Exits with 1 if anything is wrong."""

    help = "Check foreign keys, scores, boards, records, tournaments and lineages."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the warnings and each fault, and note the outcome for the status page."""
        try:
            try_database()
        except SettingError as error:
            raise CommandError(str(error)) from error
        for warned in all_warnings(facts.stored(), facts.machine()):
            self.stdout.write(warned.text(_))
        faults = list(self._faults())
        # The database may be one that nobody can write to.
        with suppress(Error):
            upkeep.note_done(facts.DOCTOR, {"count": len(faults), "faults": faults[:NOTED]})
        if faults:
            raise CommandError(
                _("%(count)s chose(s) ne vont pas. Une sauvegarde d'avant : manage.py restore.")
                % {"count": len(faults)}
            )
        self.stdout.write(_("Rien à signaler."))

    def _faults(self) -> Iterator[str]:
        """Yield each fault, and print it as soon as it is known."""
        sound = True
        with snapshot(DEFAULT_DB_ALIAS):
            read = chain(
                doctor.broken_keys(),
                doctor.damaged_matches(),
                doctor.damaged_tournaments(),
                doctor.damaged_lineages(),
            )
            for sentence in read:
                self.stdout.write(sentence)
                sound = False
                yield sentence
        if sound:
            # Boards and records are computed from what is checked above. So they are checked only
            # if that is sound; otherwise they would report the same fault again.
            for sentence in chain(doctor.wrong_boards(), doctor.wrong_records()):
                self.stdout.write(sentence)
                yield sentence
