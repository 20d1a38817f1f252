"""Long answers as jobs: a page or the API starts one, the worker computes it."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.errors import NotFound
from games.registry.lab import Answer, Enough, NoAnswer
from jobs import queries, services
from jobs.extras import require_for
from jobs.job_owner import JobOwner
from jobs.models import Job, State
from jobs.progress import Cancelled, Progress, Stopping
from jobs.registry import Failed, JobSubject, work
from labo.questions import AskedQuestion, ask, find_question

KIND = "labo.answer"
# The parameter with the id of the job whose result is asked for.
PARAMETER = "travail"


def result_page(job: Job) -> str:
    """Return the address of a job's answer: the question with its conditions, and the job."""
    arguments = job.arguments
    page = reverse("labo:question", args=[arguments["game"], arguments["question"]])
    return f"{page}?{urlencode({**arguments['conditions'], PARAMETER: job.pk}, doseq=True)}#answer"


def subject(job: Job) -> JobSubject:
    """Return what the job is about: the address and title of its question, with the conditions."""
    arguments = job.arguments
    page = reverse("labo:question", args=[arguments["game"], arguments["question"]])
    return JobSubject(f"{page}?{urlencode(arguments['conditions'], doseq=True)}", _("La question"))


@work(
    KIND,
    title=_("Calcul du labo"),
    result_page=result_page,
    about=subject,
    errors={
        "conditions_refused": _("Ces conditions ne sont plus permises : les changer."),
        "no_answer": _("Presque aucune donne ne s'accorde avec ces conditions : en enlever."),
    },
    repeatable=True,
)
def run(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Compute the result of a question under its conditions."""
    try:
        game, question = find_question(arguments["game"], arguments["question"])
    except NotFound:
        raise Failed("conditions_refused") from None
    asked_question = ask(game, question, arguments["conditions"], seen=arguments.get("seen"))
    if question.run is None or not asked_question.valid:
        raise Failed("conditions_refused")

    def report(done: int, total: int) -> None:
        try:
            progress.update(done, total)
        except Stopping:
            raise
        except Cancelled:
            if question.partial and done:
                raise Enough from None
            raise

    try:
        return asked_question.work(report)
    except NoAnswer:
        raise Failed("no_answer") from None


def start(*, asked_question: AskedQuestion, by: JobOwner) -> Job:
    """Start the job of a long answer. Raises `Refused` (`too_many_jobs`,
    `analysis_missing`).

    The job gets only what its caller may see.
    """
    require_for(asked_question.question.compiled and asked_question.long)
    arguments: dict[str, Any] = {
        "game": asked_question.game.slug,
        "question": asked_question.question.slug,
        "conditions": asked_question.written,
    }
    if asked_question.question.of_caller is not None:
        arguments["seen"] = asked_question.seen
    return services.start(kind=KIND, arguments=arguments, by=by)


def answered(asked_question: AskedQuestion, job_id: str, by: JobOwner) -> Answer:
    """Return the answer that a finished job of the caller has computed.

    Raise `NotFound` if there is no such job, or if its conditions are not those of the address:
    it then answers another question.
    """
    job = queries.visible(job_id, by)
    if job.kind != KIND or job.state != State.DONE:
        raise NotFound
    named = (job.arguments["game"], job.arguments["question"], job.arguments["conditions"])
    if named != (asked_question.game.slug, asked_question.question.slug, asked_question.written):
        raise NotFound
    return asked_question.question.answer(asked_question.conditions, job.result)
