"""The questions of the lab, one question with its answer, the same as a file."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.errors import NotFound, Refused
from games.callers import page_caller
from games.registry.lab import Answer
from jobs.job_owner import keep, page_owner
from labo import jobs
from labo.answer_text import shown
from labo.files import write_csv
from labo.questions import AskedQuestion, ask, asking, find_question

Page = Callable[..., HttpResponseBase]


def answers_404(page: Page) -> Page:
    """Turn `NotFound` of the floors below into a 404."""

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
@never_cache
@answers_404
def question_page(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """Answer a question under the conditions of the address."""
    asked = ask(*find_question(game, slug), request.GET, page_caller(request))
    return render(request, "labo/question.html", page_context(request, asked))


@require_POST
@answers_404
def launch(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """Start a job for a long answer, and redirect to the job's own page."""
    asked = ask(*find_question(game, slug), request.POST, page_caller(request))
    if asked.question.run is None:
        raise Http404
    here = f"{reverse('labo:question', args=[game, slug])}?{urlencode(asked.written, doseq=True)}"
    if not asked.valid:
        return redirect(here)  # says what to correct
    owner = page_owner(request)
    try:
        job = jobs.start(asked=asked, by=owner)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(here)
    response = redirect("jobs:job", job.pk)
    keep(response, owner)
    return response


def _answer(request: HttpRequest, asked: AskedQuestion) -> Answer | None:
    """The answer now, or a job's result; None while the conditions are wrong or too long."""
    if not asked.valid:
        return None
    if request.GET.get(jobs.PARAMETER):
        return jobs.answered(asked, request.GET[jobs.PARAMETER], page_owner(request))
    return None if asked.long else asked.answer()


def page_context(request: HttpRequest, asked: AskedQuestion) -> dict[str, Any]:
    """Return the context of a question's page."""
    question = asked.question
    fresh = bool(question.filled_in) and not request.GET
    answer = None if fresh else _answer(request, asked)
    return {
        "game": asked.game,
        "question": question,
        "form": type(asked.form)(initial={question.filled_in: None}) if fresh else asked.form,
        "answer": shown(answer) if answer else None,
        "long": question.always_long or (asked.valid and answer is None and not fresh),
        "written": asked.written,
        "of_job": jobs.PARAMETER in request.GET,
        "query": request.GET.urlencode(),
    }


@require_safe
@never_cache
@answers_404
def question_csv(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """Answer a question's tables as a file for spreadsheets."""
    asked = ask(*find_question(game, slug), request.GET, page_caller(request))
    answer = _answer(request, asked)
    if answer is None:
        raise Http404
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{game}-{slug}.csv"'
    response.write("\ufeff")
    write_csv(answer, response)
    return response
