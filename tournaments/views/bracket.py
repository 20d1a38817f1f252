"""The bracket of a tournament."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.views.common import base, drawn_tree, following, seen, tournament_page


@require_safe
@never_cache
@tournament_page
def bracket(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the bracket: a tree on a wall, one round at a time on a phone."""
    view = seen(request, tournament_id)
    context = base(view) | following(view, "bracket")
    context["drawn"] = drawn_tree(view, "tournaments/_bracket.html") if view.rounds else ""
    return render(request, "tournaments/bracket.html", context)
