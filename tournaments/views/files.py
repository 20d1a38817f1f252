"""Pages that export a tournament as files, and import one from a file."""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from rest_framework.exceptions import ValidationError

from clubs.queries import clubs_where
from core.errors import Refused
from core.spreadsheets import XLSX, Row, Sheet, asked_dialect, asked_kind, file_answer
from games.callers import page_caller
from tournaments.api import importing, reading
from tournaments.files import export, tables, workbook
from tournaments.files.trf import is_trf
from tournaments.services import Writing
from tournaments.view import View
from tournaments.views.common import base, done, seen, tournament_page
from tournaments.views.forms import ImportForm
from tournaments.views.listing import refused_to_make

# The text files: the function that writes each, and its media type.
TEXTS: dict[str, tuple[Callable[[View], str], str]] = {
    "json": (export.json_text, "application/json"),
    "trf": (export.to_trf, "text/plain; charset=utf-8"),
}
# The tables, each as CSV or as a workbook.
TABLES: dict[str, Callable[[View], Iterable[Row]]] = {
    "csv": export.rows,
    "inscrits": tables.entrants,
    "classement": workbook.standings,
}


@require_safe
@never_cache
@tournament_page
def files_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """List the files of a tournament."""
    return render(request, "tournaments/files.html", base(seen(request, tournament_id)))


@require_safe
@never_cache
@tournament_page
def file(request: HttpRequest, tournament_id: str, kind: str) -> HttpResponseBase:
    """Return the file of the given kind."""
    view = seen(request, tournament_id)
    if kind == "tableur":
        return file_answer(tournament_id, XLSX, workbook.sheets(view))
    if kind in TABLES:
        name = tournament_id if kind == "csv" else f"{tournament_id}-{kind}"
        sheet = Sheet(kind, TABLES[kind](view))
        return file_answer(name, asked_kind(request), [sheet], asked_dialect(request))
    if kind not in TEXTS:
        raise Http404
    write, media = TEXTS[kind]
    headers = {"Content-Disposition": f'attachment; filename="{tournament_id}.{kind}"'}
    return HttpResponse(write(view), content_type=media, headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def import_page(request: HttpRequest) -> HttpResponseBase:
    """Make a tournament from a file. It may be our JSON, our CSV or TRF16; the kind is
    recognised.
    """
    caller = page_caller(request)
    clubs = list(clubs_where(caller, "run_tournaments"))
    if not clubs:
        return refused_to_make(request, caller)
    posted = request.method == "POST"
    form = ImportForm(clubs, request.POST if posted else None, request.FILES if posted else None)
    if posted and form.is_valid():
        try:
            body = body_of(form.cleaned_data)
            made = importing.import_posted(body, lambda _values: Writing(caller)).tournament
            return done(request, _("Le tournoi est repris."), "tournament", made.pk)
        except Refused as refusal:
            sentences = refusal.sentences
        except ValidationError as refusal:
            sentences = _sentences(refusal.detail)
        for sentence in sentences:
            form.add_error(None, sentence)
    code = 400 if form.errors else 200
    return render(request, "tournaments/import.html", {"form": form}, status=code)


def body_of(values: dict[str, Any]) -> Any:
    """Return the body of the API request that imports the same file."""
    content, club = values["content"], values["club"]
    text = content.lstrip("\ufeff").lstrip()
    if text.startswith("{"):
        body = _json(text)
        return {**body, "club": club} if isinstance(body, dict) else body
    game, _space, preset = values["ruleset"].partition(" ")
    kind = "trf" if is_trf(text) else "csv"
    chosen = {"game": game, "preset": preset} if game and kind == "trf" else {}
    return {"format": kind, "content": text, "club": club, **chosen}


def _json(text: str) -> Any:
    try:
        return export.read_json(text)
    except ValueError:
        raise reading.fault("tournament_import_invalid", "content", why="JSON") from None


def _sentences(detail: Any, most: int = 5) -> list[str]:
    """Return the error messages of a refused import, each with the place of the wrong value in the
    file.
    """
    sentences: list[str] = []

    def walk(place: str, value: Any) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                walk(f"{place}.{name}" if place else str(name), inner)
        elif isinstance(value, list):
            for inner in value:
                walk(place, inner)
        else:
            sentences.append(f"{place} : {value}" if place else str(value))

    walk("", detail)
    return sentences[:most]
