"""The jobs that run a hand's judges, which load the solver and solve thousands of layouts."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.errors import NotFound
from games import queries
from games.dix.analysis.reviews import reviews
from games.models import Match
from games.presentation.table import Can
from games.review.job_rights import rights_by_match
from jobs import services
from jobs.extras import require_for
from jobs.job_owner import JobOwner
from jobs.models import Job
from jobs.progress import Progress
from jobs.registry import Failed, JobSubject, work

KIND = "dix.review"
# A parameter in the address of the hand's page. The link back from a job of the first judge sets
# it, so that the page does not start a second job, even if the first one has failed.
PARAMETER = "prepare"


def review_page(job: Job) -> str:
    """Return the address of the page of the hand's review."""
    page = _page(job)
    return f"{page}?{PARAMETER}=1" if job.arguments.get("prepare") else page


def subject(job: Job) -> JobSubject:
    """Return the subject of the job: the address and the name of the hand's review."""
    return JobSubject(_page(job), _("La brasse analysée"))


def _page(job: Job) -> str:
    return reverse("dix:review", args=[job.arguments["match"], job.arguments["number"]])


@work(
    KIND,
    title=_("Analyse d'une brasse"),
    result_page=review_page,
    errors={"review_gone": _("Cette brasse a changé, ou son match n'est plus fini : recommencer.")},
    about=subject,
    rights=rights_by_match,
    repeatable=True,
)
def run(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Judge a hand and store the judgements. A stored judgement is not computed again.

    With `prepare` only the first judge is run.
    """
    number = arguments["number"]
    match = queries.matches().filter(pk=arguments["match"]).first()
    try:
        recorded = reviews.find_hand(_table(match, arguments), number)
    except NotFound:
        raise Failed("review_gone") from None
    reviews.prepare(recorded, progress.update)
    if not arguments.get("prepare") and reviews.kept_judgement(recorded) is None:
        reviews.solve_chances(recorded, progress.update)
        if not reviews.keep_judgement(recorded, reviews.second_judge(recorded, progress.update)):
            raise Failed("review_gone")
    return {"match": arguments["match"], "number": number}


def _table(match: Match | None, arguments: dict[str, Any]) -> Any:
    if match is None:
        raise NotFound
    # The argument `by_club` says whether the person who started the job may see the club.
    return queries.load(match).table(can=Can(see_club=arguments.get("by_club", False)))


def start(*, recorded: reviews.RecordedHand, by: JobOwner, prepare: bool = False) -> Job:
    """Start a job that runs both judges of a hand. If such a job is running, return that one.

    With `prepare` the job runs only the first judge. Raise `Refused` with code `too_many_jobs`
    if the person has too many jobs, or `analysis_missing`.
    """
    require_for(compiled=True)
    arguments = {
        "match": recorded.match.pk,
        "number": recorded.entry.number,
        "by_club": recorded.by_club,
        "prepare": prepare,
    }
    return services.find_or_start(kind=KIND, arguments=arguments, by=by)
