"""« Je viens »: the public page where people sign up, and the officer's settings of it."""

from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.links.showing import qr
from clubs.list_words import alike_sentences
from core.addresses import shareable
from core.errors import Refused
from core.shapes import put_on
from ratelimits import limits
from tournaments import cookie, permissions, services
from tournaments.log_queries import INVITING
from tournaments.services import SignUpAsked
from tournaments.view import View
from tournaments.views.common import base, done, following, run, seen, tournament_page, writing
from tournaments.views.forms import SignUpForm, SignUpSettings


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def sign_up_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the sign-up form, and sign somebody up. Their browser stores the token of their own
    page.
    """
    view = seen(request, tournament_id)
    size = services.size_of(view)
    if request.method != "POST":
        return _page(request, view, SignUpForm(size, initial=_known(view)))
    form = SignUpForm(size, request.POST)
    if not form.is_valid():
        return _page(request, view, form)
    try:
        signed = services.sign_up(
            tournament_id=tournament_id,
            name=form.cleaned_data["name"],
            partner=form.cleaned_data.get("partner", ""),
            by=writing(request),
            network=limits.address(request),
        )
    except Refused as refusal:
        put_on(form, refusal)
        return _page(request, view, form)
    waits = signed.outcome.folded.entrant(signed.number).waits is not None
    text = _("Inscrit sur la liste d'attente.") if waits else _("C'est noté : inscrit.")
    alike = services.look_alikes_of(seen(request, tournament_id), signed.number)
    for sentence in alike_sentences(alike):
        messages.warning(request, sentence)
    response = done(request, text, "my-table", tournament_id, signed.number)
    token = permissions.entrant_token(signed.outcome.tournament, signed.number)
    cookie.keep(response, request, tournament_id, token)
    return response


def _known(view: View) -> dict[str, str]:
    """Return the initial values of the form: the name of the account's player, if not entered
    yet.
    """
    own = getattr(view.caller.account, "player", None)
    return {"name": own.public_name} if own and not view.own else {}


def _page(request: HttpRequest, view: View, form: SignUpForm) -> HttpResponseBase:
    context = (
        base(view)
        | following(view, "sign-up")
        | {
            "form": form,
            "left": _left(view),
            "queue": len(view.folded.waiting),
            "list_full": services.list_is_full(view.tournament, view.folded),
            "own": [{"number": number, "name": view.names[number]} for number in view.own],
        }
    )
    return render(request, "tournaments/sign_up.html", context, status=400 if form.errors else 200)


def _left(view: View) -> int | None:
    """Return how many places are free; None without a limit."""
    limit = view.folded.limit
    return None if limit is None else max(0, limit - view.folded.taken)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def settings_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show and change the settings of « Je viens »: open or closed, places, end and fee."""
    view = run(request, tournament_id)
    form = SignUpSettings(
        request.POST if request.method == "POST" else None, initial=_initial(view)
    )
    if form.is_bound and form.is_valid():
        values = dict(form.cleaned_data)
        inviting = {name: values.pop(name) for name in INVITING}
        terms = SignUpAsked(**values, inviting=inviting)
        services.set_sign_up(tournament_id=tournament_id, terms=terms, by=writing(request))
        return done(request, _("C'est gardé."), "sign-up-settings", tournament_id)
    url, code = address(request, view)
    context = base(view) | {"form": form, "url": url, "qr": code}
    status = 400 if form.errors else 200
    return render(request, "tournaments/sign_up_settings.html", context, status=status)


def address(request: HttpRequest, view: View) -> tuple[str, Any]:
    """Return the address of the sign-up page, for other phones, and its QR code."""
    path = reverse("tournaments:sign-up", args=[view.tournament.pk])
    url = shareable(request, path)
    return url, qr(url)


def _initial(view: View) -> dict[str, Any]:
    tournament = view.tournament
    return {
        "open": tournament.signing_up,
        "limit": tournament.limit,
        "waiting_limit": tournament.waiting_limit,
        "until": tournament.sign_up_until,
        "fee": _sum(tournament.fee),
        **{name: getattr(tournament, name) for name in INVITING},
        "price": _sum(tournament.price),
    }


def _sum(hundredths: int | None) -> str | None:
    return None if hundredths is None else f"{Decimal(hundredths) / 100:.2f}"
