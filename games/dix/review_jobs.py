"""The second judge of a hand, as a job: it solves thousands of layouts."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.errors import NotFound
from games import queries
from games.dix import reviews
from games.models import Match
from games.table import Can
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
    """Judge a hand and keep what was said. What was judged meanwhile is not judged again.

    With `prepare` in place of that: what the page itself needs for the first judge.
    """
    number = arguments["number"]
    match = queries.matches().filter(pk=arguments["match"]).first()
    try:
        recorded = reviews.find_hand(_table(match, arguments), number)
    except NotFound:
        raise Failed("review_gone") from None
    if arguments.get("prepare"):
        reviews.prepare(recorded, progress.update)
    elif reviews.kept_judgement(recorded) is None:
        reviews.prepare(recorded, progress.update)
        if not reviews.keep_judgement(recorded, reviews.second_judge(recorded, progress.update)):
            raise Failed("review_gone")
    return {"match": arguments["match"], "number": number}


def _table(match: Match | None, arguments: dict[str, Any]) -> Any:
    if match is None:
        raise NotFound
    # Whether who started it may see the club.
    return queries.load(match).table(can=Can(see_club=arguments.get("by_club", False)))


def start(*, recorded: reviews.RecordedHand, by: JobOwner, prepare: bool = False) -> Job:
    """Start the second judge of a hand. Raises `Refused` `too_many_jobs`.

    `prepare`: only what the first judge needs.
    """
    arguments = {
        "match": recorded.match.pk,
        "number": recorded.entry.number,
        "by_club": recorded.by_club,
        "prepare": prepare,
    }
    return services.start(kind=KIND, arguments=arguments, by=by)
