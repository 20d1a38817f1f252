"""What may fail quietly, in sentences: for the status page, `/sante/` and `manage.py doctor`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_noop

from scorekeeper.status.facts import MachineFacts, StoredFacts

MIB = 1024 * 1024
# A disk with fewer free bytes fills soon. `/sante/` fails later, at a fifth of this.
LITTLE_ROOM = 1024 * MIB
OLD = timedelta(days=3)
LONG_WAIT = timedelta(minutes=10)
# Sentences about the last try of a backup, by the problem that was noted.
PROBLEMS = {
    "no_room": gettext_noop(
        "La copie du jour n'a pas été faite : pas assez de place sur le disque."
    ),
    "not_made": gettext_noop("La dernière sauvegarde a échoué : le journal du site dit pourquoi."),
    "not_elsewhere": gettext_noop(
        "La dernière copie n'est pas partie ailleurs : la commande de SCOREKEEPER_BACKUP_HOOK a "
        "échoué."
    ),
}


@dataclass(frozen=True)
class SiteWarning:
    """A warning: its French sentence, and the values in it."""

    sentence: str
    values: dict[str, Any]

    def text(self, translate: Callable[[str], str]) -> str:
        """Return the sentence in the language of `translate`."""
        return translate(self.sentence) % self.values


def all_warnings(stored: StoredFacts, machine: MachineFacts) -> list[SiteWarning]:
    """Return everything to be warned of."""
    return [*of_disk(machine), *of_backups(stored), *of_work(stored)]


def of_disk(machine: MachineFacts) -> Iterator[SiteWarning]:
    """Yield a warning of a disk that fills."""
    if machine.disk_free < LITTLE_ROOM:
        sentence = gettext_noop("Le disque se remplit : il reste %(count)s Mio.")
        yield SiteWarning(sentence, {"count": machine.disk_free // MIB})


def of_backups(stored: StoredFacts) -> Iterator[SiteWarning]:
    """Yield warnings of backups: none, too old, or failed."""
    age = stored.backup_age
    if age is None:
        # Whoever turns the daily copies off, and makes no other, has another way.
        young = stored.begun_at is None or timezone.now() - stored.begun_at < OLD
        if settings.BACKUPS.daily and not young:
            yield SiteWarning(gettext_noop("Aucune sauvegarde n'a encore été faite."), {})
    elif age > OLD:
        sentence = gettext_noop("La dernière sauvegarde a %(count)s jours.")
        yield SiteWarning(sentence, {"count": age.days})
    problem = PROBLEMS.get(stored.backup.report.get("problem", ""))
    if problem:
        yield SiteWarning(problem, {})


def of_work(stored: StoredFacts) -> Iterator[SiteWarning]:
    """Yield warnings of jobs that nobody does, and of messages that nobody takes."""
    waiting = stored.oldest_waiting
    if waiting and timezone.now() - waiting > LONG_WAIT and not stored.jobs["running"]:
        sentence = gettext_noop(
            "Des travaux attendent depuis plus de dix minutes (%(count)s) : aucun processus ne les "
            "fait."
        )
        yield SiteWarning(sentence, {"count": stored.jobs["waiting"]})
    if stored.refused:
        sentence = gettext_noop(
            "Des webhooks sont refusés par qui devait les recevoir (%(count)s)."
        )
        yield SiteWarning(sentence, {"count": stored.refused})
