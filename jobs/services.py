"""All writes about jobs: starting, stopping, doing and deleting them."""

import json
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django_tasks_db.models import DBTaskResult

from clubs.models import Club, User
from core.errors import Denied, NotFound, Refused
from jobs import extras, queries
from jobs.job_owner import JobOwner
from jobs.models import DueTime, Job, State
from jobs.progress import Cancelled, Progress, Stopping
from jobs.registry import Failed, shown_work, work_of, works

log = logging.getLogger("jobs")

# How many unfinished jobs there may be: of one account or visitor, and of all visitors at one
# address. All phones of a club may share an address.
MOST = 2
MOST_OF_ADDRESS = 8
# The largest size of a job's arguments and of its result, in characters of JSON. Larger
# arguments belong in the payload, a larger result in tables.
ARGUMENTS_SIZE = 64 * 1024
RESULT_SIZE = 4 * 1024 * 1024
KEPT = timedelta(days=1)
# A worker reports every `worker.BEAT` seconds that it is alive. After this time without a report
# it counts as dead.
DEAD_AFTER = timedelta(minutes=1)
# Members' work has priority over visitors'.
ACCOUNT_PRIORITY = 10


@transaction.atomic
def start(
    *,
    kind: str,
    arguments: dict[str, Any],
    by: JobOwner,
    payload: bytes | None = None,
    club: Club | None = None,
) -> Job:
    """Start a job of a kind; the worker begins once the transaction is committed.

    Raises `Refused` `too_many_jobs` while two of the owner's jobs are unfinished (or eight of all
    visitors at their address). The calling view must send a visitor their key: a page by
    `job_owner.keep`, the API as `job_token` in its answer.
    """
    work_of(kind)
    if len(json.dumps(arguments)) > ARGUMENTS_SIZE:
        raise ValueError(f"{kind}: these arguments are a payload")
    _hold(by)
    if queries.unfinished(by).count() >= MOST:
        raise Refused("too_many_jobs")
    if by.origin and queries.unfinished_from(by.origin).count() >= MOST_OF_ADDRESS:
        raise Refused("too_many_jobs")
    job = Job.objects.create(
        kind=kind,
        arguments=arguments,
        payload=payload,
        owner=by.account,
        visitor=by.visitor,
        origin=by.origin,
        club=club,
        language=translation.get_language() or "fr",
    )
    # Enqueue in the same transaction, so that the queue's row and the job are stored together.
    _enqueue(job)
    job.refresh_from_db()
    return job


def find_or_start(*, kind: str, arguments: dict[str, Any], by: JobOwner) -> Job:
    """Return the unfinished job of this kind and arguments; if there is none, start it.

    It is for work that serves everybody. Raises `Refused` `too_many_jobs`, as `start` does.
    """
    return queries.same_work(kind, arguments) or start(kind=kind, arguments=arguments, by=by)


def _enqueue(job: Job) -> None:
    from jobs.tasks import run  # noqa: PLC0415 -- the task calls `perform`, below

    run.using(priority=ACCOUNT_PRIORITY if job.owner_id else 0).enqueue(job.pk)


def _hold(by: JobOwner) -> None:
    """Lock the account or the visitor's address, so that two starts can't count its jobs at once.

    SQLite needs no lock, because it has a single writer.
    """
    if by.account is not None:
        User.objects.select_for_update().get(pk=by.account.pk)
    elif connection.vendor == "postgresql":
        key = int(by.origin[:15] or "0", 16)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])


@transaction.atomic
def cancel(*, job: Job, by: JobOwner) -> Job:
    """Stop a job: at once if it has not begun, else at its next step.

    A finished job does not change. Raises `NotFound` if `by` may not see the job, `Denied` if they
    may see it but not stop it.
    """
    if not by.may_see(job):
        raise NotFound
    if not by.may_stop(job):
        raise Denied("job_stop_not_allowed")
    waiting = Job.objects.filter(pk=job.pk, state=State.WAITING)
    ended = {"state": State.CANCELLED, "finished_at": timezone.now(), "payload": None}
    if not waiting.update(cancel_asked=True, **ended):
        Job.objects.filter(pk=job.pk, state=State.RUNNING).update(cancel_asked=True)
    job.refresh_from_db()
    return job


