"""The queue of due works: when each of them has something to do.

Whoever makes something due calls `schedule` in the same transaction, also for the moment when a
claim on it ends. The worker reads what is due with one statement, calls those works, and deletes
the rows that it has read once a work has returned. So nothing is lost if a worker dies.
"""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from django.db.models import BigIntegerField, CharField, Value
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from jobs.models import DueTime

# The name under which `read` returns that a job waits.
JOBS = "jobs"


def schedule(work: str, at: datetime | None = None) -> None:
    """Let the worker call a due work at a time, by default now."""
    DueTime.objects.create(work=work, at=at or timezone.now())


def read() -> dict[str, set[int]]:
    """Return the rows that are due, by work, and `JOBS` if a job waits: one statement."""
    waiting = DBTaskResult.objects.ready().order_by()
    columns = Value(JOBS, CharField()), Value(0, BigIntegerField())
    due = DueTime.objects.filter(at__lte=timezone.now()).order_by().values_list("work", "pk")
    rows: dict[str, set[int]] = defaultdict(set)
    for work, pk in due.union(waiting.values_list(*columns)):
        rows[work].add(pk)
    return rows


def done(rows: Collection[int]) -> None:
    """Delete rows whose work has been called since they were read."""
    if rows:
        DueTime.objects.filter(pk__in=rows).delete()
