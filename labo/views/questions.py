"""The questions of the lab; one question with its answer, also as a file."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.addresses import shareable
from core.errors import NotFound, Refused
from core.sharing.picture import SharedPicture
from core.spreadsheets import Sheet, asked_dialect, asked_kind, file_answer
from games.callers import page_caller
from games.kept_pictures import picture_response
from games.registry.lab import Answer
from jobs.extras import missing_for
from jobs.job_owner import keep, page_owner
from labo import jobs
from labo.answer_text import shown_answer, shown_grid
from labo.files import rows
from labo.pictures import picture_of
from labo.questions import AskedQuestion, ask, asking, find_question

Page = Callable[..., HttpResponseBase]


def answers_404(page: Page) -> Page:
    """Make a page answer 404 for `NotFound`."""

    @wraps(page)
    def wrapped(*args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return page(*args, **kwargs)
        except NotFound:
            raise Http404 from None

    return wrapped


@require_safe
def index(request: HttpRequest) -> HttpResponseBase:
    """List the questions of every game."""
    return render(request, "labo/index.html", {"games": asking()})


@require_safe
def engines(request: HttpRequest) -> HttpResponseBase:
    """Say what the engines of every game are, how exact, and what they were tried against."""
    described = [
        (
            game,
            [(engine, [shown_grid(make()) for make in engine.figures]) for engine in game.engines],
        )
        for game in asking()
    ]
    return render(request, "labo/engines.html", {"games": described})


@require_safe
@never_cache
@answers_404
def question_page(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """Answer a question under the conditions of the address."""
    asked_question = ask(*find_question(game, slug), request.GET, page_caller(request))
    return render(request, "labo/question.html", page_context(request, asked_question))


@require_POST
@answers_404
def launch(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """Start a job for a long answer, and redirect to the job's own page."""
    asked_question = ask(*find_question(game, slug), request.POST, page_caller(request))
    if asked_question.question.run is None:
        raise Http404
    query = urlencode(asked_question.written, doseq=True)
    here = f"{reverse('labo:question', args=[game, slug])}?{query}"
    if not asked_question.valid:
        return redirect(here)  # the question's own page displays what must be corrected
    owner = page_owner(request)
    try:
        job = jobs.start(asked_question=asked_question, by=owner)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(here)
    response = redirect("jobs:job", job.pk)
    keep(response, owner)
    return response


def _answer(request: HttpRequest, asked_question: AskedQuestion) -> Answer | None:
    """Return the answer, computed now or by a job.

    Return None if the conditions are wrong, or if the computation is so long that only a job may
    do it.
    """
    if not asked_question.valid:
        return None
    if request.GET.get(jobs.PARAMETER):
        return jobs.answered(asked_question, request.GET[jobs.PARAMETER], page_owner(request))
    return None if asked_question.long else asked_question.answer()


def page_context(request: HttpRequest, asked_question: AskedQuestion) -> dict[str, Any]:
    """Return the context of a question's page."""
    question = asked_question.question
    query = urlencode(asked_question.written, doseq=True)
    fresh = bool(question.filled_in) and not request.GET
    answer = None if fresh else _answer(request, asked_question)
    long = question.always_long or (asked_question.valid and answer is None and not fresh)
    missing = missing_for(long and question.compiled) if answer is None else ""
    return {
        "game": asked_question.game,
        "question": question,
        "form": type(asked_question.form)(initial={question.filled_in: None})
        if fresh
        else asked_question.form,
        "answer": shown_answer(answer, asked_question.written) if answer else None,
        # Without the compiler no job is offered, but other conditions may have a short answer.
        "long": long and not missing,
        "missing": missing,
        "written": asked_question.written,
        "of_job": jobs.PARAMETER in request.GET,
        # Where only a job answers, nobody else could open the answer at this address.
        "open_url": shareable(request, f"{request.path}?{query}")
        if answer and not asked_question.long
        else "",
        "picture_query": query,
        "query": request.GET.urlencode(),
    }


@require_safe
@never_cache
@answers_404
def question_picture(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """Send the picture of a question's answer; 404 if there is no answer at once."""
    asked_question = ask(*find_question(game, slug), request.GET, page_caller(request))

    def described() -> SharedPicture:
        answer = _answer(request, asked_question)
        if answer is None:
            raise Http404
        return picture_of(asked_question, shown_answer(answer))

    return picture_response(request, described)


@require_safe
@never_cache
@answers_404
def question_csv(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """Send the tables of a question's answer as a CSV file; 404 if there is no answer."""
    asked_question = ask(*find_question(game, slug), request.GET, page_caller(request))
    answer = _answer(request, asked_question)
    if answer is None:
        raise Http404
    sheet = Sheet(f"{game}-{slug}", rows(answer))
    return file_answer(sheet.title, asked_kind(request), [sheet], asked_dialect(request))
