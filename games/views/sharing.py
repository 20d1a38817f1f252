"""The page for sharing a match: its address, and the links to see or to score it."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.callers import Caller
from clubs.double_taps import tap_of
from clubs.links import queries as links
from clubs.links import services as link_services
from clubs.links.forms import LinkForm
from clubs.links.kinds import SCORE_MATCH, SEE, TAKE_SEAT
from clubs.links.services import Made
from clubs.links.showing import listed, new_link, qr
from core.addresses import shareable
from core.errors import Denied, Refused
from core.shapes import number_of
from games import queries, services
from games.callers import page_caller
from games.errors import NotFound
from games.match import permissions, tables_cookie
from games.match.permissions import MATCH
from games.presentation.table import Table
from games.services.sharing import KINDS
from games.views.common import address, match_context, table_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def share(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Show the address for watching the match. Its table can also make, list and revoke links
    here.
    """
    table, caller = table_or_404(request, match_id)
    if request.method != "POST":
        return _page(request, table, caller)
    try:
        services.shared(match_id, caller)
        if "revoke" in request.POST:
            return _revoke(request, match_id, caller)
        if "alone" in request.POST:
            return _keep_alone(request, match_id, caller)
        return _make(request, table, caller)
    except Denied as denied:
        messages.error(request, denied.sentence)
        return redirect("games:share", match_id)


def _make(request: HttpRequest, table: Table, caller: Caller) -> HttpResponse:
    kind = request.POST.get("kind", "")
    form = LinkForm(kind, request.POST) if kind in KINDS else None
    if form is None or not form.is_valid():
        return _page(request, table, caller, form=form, code=400)
    lasts = form.cleaned_data["lasts"]
    try:
        match_id = table.match.pk
        make = partial(services.make_link, match_id=match_id, kind=kind, lasts=lasts, caller=caller)
        made = link_services.made_once(tap_of(request), lambda key: make(key=key))
    except Refused as refusal:
        form.add_error(None, refusal.sentences)
        return _page(request, table, caller, form=form, code=400)
    return _page(request, table, caller, made=made)


def _revoke(request: HttpRequest, match_id: str, caller: Caller) -> HttpResponseBase:
    number = number_of(request.POST["revoke"])
    try:
        services.revoke_link(match_id=match_id, link_id=number or 0, caller=caller)
    except NotFound:
        raise Http404 from None
    messages.success(request, _("Le lien est retiré : il n'ouvre plus rien."))
    return redirect("games:share", match_id)


def _keep_alone(request: HttpRequest, match_id: str, caller: Caller) -> HttpResponseBase:
    alone = services.keep_alone(match_id=match_id, caller=caller)
    text = ngettext(
        "Les autres n'écrivent plus ici. %(count)s lien retiré.",
        "Les autres n'écrivent plus ici. %(count)s liens retirés.",
        alone.revoked,
    )
    messages.success(request, text % {"count": alone.revoked})
    response = redirect("games:share", match_id)
    if alone.token:
        tables_cookie.keep(response, request, match_id, alone.token)
    return response


def _page(
    request: HttpRequest,
    table: Table,
    caller: Caller,
    *,
    form: LinkForm | None = None,
    made: Made | None = None,
    code: int = 200,
) -> HttpResponse:
    match = table.match
    context: dict[str, Any] = match_context(table, None)
    if match.club is None or match.club.public:
        context["watch_url"] = shareable(request, address("match", match.pk))
        context["watch_svg"] = qr(context["watch_url"])
    if permissions.can_share(match, caller):
        kinds = [SCORE_MATCH, TAKE_SEAT] if permissions.is_recent(match) else []
        if "watch_url" not in context:
            kinds.append(SEE)
        context |= {
            "can_share": True,
            "forms": [form if form and form.kind == kind else LinkForm(kind) for kind in kinds],
            "made": new_link(request, made) if made else None,
            "links": listed(links.of_subject(MATCH, match.pk), caller),
        }
    return render(request, "games/share.html", context, status=code)


@require_safe
@never_cache
def join(request: HttpRequest, match_id: str, token: str) -> HttpResponseBase:
    """Store the table's token from a link in this browser, which may then score this match."""
    caller = page_caller(request)
    caller.any_token = token
    try:
        match = queries.find(match_id, caller)
    except NotFound:
        raise Http404 from None
    response = redirect("games:match", match.pk)
    response["Referrer-Policy"] = "no-referrer"
    if permissions.holds_link(match, caller):
        tables_cookie.keep(response, request, match.pk, token)
    else:
        messages.error(request, _("Ce lien ne sert plus à marquer : en demander un nouveau."))
    return response
