"""The recurrent tasks of the whole site: who does one now, and how the last try went."""

from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from jobs.models import Upkeep


def claim(name: str, *, every: timedelta, again: timedelta) -> bool:
    """Claim a task for this process. Return False if it is not due, or if another process has it.

    It is due if it was done longer than `every` ago, and last tried longer than `again` ago.
    """
    now = timezone.now()
    Upkeep.objects.get_or_create(name=name)
    not_done = Q(done_at=None) | Q(done_at__lt=now - every)
    not_tried = Q(tried_at=None) | Q(tried_at__lt=now - again)
    return bool(Upkeep.objects.filter(not_done, not_tried, name=name).update(tried_at=now))


def note_done(name: str, report: dict[str, Any]) -> None:
    """Store that a task was done now, and its report."""
    now = timezone.now()
    values = {"tried_at": now, "done_at": now, "report": report}
    Upkeep.objects.update_or_create(name=name, defaults=values)


def note_failed(name: str, report: dict[str, Any]) -> None:
    """Store that a task was tried now in vain, and why. When it was last done stays known."""
    values = {"tried_at": timezone.now(), "report": report}
    Upkeep.objects.update_or_create(name=name, defaults=values)


def last(name: str) -> Upkeep:
    """Return what is known of a task; an empty row if it was never tried."""
    return Upkeep.objects.filter(name=name).first() or Upkeep(name=name, report={})
