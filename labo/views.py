"""The lab's pages: its questions, one question with its answer, the same as a file."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.errors import NotFound
from labo.asking import Asked, ask, asking, find_question
from labo.files import write_csv
from labo.showing import shown

Page = Callable[..., HttpResponseBase]


def answers_404(page: Page) -> Page:
    """Make « not found » of the floors below a 404."""

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
    asked = ask(*find_question(game, slug), request.GET)
    return render(request, "labo/question.html", page_context(request, asked))


def page_context(request: HttpRequest, asked: Asked) -> dict[str, Any]:
    """Return what the page of a question shows."""
    answered = asked.valid and not asked.long
    return {
        "game": asked.game,
        "question": asked.question,
        "form": asked.form,
        "answer": shown(asked.answer()) if answered else None,
        "long": asked.valid and asked.long,
        "query": request.GET.urlencode(),
    }


@require_safe
@never_cache
@answers_404
def question_csv(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """Answer a question's tables as a file for spreadsheets."""
    asked = ask(*find_question(game, slug), request.GET)
    if not asked.valid or asked.long:
        raise Http404
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{game}-{slug}.csv"'
    response.write("\ufeff")
    write_csv(asked.answer(), response)
    return response
