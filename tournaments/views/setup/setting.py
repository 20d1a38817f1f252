"""The settings page of a tournament: its description, its state, its criteria; deleting a draft."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from tournaments import services
from tournaments.presentation.standings_why import CRITERIA
from tournaments.state.events import last_is_drawn
from tournaments.view import View
from tournaments.views.common import (
    base,
    done,
    run,
    tournament_page,
    writing,
)
from tournaments.views.forms import AboutForm, about_of

# The state that each button gives the tournament.
STATES = {
    "finish": "finished",
    "reopen": "running",
    "prepare": "draft",
    "open": "registration",
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def settings_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show and change the settings of a tournament. Finish it early, reopen it, or delete it if
    empty.
    """
    view = run(request, tournament_id)
    if request.method != "POST":
        return _page(request, view, AboutForm(initial=_values(view)))
    if "delete" in request.POST:
        services.delete(tournament_id=tournament_id, by=writing(request))
        messages.success(request, _("Le tournoi est effacé."))
        return redirect("tournaments:list")
    if any(button in request.POST for button in ("up", "drop", "add")):
        return _reorder(request, view)
    state = STATES.get(request.POST.get("state", ""))
    if state:
        return _write(request, view, {"state": state})
    form = AboutForm(request.POST)
    if not form.is_valid():
        return _page(request, view, form)
    return _write(request, view, about_of(form.cleaned_data))


def _reorder(request: HttpRequest, view: View) -> HttpResponseBase:
    """Move a criterion of the standings up by one place, remove it, or add it at the end."""
    order = list(view.folded.tie_breaks)
    name = request.POST.get("up") or request.POST.get("drop") or request.POST.get("add", "")
    at = order.index(name) if name in order else 0
    if "up" in request.POST and at:
        order[at - 1], order[at] = order[at], order[at - 1]
    if "drop" in request.POST and len(order) > 1:
        order = [criterion for criterion in order if criterion != name]
    if "add" in request.POST and name in CRITERIA and name not in order:
        order.append(name)
    return _write(request, view, {"tie_breaks": order})


def _write(request: HttpRequest, view: View, changes: dict[str, Any]) -> HttpResponseBase:
    try:
        services.set_up(tournament_id=view.tournament.pk, changes=changes, by=writing(request))
    except Refused as refusal:
        for sentence in refusal.sentences:
            messages.error(request, sentence)
        return redirect("tournaments:settings", view.tournament.pk)
    where = "tournament" if "state" in changes else "settings"
    return done(request, _("C'est gardé."), where, view.tournament.pk)


def _values(view: View) -> dict[str, Any]:
    tournament = view.tournament
    return {name: getattr(tournament, name) for name in AboutForm.base_fields}


def _page(request: HttpRequest, view: View, form: AboutForm) -> HttpResponseBase:
    context = base(view) | {
        "form": form,
        "tie_breaks": [(name, CRITERIA[name]) for name in view.folded.tie_breaks],
        "other_criteria": [
            (name, label) for name, label in CRITERIA.items() if name not in view.folded.tie_breaks
        ],
        "open": not view.folded.order or not last_is_drawn(view.folded),
        "blank": not view.folded.rounds and not view.places,
    }
    code = 400 if form.errors else 200
    return render(request, "tournaments/settings.html", context, status=code)
