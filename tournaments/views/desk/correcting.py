"""Pages to correct a table's result or take it back. They show the effects before anything is
written.
"""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from tournaments import services
from tournaments.errors import Denied
from tournaments.presentation import desk_words
from tournaments.presentation.journal import last_report
from tournaments.presentation.questions.correction import (
    LATER,
    CorrectionChoice,
    choices,
    result_change,
)
from tournaments.presentation.tables import table_view
from tournaments.services import TableAddress
from tournaments.state.events import Event
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Seated
from tournaments.view import View, seats_of
from tournaments.views.common import (
    base,
    done,
    round_of,
    seen,
    tournament_page,
    writing,
)
from tournaments.views.desk.scores_form import ScoresForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def correct(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponseBase:
    """Show the effects of a correction, then write it."""
    view = seen(request, tournament_id)
    seated = seats_of(view, number, table)
    if not view.can_score:
        raise Denied("results_needed")
    at = TableAddress(tournament_id, number, table)
    if request.method != "POST":
        return _page(request, view, at, seated, _asked_form(request, view, at, seated))
    later: Any = request.POST.get("later")
    if "take_back" in request.POST:
        if later in LATER:
            services.take_back(at=at, later=later, by=writing(request))
            return done(request, _("Le résultat est retiré."), "table", *_places(at))
        return _page(request, view, at, seated, _form(view, at, seated), back=True)
    return _correct(request, view, at, seated, later)


def _places(at: TableAddress) -> tuple[Any, ...]:
    return at.tournament, at.round, at.table


def _form(view: View, at: TableAddress, seated: Seated, data: Any = None) -> ScoresForm:
    names = [side.name for side in table_view(view, round_of(view, at.round), seated).sides]
    result = seated.correction or seated.reported
    return ScoresForm(names, data, result.scores if result else (), by_match=False)


def _asked_form(request: HttpRequest, view: View, at: TableAddress, seated: Seated) -> ScoresForm:
    """Return the form, filled with the present result, or with the result given in the query."""
    form = _form(view, at, seated)
    if any(name in form.fields for name in request.GET):
        for name in form.fields:
            form.initial[name] = request.GET.get(name, "")
    return form


def _correct(
    request: HttpRequest, view: View, at: TableAddress, seated: Seated, later: Any
) -> HttpResponseBase:
    form = _form(view, at, seated, request.POST)
    if not form.is_valid():
        return _page(request, view, at, seated, form)
    result = form.result(seated.table.sides)
    if seated.correction is not None and seated.correction.scores == result.scores:
        result = replace(result, match=seated.correction.match)
    if result.match is None and form.question(desk_words.doubts(view.tournament, seated, result)):
        return _page(request, view, at, seated, form)
    if later not in LATER:
        return _page(request, view, at, seated, form, result=result)
    try:
        services.correct(at=at, result=result, later=later, by=writing(request))
    except Refused as refusal:
        form.add_error(None, refusal.sentences)
        return _page(request, view, at, seated, form)
    return done(request, _("La correction est gardée."), "table", *_places(at))


def _page(
    request: HttpRequest,
    view: View,
    at: TableAddress,
    seated: Seated,
    form: ScoresForm,
    *,
    result: ReportedResult | None = None,
    back: bool = False,
) -> HttpResponseBase:
    offered: list[CorrectionChoice] = []
    change = None
    if result is not None:
        offered = choices(view, Event("corrected", at.data(), result))
    elif back:
        offered = choices(view, Event("taken_back", at.data()))
    if offered:
        change = result_change(view, seated, result)
    drawn = round_of(view, at.round)
    context = base(view) | {
        "round": drawn,
        "table": table_view(view, drawn, seated),
        "form": form,
        "ways": offered,
        "change": change,
        "back": back,
        "typed": bool(form.initial) and seated.reported is not None,
        "stands_by": last_report(view, at) if form.initial else None,
        "since": len([round_ for round_ in view.folded.rounds if round_.number > at.round]),
    }
    code = 400 if form.errors else 200
    return render(request, "tournaments/correct.html", context, status=code)
