"""The questions about a running match, as it stands, and the advice on its pad."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.views.common import table_or_404
from labo.advice import about, about_pad


@require_safe
@never_cache
def match_page(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """List the questions about a running match. Answers 404 if its table does not allow advice."""
    table, _caller = table_or_404(request, match_id)
    if not table.advised:
        raise Http404
    context = {"table": table, "game": table.game, "questions": about(table)}
    return render(request, "labo/match.html", context)


@require_safe
@never_cache
def pad_advice(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Show the lab's advice on the values of the pad, to callers who may record.

    The pad requests it after the pad is displayed, so that recording never waits for it. A pad of
    an older version of the match gets no advice.
    """
    table, _caller = table_or_404(request, match_id)
    if not table.advised:
        raise Http404
    if not table.can.record:
        raise PermissionDenied
    pad = table.game.pad.form(table, request.GET)
    pad.is_valid()
    current = pad.cleaned_data.get("after") == table.match.version
    context = {"advice": about_pad(pad) if current else []}
    return render(request, "labo/_pad_advice.html", context)
