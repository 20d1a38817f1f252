"""The background job that replays a tournament's log, because a long log takes seconds.

The outcome is shown on the page of the log.
"""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.errors import NotFound
from jobs import queries as job_queries
from jobs import services
from jobs.job_owner import JobOwner
from jobs.models import Job, State
from jobs.progress import Progress
from jobs.registry import Failed, JobSubject, work
from tournaments import log_queries
from tournaments.models import Tournament

KIND = "tournaments.replay"
# The parameter in the address of the log's page with the id of such a job.
PARAMETER = "travail"


def result_page(job: Job) -> str:
    """Return the address of the log's page, which shows the outcome of this job."""
    page = reverse("tournaments:journal", args=[job.arguments["tournament"]])
    return f"{page}?{urlencode({PARAMETER: job.pk})}"


def subject(job: Job) -> JobSubject:
    """Return the subject of the job: the address and the name of the log's page."""
    page = reverse("tournaments:journal", args=[job.arguments["tournament"]])
    return JobSubject(page, _("Le journal"))


@work(KIND, title=_("Journal rejoué"), result_page=result_page, about=subject, repeatable=True)
def run(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Replay the tournament's log, and return whether this gives the present tournament (`same`).

    Raise `Failed` if the tournament does not exist any more.
    """
    tournament = Tournament.objects.filter(pk=arguments["tournament"]).first()
    if tournament is None:
        raise Failed("job_failed")
    return {"same": log_queries.log_gives(tournament)}


def start(*, tournament: Tournament, by: JobOwner) -> Job:
    """Start a replay of a tournament's log.

    Raise `Refused` `too_many_jobs` if the owner has too many unfinished jobs.
    """
    return services.start(kind=KIND, arguments={"tournament": tournament.pk}, by=by)


def replayed(tournament: Tournament, job_id: str, by: JobOwner) -> bool:
    """Return whether a finished replay gave the present tournament.

    Raise `NotFound` if the job is not a finished replay of this tournament, or is not visible to
    `by`.
    """
    job = job_queries.visible(job_id, by)
    if (job.kind, job.state, job.arguments) != (KIND, State.DONE, {"tournament": tournament.pk}):
        raise NotFound
    return bool((job.result or {})["same"])
