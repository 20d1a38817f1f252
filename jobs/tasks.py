"""The one task of the queue: do a job."""

from collections.abc import Callable
from dataclasses import dataclass

from django_tasks import task

from jobs import services


@dataclass(slots=True)
class WorkerStatus:
    """This process as a worker: its name, how its jobs store progress, and how they are stopped.

    The name is empty if there is no worker: jobs are then done in the process that starts them.
    """

    worker: str = ""
    apart: bool = False
    stopping: Callable[[], bool] | None = None


here = WorkerStatus()


@task()
def run(job_id: str) -> None:
    """Do a job by its id."""
    services.perform(job_id=job_id, worker=here.worker, apart=here.apart, stopping=here.stopping)
