"""The page that imports a whole graph from a file. The file is checked, shown, and then written."""

from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.callers import page_caller
from games.errors import NotFound
from games.registry.game import Game
from games.views.common import game_or_404
from jobs.job_owner import JobOwner, page_owner
from jobs.models import Job
from transmission import jobs
from transmission.forms import (
    ImportForm,
    clubs_to_manage,
)
from transmission.services import ImportAsked
from transmission.views.common import go_on


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Import a whole graph from a file: check and show it, then write it. A job does each of
    these.
    """
    game, caller = game_or_404(slug), page_caller(request)
    clubs, owner = clubs_to_manage(caller), page_owner(request)
    if not clubs.exists():
        raise PermissionDenied
    checked = _checked_file(request, game, owner)
    if request.method == "POST" and checked is not None and not checked.error:
        return go_on(lambda: jobs.write_checked(job=checked, by=owner), request, slug)
    form = _import_form(request, clubs, checked)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        import_asked = ImportAsked(
            values["format"],
            values["content"],
            values["club"].slug,
            values["create_players"],
            preview="write" not in request.POST,
        )
        start = partial(
            jobs.start_import, game=game, import_asked=import_asked, club=values["club"], by=owner
        )
        return go_on(start, request, slug)
    context = {"game": game, "form": form, "checked": checked}
    return render(request, "transmission/import.html", context, status=400 if form.errors else 200)


def _checked_file(request: HttpRequest, game: Game, owner: JobOwner) -> Job | None:
    """Return the job that checked or wrote a file, if the address or the form names it; otherwise
    None.

    Raise `Http404` if the job can't be used here.
    """
    number = request.POST.get("travail") or request.GET.get("travail")
    if not number:
        return None
    try:
        return jobs.of_import(number, game, owner)
    except NotFound:
        raise Http404 from None


def _import_form(request: HttpRequest, clubs: Any, checked: Job | None) -> ImportForm:
    """Return the import form: as posted, empty, or filled with the values of the checked file."""
    if request.method == "POST":
        return ImportForm(clubs, request.POST, files=request.FILES)
    if checked is None:
        return ImportForm(clubs)
    initial = {name: checked.arguments[name] for name in ("format", "club", "create_players")}
    if checked.error:
        initial["content"] = jobs.text_of(checked)
    return ImportForm(clubs, initial=initial)
