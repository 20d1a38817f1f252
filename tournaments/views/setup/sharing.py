"""The page of the links with which others can see, score or run a tournament."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.callers import Caller
from clubs.double_taps import tap_of
from clubs.links import queries as link_queries
from clubs.links import services as link_services
from clubs.links.forms import LinkForm
from clubs.links.services import Made
from clubs.links.showing import listed, new_link
from core.errors import Denied, Refused
from games.callers import page_caller
from tournaments import links
from tournaments.models import Tournament
from tournaments.permissions import SUBJECT
from tournaments.view import View
from tournaments.views.common import base, number_in, run, tournament_page


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def links_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """List the links of a tournament. Make a link, or revoke one."""
    view, caller = run(request, tournament_id), page_caller(request)
    try:
        links.check_may_share(view.tournament, caller)
    except Denied as denied:
        messages.error(request, denied.sentence)
        return redirect("tournaments:tournament", tournament_id)
    if "revoke" in request.POST:
        return _revoke(request, view.tournament, caller)
    if request.method == "POST":
        return _make(request, view, caller)
    return _page(request, view)


def _make(request: HttpRequest, view: View, caller: Caller) -> HttpResponse:
    kind = request.POST.get("kind", "")
    form = LinkForm(kind, request.POST) if kind in links.KINDS else None
    if form is None or not form.is_valid():
        return _page(request, view, form=form, code=400)
    lasts = form.cleaned_data["lasts"]
    try:
        make = partial(
            links.make_link, tournament=view.tournament, kind=kind, lasts=lasts, caller=caller
        )
        made = link_services.made_once(tap_of(request), lambda key: make(key=key))
    except Refused as refusal:
        form.add_error(None, refusal.sentences)
        return _page(request, view, form=form, code=400)
    return _page(request, view, made=made)


def _revoke(request: HttpRequest, tournament: Tournament, caller: Caller) -> HttpResponseBase:
    # This is the id of a row, which may have more digits than other numbers in forms.
    number = number_in(request, "revoke", digits=18)
    links.revoke_link(tournament=tournament, link_id=number, caller=caller)
    messages.success(request, _("Le lien est retiré : il n'ouvre plus rien."))
    return redirect("tournaments:links", tournament.pk)


def _page(
    request: HttpRequest,
    view: View,
    *,
    form: LinkForm | None = None,
    made: Made | None = None,
    code: int = 200,
) -> HttpResponse:
    forms = [form if form and form.kind == kind else LinkForm(kind) for kind in links.KINDS]
    context = base(view) | {
        "forms": forms,
        "made": new_link(request, made) if made else None,
        "links": listed(link_queries.of_subject(SUBJECT, view.tournament.pk), page_caller(request)),
    }
    return render(request, "tournaments/links.html", context, status=code)
