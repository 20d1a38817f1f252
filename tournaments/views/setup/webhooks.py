"""The page that lists, adds and removes a tournament's webhooks."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from core.shapes import put_on
from tournaments import services
from tournaments.view import View
from tournaments.views.common import base, done, run, tournament_page, writing
from tournaments.views.forms import WebhookForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def webhooks_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """List the addresses to which events are sent. Add or remove an address. Secrets are never
    shown.
    """
    view, by = run(request, tournament_id), writing(request)
    if request.method != "POST":
        return _page(request, view, WebhookForm())
    if "remove" in request.POST:
        services.remove_webhook(tournament_id=tournament_id, url=request.POST["remove"], by=by)
        return done(request, _("Cette adresse n'est plus prévenue."), "webhooks", tournament_id)
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _page(request, view, form)
    try:
        services.add_webhook(tournament_id=tournament_id, **form.cleaned_data, by=by)
    except Refused as refusal:
        put_on(form, refusal)
        return _page(request, view, form)
    return done(request, _("Cette adresse sera prévenue."), "webhooks", tournament_id)


def _page(request: HttpRequest, view: View, form: WebhookForm) -> HttpResponseBase:
    context = base(view) | {"form": form, "hooks": view.tournament.webhooks.order_by("id")}
    code = 400 if form.errors else 200
    return render(request, "tournaments/webhooks.html", context, status=code)
