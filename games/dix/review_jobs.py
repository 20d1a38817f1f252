"""The second judge of a hand, as a job: it solves thousands of layouts."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.errors import NotFound
from games import queries
from games.dix import reviews
from games.dix.compilation import SOLVER
from games.models import Match
from jobs import services
from jobs.job_owner import JobOwner
from jobs.models import Job
from jobs.progress import Progress
from jobs.registry import Failed, work

KIND = "dix.review"


def shown(job: Job) -> str:
    """Return the page of the hand's review."""
    return reverse("dix:review", args=[job.arguments["match"], job.arguments["number"]])


@work(
    KIND,
    title=_("Analyse d'une brasse"),
    shown=shown,
    errors={"review_gone": _("Cette brasse a changé, ou son match n'est plus fini : recommencer.")},
)
def run(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Judge a hand and keep what was said. What was judged meanwhile is not judged again."""
    number = arguments["number"]
    match = queries.matches().filter(pk=arguments["match"]).first()
    try:
        recorded = reviews.find_hand(_table(match), number)
    except NotFound:
        raise Failed("review_gone") from None
    if reviews.kept_judgement(recorded) is None:
        SOLVER.warm()
        if not reviews.keep_judgement(recorded, reviews.second_judge(recorded, progress.update)):
            raise Failed("review_gone")
    return {"match": arguments["match"], "number": number}


def _table(match: Match | None) -> Any:
    if match is None:
        raise NotFound
    return queries.plain_table(match)


def start(*, recorded: reviews.RecordedHand, by: JobOwner) -> Job:
    """Start the second judge of a hand. Raises `Refused` `too_many_jobs`."""
    arguments = {"match": recorded.match.pk, "number": recorded.entry.number}
    return services.start(kind=KIND, arguments=arguments, by=by)
