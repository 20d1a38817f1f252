"""The job that finds the costliest decisions of a match. It takes some seconds, and up to a minute
the first time.
"""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.errors import NotFound
from games import queries
from games.match.event_places import place_of
from games.models import Match
from games.presentation.table import Table
from games.review import decisions
from games.review.job_rights import match_of_job, rights_by_match
from jobs import services
from jobs.extras import require_for
from jobs.job_owner import JobOwner
from jobs.models import Job
from jobs.progress import Progress
from jobs.registry import Failed, work

KIND = "games.decisions"


def decisions_section(job: Job) -> str:
    """Return the address of the decisions' section on the match's page."""
    return f"{reverse('games:match', args=[job.arguments['match']])}#decisions"


@work(
    KIND,
    title=_("Décisions d'un match"),
    result_page=decisions_section,
    errors={"match_runs": _("Ce match n'est plus fini, ou il a disparu.")},
    about=match_of_job,
    rights=rights_by_match,
    repeatable=True,
)
def run(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Judge a match, and store its costliest decisions."""
    match = queries.matches().filter(pk=arguments["match"]).first()
    table = None if match is None else queries.plain_table(match)
    if table is None or not decisions.judgeable(table, place_of(table.match)):
        raise Failed("match_runs")
    if not decisions.is_judged(table):
        decisions.judge(table, progress.update)
    return {"match": table.match.pk}


def start(*, table: Table, by: JobOwner) -> Job:
    """Start the job that judges a finished match, or return a running one.

    Raises `NotFound` if its decisions may not be shown, `Refused`
    (`too_many_jobs`, `analysis_missing`).
    """
    match: Match = table.match
    if not decisions.judgeable(table, place_of(match)):
        raise NotFound
    require_for(decisions.compiled(table))
    return services.find_or_start(kind=KIND, arguments={"match": match.pk}, by=by)
