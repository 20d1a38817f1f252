"""The questions about a running match, as it stands."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.views.common import table_or_404
from labo.advice import about, advised


@require_safe
@never_cache
def match_page(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Lead to the questions about a running match, as it stands; only if its table wants them."""
    table, _caller = table_or_404(request, match_id)
    if not advised(table):
        raise Http404
    context = {"table": table, "game": table.game, "questions": about(table)}
    return render(request, "labo/match.html", context)
