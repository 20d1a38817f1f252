"""The page that opens a link, and the page of a club's links."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.callers import Caller
from clubs.double_taps import Tap, tap_of
from clubs.links import queries, request_links, services, subjects
from clubs.links.forms import LinkForm
from clubs.links.kinds import OPEN_TABLE
from clubs.links.services import Made
from clubs.links.showing import listed, new_link
from clubs.links.tokens import is_signed
from clubs.models import Club
from clubs.permissions import club_rights
from clubs.queries import visible_clubs
from core.errors import Denied, Refused
from core.shapes import number_of


@require_safe
@never_cache
def open_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Store a link's token in the browser, and redirect to a page whose address has no token."""
    link = queries.by_token(token)
    subject = subjects.subject_of(link) if link is not None and link.state == "live" else None
    if link is None or subject is None or not subject.serves(link):
        return _gone(request, token)
    services.note_use(link)
    response = redirect(subject.address(link))
    response["Referrer-Policy"] = "no-referrer"
    request_links.keep(response, request, token)
    return response


def _gone(request: HttpRequest, token: str) -> HttpResponse:
    """Show a page which says that a link has ended or never existed, without saying which."""
    response = render(request, "links/gone.html", status=410 if is_signed(token) else 404)
    response["Referrer-Policy"] = "no-referrer"
    return response


def club_or_404(slug: str, caller: Caller) -> Club:
    """Return the club of an address. Raise `Http404` if the caller may not see it."""
    club = visible_clubs(caller).filter(slug=slug).first()
    if club is None:
        raise Http404
    return club


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def club_links(request: HttpRequest, slug: str) -> HttpResponseBase:
    """List the links of a club and of its matches; revoke one, make a table link."""
    caller = request_links.page_caller(request)
    club = club_or_404(slug, caller)
    try:
        services.check_may_manage(club, caller)
    except Denied as denied:
        context = {"club": club, "sentence": denied.sentence}
        return render(request, "links/denied.html", context, status=403)
    if "revoke" in request.POST:
        _revoke(club, request.POST["revoke"])
        messages.success(request, _("Le lien est retiré : il n'ouvre plus rien."))
        return redirect("club-links", club.slug)
    form = LinkForm(OPEN_TABLE, request.POST if request.method == "POST" else None)
    made = _made(club, form, caller, tap_of(request))
    context = {
        "club": club,
        "form": form,
        "made": new_link(request, made) if made else None,
        "links": listed(queries.of_club(club.pk), caller),
        "rights": club_rights(club, caller),
    }
    return render(request, "links/club.html", context, status=400 if form.errors else 200)


def _made(club: Club, form: LinkForm, caller: Caller, tap: Tap | None) -> Made | None:
    if not form.is_bound or not form.is_valid():
        return None
    try:
        lasts = form.cleaned_data["lasts"]
        make = partial(services.make_table_link, club=club, lasts=lasts, caller=caller)
        return services.made_once(tap, lambda key: make(key=key))
    except Refused as refusal:
        form.add_error(None, refusal.sentences)
        return None


def _revoke(club: Club, number: str) -> None:
    link = queries.of_club(club.pk).filter(pk=number_of(number) or 0).first()
    if link is None:
        raise Http404
    services.revoke(link=link)
