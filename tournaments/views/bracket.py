"""The bracket of a tournament."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.views import drawing
from tournaments.views.common import base, following, seen, tournament_page


@require_safe
@never_cache
@tournament_page
def bracket(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the bracket: a tree where there is room, a round at a time on a phone."""
    view = seen(request, tournament_id)
    part = drawing.asked_part(request, view)
    context = base(view) | following(view, "bracket", page=part)
    context["drawn"] = drawing.part(view, part) if view.rounds else ""
    context["rounds"] = view.rounds
    return render(request, "tournaments/bracket.html", context)
