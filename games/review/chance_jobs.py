"""The job that computes the chances of a match, for games where it takes too long for a page."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.errors import NotFound
from games import queries
from games.match.event_places import place_of
from games.presentation.table import Table
from games.review import chances
from games.review.job_rights import match_of_job, rights_by_match
from jobs import services
from jobs.extras import require_for
from jobs.job_owner import JobOwner
from jobs.models import Job
from jobs.progress import Progress
from jobs.registry import Failed, work

KIND = "games.chances"
# A parameter of the page's address after a job. A page with this parameter starts no job by itself,
# so that a failed job is not started again.
PARAMETER = "chances"


def match_page(job: Job) -> str:
    """Return the address of the match's page, with `PARAMETER`."""
    return f"{reverse('games:match', args=[job.arguments['match']])}?{PARAMETER}=1"


@work(
    KIND,
    title=_("Chances de gagner"),
    result_page=match_page,
    errors={"match_gone": _("Ce match n'est plus fini, ou n'est plus là.")},
    about=match_of_job,
    rights=rights_by_match,
    repeatable=True,
)
def run(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Compute the data that the page needs to show the chances of a match, and store them."""
    match = queries.matches().filter(pk=arguments["match"]).first()
    table = queries.plain_table(match) if match else None
    if table is None or not chances.may_be_told(table, place_of(table.match)):
        raise Failed("match_gone")
    if table.game.chances is not None:
        work_out = table.game.chances.work_out
        work_out(table.rules, table.entries, arguments["club"], progress.update)
    return {"match": arguments["match"]}


def start(*, table: Table, by: JobOwner) -> Job:
    """Start the job that computes the chances of a match for this reader, or return a running one.

    Raises `NotFound` while the chances may not be shown, `Refused` (`too_many_jobs`,
    `analysis_missing`).
    """
    if not chances.may_be_told(table, place_of(table.match)):
        raise NotFound
    require_for(chances.compiled(table))
    arguments = {"match": table.match.pk, "club": chances.club_counted(table)}
    return services.find_or_start(kind=KIND, arguments=arguments, by=by)
