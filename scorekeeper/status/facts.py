"""What is known of the site's state: disk, database, backups, jobs, webhooks, processes."""

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count
from django.utils import timezone

from clubs.models import User
from jobs import processes, upkeep
from jobs.models import Job, State, Upkeep
from jobs.processes import ProcessState
from tournaments.models import Delivery, Webhook

BACKUP, DOCTOR = "backup", "doctor"


@dataclass(frozen=True)
class StoredFacts:
    """What the database knows. `begun_at`: when the site's first account was made.

    `jobs` are counted by their state. `refused` webhooks have given up a message; `retried`
    messages were refused and are sent again.
    """

    begun_at: datetime | None
    backup: Upkeep
    doctor: Upkeep
    jobs: dict[str, int]
    oldest_waiting: datetime | None
    refused: int
    retried: int

    @property
    def backup_age(self) -> timedelta | None:
        """The age of the last backup; None without one."""
        return timezone.now() - self.backup.done_at if self.backup.done_at else None


def stored() -> StoredFacts:
    """Read what the database knows, in seven queries."""
    counted = Job.objects.order_by().values("state").annotate(count=Count("pk"))
    counts = {row["state"]: int(row["count"]) for row in counted}
    waiting = Job.objects.filter(state=State.WAITING).order_by("created_at")
    return StoredFacts(
        begun_at=User.objects.order_by("pk").values_list("date_joined", flat=True).first(),
        backup=upkeep.last(BACKUP),
        doctor=upkeep.last(DOCTOR),
        jobs={state: counts.get(state, 0) for state in State.values},
        oldest_waiting=waiting.values_list("created_at", flat=True).first(),
        refused=Webhook.objects.filter(refused_at__isnull=False).count(),
        retried=Delivery.objects.filter(tries__gt=0).count(),
    )


@dataclass(frozen=True)
class MachineFacts:
    """What this machine knows: the bytes of its disk, and the site's processes on it."""

    disk_free: int
    disk_size: int
    processes: list[ProcessState]

    @property
    def streams(self) -> int:
        """How many pages follow a match, in all processes."""
        return sum(process.streams for process in self.processes)

    @property
    def waiting(self) -> int:
        """How many requests are not answered yet, in all processes."""
        return sum(process.waiting for process in self.processes)


def machine() -> MachineFacts:
    """Read what this machine knows, without the database."""
    try:
        disk = shutil.disk_usage(settings.DATA)
    except OSError:
        return MachineFacts(0, 0, processes.running())
    return MachineFacts(disk.free, disk.total, processes.running())
