"""The page of a tournament's groups."""

from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.draws.pool import Pool
from tournaments.presentation.pools import has_second_field, pool_views
from tournaments.view import View
from tournaments.views.common import base, cached_part, following, seen, tournament_page

# The most groups on one page.
POOLS = 32


@require_safe
@never_cache
@tournament_page
def pools(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show all groups: the grid, the standings, and which entrants have qualified or still may."""
    view = seen(request, tournament_id)
    page = Paginator(view.pools, POOLS).get_page(request.GET.get("page"))
    context = base(view) | following(view, "pools", page=page.number)
    context["pools_html"] = cached_part(
        view, f"pools {page.number} {view.can_run}", lambda: _pools_html(view, page)
    )
    context["second"] = has_second_field(view)
    return render(request, "tournaments/formats/groups/page.html", context)


def _pools_html(view: View, page: "Page[Pool]") -> str:
    groups = pool_views(view, max(page.start_index() - 1, 0), page.end_index())
    return render_to_string(
        "tournaments/formats/groups/_pools.html", {"pools": groups, "page": page}
    )