def perform(
    *,
    job_id: str,
    worker: str = "",
    apart: bool = False,
    stopping: Callable[[], bool] | None = None,
) -> None:
    """Do a job, if it still waits.

    Never raises: the outcome is stored in the job, and a bug is logged. `apart`: progress is stored
    on a second connection, as it is in a worker.
    """
    if not _take(job_id, worker):
        return
    job = Job.objects.select_related("owner", "club").get(pk=job_id)
    progress = Progress(job, apart=apart, stopping=stopping)
    work = shown_work(job.kind)  # an unknown kind, of an older version, fails below
    try:
        progress.update(0, 0)
        with translation.override(job.language):
            result = work.function(progress, job.arguments)
        if len(json.dumps(result)) > RESULT_SIZE:
            raise ValueError(f"{job.kind}: this result belongs into tables")
        payload = progress.payload if work.keeps_payload else progress.made
        _end(job, state=State.DONE, result=result, payload=payload)
    except Stopping:
        _lose(Job.objects.filter(pk=job.pk))
    except Cancelled:
        _end(job, state=State.CANCELLED)
    except Failed as failed:
        payload = progress.payload if work.keeps_payload else None
        _end(job, state=State.FAILED, error=failed.code, result=failed.details, payload=payload)
    except Exception as fault:
        missing = extras.lacks_compiler(fault)
        if not missing:
            log.exception("job failed", extra={"fields": {"kind": job.kind}})
        _end(job, state=State.FAILED, error=extras.MISSING if missing else "job_failed")
    finally:
        progress.close()


def _take(job_id: str, worker: str) -> bool:
    now = timezone.now()
    rows = Job.objects.filter(pk=job_id, state=State.WAITING)
    return bool(rows.update(state=State.RUNNING, started_at=now, seen_at=now, worker=worker))


def _end(
    job: Job, *, state: State, result: Any = None, error: str = "", payload: bytes | None = None
) -> None:
    values: dict[str, Any] = {"state": state, "error": error, "finished_at": timezone.now()}
    values["payload"] = payload
    if result is not None:
        values["result"] = result
    # Only a running job is changed. A job that was declared failed meanwhile stays failed.
    Job.objects.filter(pk=job.pk, state=State.RUNNING).update(**values)


def any_waiting() -> bool:
    """Return whether a job waits. It only reads, whereas taking a job from the queue writes."""
    return bool(DBTaskResult.objects.ready().exists())


def enqueue_lost() -> None:
    """Put waiting jobs into the queue again if they have no task there.

    The worker of such a job took the task, then died or lost the database before it could mark the
    job as running. A job that is in the queue twice is done once.
    """
    waiting = Job.objects.filter(state=State.WAITING)
    if not waiting.exists():
        return
    queued = {task.args_kwargs["args"][0] for task in DBTaskResult.objects.ready()}
    for job in waiting.exclude(pk__in=queued):
        _enqueue(job)


def alive(*, worker: str) -> None:
    """Store that a worker still works on its running jobs."""
    running = Job.objects.filter(worker=worker, state=State.RUNNING)
    if running.exists():
        running.update(seen_at=timezone.now())


def delete_old_jobs() -> None:
    """Delete jobs that ended more than a day ago, and what no due work has done since then."""
    before = timezone.now() - KEPT
    Job.objects.filter(finished_at__lt=before).delete()
    DueTime.objects.filter(at__lt=before).delete()
    DBTaskResult.objects.finished().filter(finished_at__lt=before).delete()


def end_abandoned(*, worker: str | None = None) -> None:
    """Fail the running jobs whose worker is dead, or let them wait for another worker.

    If `worker` is given, it is a live worker that does no job now. So the jobs that it left as
    running are failed too. On SQLite it is the only worker, so all running jobs are failed.
    """
    now = timezone.now()
    dead = Q(seen_at__lt=now - DEAD_AFTER) | Q(worker=worker or "-")
    alone = worker is not None and connection.vendor == "sqlite"
    _lose(Job.objects.all() if alone else Job.objects.filter(dead))


def _lose(jobs: QuerySet[Job]) -> None:
    """End the running ones of these jobs, whose worker is gone.

    A repeatable job waits for another worker the first time, unless it was to be stopped. The
    others fail. `enqueue_lost` then puts those that wait into the queue.
    """
    running = jobs.filter(state=State.RUNNING)
    repeatable = [kind for kind, work in works().items() if work.repeatable]
    running.filter(kind__in=repeatable, again=False, cancel_asked=False).update(
        state=State.WAITING, again=True, worker="", started_at=None, seen_at=None, done=0, total=0
    )
    running.update(
        state=State.FAILED, error="job_interrupted", finished_at=timezone.now(), payload=None
    )
