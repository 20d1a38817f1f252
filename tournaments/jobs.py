"""The job that replays a tournament's log. Its outcome is shown on the log's page.

The jobs' worker runs it, because a long log takes seconds.
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
# The parameter of the log's page that names a job of this kind.
PARAMETER = "travail"


def result_page(job: Job) -> str:
    """Return the address of the page that shows a replay's outcome: the log's."""
    page = reverse("tournaments:journal", args=[job.arguments["tournament"]])
    return f"{page}?{urlencode({PARAMETER: job.pk})}"


def subject(job: Job) -> JobSubject:
    """Return what the job is about: the address and the name of the log's page."""
    page = reverse("tournaments:journal", args=[job.arguments["tournament"]])
    return JobSubject(page, _("Le journal"))


@work(KIND, title=_("Journal rejoué"), result_page=result_page, about=subject)
def run(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return whether the log, replayed, gives the present tournament."""
    tournament = Tournament.objects.filter(pk=arguments["tournament"]).first()
    if tournament is None:
        raise Failed("job_failed")
    return {"same": log_queries.log_gives(tournament)}


def start(*, tournament: Tournament, by: JobOwner) -> Job:
    """Start a replay. Raises `Refused` `too_many_jobs`."""
    return services.start(kind=KIND, arguments={"tournament": tournament.pk}, by=by)


def replayed(tournament: Tournament, job_id: str, by: JobOwner) -> bool:
    """Return the outcome of a finished replay of the caller's; `NotFound` for anything else."""
    job = job_queries.visible(job_id, by)
    if (job.kind, job.state, job.arguments) != (KIND, State.DONE, {"tournament": tournament.pk}):
        raise NotFound
    return bool((job.result or {})["same"])
