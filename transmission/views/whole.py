"""Pages of a whole graph: its picture, on which a tap leads to a person, and its files."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from games.views.common import game_or_404
from jobs.job_owner import keep, page_owner
from transmission import jobs, queries, stored_files, stored_layout
from transmission.exports import WRITERS, at_once
from transmission.models import StoredLayout
from transmission.queries import Seen
from transmission.views.common import account, go_on

_SIZES = (
    ("small", gettext_lazy("Petite")),
    ("medium", gettext_lazy("Plus grande")),
    ("large", gettext_lazy("La plus grande")),
)


@require_safe
@never_cache
def whole_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show a whole graph as a picture. A tap on it leads to the nearest person.

    A large graph is laid out by a job. Until the job ends, its progress and the last picture are
    shown.
    """
    game, caller = game_or_404(slug), account(request)
    seen, size = queries.graph_of(game, caller), request.GET.get("taille", "small")
    size = size if size in stored_layout.WIDTHS else "small"
    large = len(seen.lineage) > stored_layout.AT_ONCE
    plan = stored_layout.last_stored(seen, caller) if large else None
    nearest = _nearest(request, seen, plan, size)
    if nearest is not None:
        return redirect(f"{reverse('transmission:graph', args=[slug])}?autour={nearest}#graphe")
    owner, job = page_owner(request), None
    if large and not stored_layout.is_of(plan, seen) and request.method == "GET":
        job = jobs.start_layout(seen, caller, owner)
    context = {
        "game": game,
        "people": len(seen.lineage),
        "large": large,
        "plan": plan,
        "current": not large or stored_layout.is_of(plan, seen),
        "job": job,
        "may_stop": job is not None and owner.may_stop(job),
        "size": size,
        "sizes": _SIZES,
        "version": plan.stamp if plan else stored_layout.state_of(seen),
    }
    response = render(request, "transmission/whole.html", context)
    if job is not None:
        keep(response, owner)
    return response


def _nearest(request: HttpRequest, seen: Seen, plan: StoredLayout | None, size: str) -> int | None:
    """Return the person nearest to the tap; None if there was no tap or there is no layout."""
    tapped, people = _tapped(request), len(seen.lineage)
    if not tapped or not people or (plan is None and people > stored_layout.AT_ONCE):
        return None
    places = stored_layout.places_of(plan) if plan else stored_layout.places_now(seen)
    return places.nearest(size, *tapped)


def _tapped(request: HttpRequest) -> tuple[int, int] | None:
    """Return the pixel of the picture that was tapped; None if there was no tap.

    Pressing the button with the keyboard sends the pixel (0, 0), which does not count as a tap.
    """
    texts = [request.GET.get(f"ou.{side}", "") for side in "xy"]
    if not all(text.isascii() and text.isdigit() and len(text) < 7 for text in texts):
        return None
    x, y = (int(text) for text in texts)
    return (x, y) if x or y else None


@require_safe
@cache_control(private=True, max_age=600)
def whole_picture(request: HttpRequest, slug: str, size: str) -> HttpResponse:
    """Send the picture of the whole graph, as it was last laid out."""
    game, caller = game_or_404(slug), account(request)
    if size not in stored_layout.WIDTHS:
        raise Http404
    seen = queries.graph_of(game, caller)
    if len(seen.lineage) <= stored_layout.AT_ONCE:
        return HttpResponse(stored_layout.painted(seen, caller, size), content_type="image/png")
    plan = stored_layout.last_stored(seen, caller)
    if plan is None:
        raise Http404
    return HttpResponse(stored_layout.picture_of(plan, size), content_type="image/png")


@require_POST
def export(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Start a job that makes the file of a large graph. If no job is needed, redirect to the
    file.
    """
    game, caller, owner = game_or_404(slug), account(request), page_owner(request)
    kind = request.POST.get("format", "")
    if kind not in WRITERS:
        raise Http404
    ready = stored_files.read(kind, game, caller) is not None
    if ready or at_once(kind, queries.graph_of(game, caller)):
        return redirect(f"{reverse('transmission-export', args=[slug])}?format={kind}")
    start = partial(jobs.start_export, game, kind, caller, owner)
    response = go_on(start, request, slug, "graph")
    keep(response, owner)
    return response
