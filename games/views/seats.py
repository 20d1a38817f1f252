"""« Où êtes-vous assis ? »: the page behind the table's code, on which a phone chooses its seat."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.callers import Caller
from core import errors
from core.shapes import NameInput, number_of
from games import services
from games.match import permissions, places_cookie
from games.presentation.table import SeatView, Table
from games.services import Writing
from games.views.common import match_context, table_or_404


class SeatForm(forms.Form):
    """The name of the person who sits at an unnamed seat. It may be left empty."""

    def __init__(self, seat: SeatView, data: Any = None) -> None:
        super().__init__(data, auto_id=f"seat-{seat.number}-%s")
        self.seat = seat
        self.fields["name"] = NameInput(
            label=_("Votre nom (facultatif)"),
            required=False,
            widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 160}),
        )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def seats_page(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Show the seats of a match, sit down at an unnamed one, or leave the chosen one."""
    table, caller = table_or_404(request, match_id)
    if request.method != "POST":
        return _page(request, table, caller)
    if "leave" in request.POST:
        response = redirect("games:match", match_id)
        places_cookie.keep(response, request, match_id, None)
        messages.success(request, _("Ce téléphone ne regarde plus d'aucune place."))
        return response
    form = SeatForm(_seat_or_404(table, number_of(request.POST.get("seat", ""))), request.POST)
    if not form.is_valid():
        return _page(request, table, caller, form)
    try:
        _name(form, table, caller)
    except (errors.Conflict, errors.Denied, errors.Refused) as refusal:
        messages.error(request, refusal.sentence)
        return redirect("games:seats", match_id)
    return _sat_down(request, table, form.seat)


def _name(form: SeatForm, table: Table, caller: Caller) -> None:
    """Write the typed name on the seat. An empty name writes nothing."""
    name, seat = form.cleaned_data["name"], form.seat.number
    if name:
        services.sit(match_id=table.match.pk, seat=seat, name=name, by=Writing(caller))


@require_safe
@never_cache
def take_place(request: HttpRequest, match_id: str, seat: int) -> HttpResponseBase:
    """Let this browser look at a match from a seat, whoever sits there. Only the browser stores
    this.
    """
    table, _caller = table_or_404(request, match_id)
    return _sat_down(request, table, _seat_or_404(table, seat))


def _sat_down(request: HttpRequest, table: Table, seat: SeatView) -> HttpResponseBase:
    response = redirect("games:match", table.match.pk)
    places_cookie.keep(response, request, table.match.pk, seat.number)
    return response


def _seat_or_404(table: Table, number: int | None) -> SeatView:
    for seat in table.seats:
        if seat.number == number:
            return seat
    raise Http404


def _page(
    request: HttpRequest, table: Table, caller: Caller, refused: SeatForm | None = None
) -> HttpResponse:
    here = places_cookie.seat_here(request, table.match)
    may_name = permissions.can_sit(table.match, caller)
    context = match_context(table, None) | {
        "here": here,
        "places": [
            {
                "seat": seat,
                "side": table.sides[seat.side].name if table.game.seats.sides else "",
                "form": _form(seat, refused) if may_name and not seat.named else None,
            }
            for seat in table.seats
        ],
    }
    return render(request, "games/seats.html", context, status=400 if refused else 200)


def _form(seat: SeatView, refused: SeatForm | None) -> SeatForm:
    return refused if refused and refused.seat == seat else SeatForm(seat)
