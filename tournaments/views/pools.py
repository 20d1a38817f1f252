"""The groups of a tournament."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.queries import View
from tournaments.showing.pools import pool_views
from tournaments.views.common import base, following, kept, seen, tournament_page


@require_safe
@never_cache
@tournament_page
def pools(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show every group: its grid, its standings, who has qualified and who still may."""
    view = seen(request, tournament_id)
    context = base(view) | following(view, "pools")
    context["told"] = kept(view, f"pools {view.can_run}", lambda: _told(view))
    return render(request, "tournaments/pools.html", context)


def _told(view: View) -> str:
    return render_to_string("tournaments/_pools.html", {"pools": pool_views(view)})
