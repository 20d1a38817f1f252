"""All reads about jobs."""

from typing import Annotated, Any, TypedDict

from django.db.models import Q, QuerySet

from core.answers import OneOf, answer_from
from core.errors import NotFound
from jobs.job_owner import JobOwner
from jobs.models import UNFINISHED, Job, State


def visible(job_id: str, by: JobOwner) -> Job:
    """Return a job without its file. Raises `NotFound` if `by` may not see it."""
    job = Job.objects.defer("payload").filter(pk=job_id).first()
    if job is None or not by.may_see(job):
        raise NotFound
    return job


def same_work(kind: str, arguments: dict[str, Any]) -> Job | None:
    """Return the unfinished job of this kind and arguments, whoever started it; or None."""
    running = Job.objects.defer("payload").filter(
        kind=kind, state__in=UNFINISHED, cancel_asked=False
    )
    return next((job for job in running if job.arguments == arguments), None)


def file_of(job: Job) -> tuple[str, str, bytes]:
    """Return the name, media type and content of the file that a job has made.

    Raises `NotFound` if there is no file.
    """
    file = (job.result or {}).get("file") if job.state == State.DONE else None
    content = Job.objects.filter(pk=job.pk).values_list("payload", flat=True).get()
    if file is None or content is None:
        raise NotFound
    return file["name"], file["type"], bytes(content)


def unfinished(by: JobOwner) -> QuerySet[Job]:
    """Return the owner's jobs that wait or run."""
    own = Q(owner=by.account) if by.account else Q(visitor=by.visitor)
    return Job.objects.filter(own, state__in=UNFINISHED)


def unfinished_from(origin: str) -> QuerySet[Job]:
    """Return the waiting or running jobs of all visitors at one address."""
    return Job.objects.filter(origin=origin, state__in=UNFINISHED)


class JobAnswer(TypedDict):
    """A job. `total` is 0 while the amount of work is unknown."""

    id: str
    kind: str
    state: Annotated[str, OneOf(State.choices)]
    done: int
    total: int
    result: Annotated[Any | None, "With `done`, and then whole; with `failed`, details."]
    error: Annotated[str | None, "With `failed`: a code."]


def job_body(job: Job) -> JobAnswer:
    """Return a job as the API shows it."""
    return answer_from(JobAnswer, job, error=job.error or None)
