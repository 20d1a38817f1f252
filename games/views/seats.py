"""« Qui êtes-vous ? »: the page behind the table's code, where a phone takes its person's seat."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.callers import Caller
from clubs.double_taps import one_tap
from core import errors
from core.shapes import NameInput, number_of
from games import services
from games.errors import Denied, Refused
from games.match import permissions
from games.presentation.table import SeatView, Table
from games.services import Writing
from games.services.sitting import is_taken_by, person_of
from games.views.common import match_context, table_or_404

# The session's key for the seats that a phone without account has taken: by match, the seat and the
# version in which the phone took it.
IN_SESSION = "seats-taken"
MOST_KEPT = 20


class SeatForm(forms.Form):
    """A free seat, and the name of the person who takes it."""

    def __init__(self, seat: SeatView, data: Any = None) -> None:
        first = {"name": seat.name if seat.named else ""}
        super().__init__(data, initial=first, auto_id=f"seat-{seat.number}-%s")
        self.seat = seat
        self.fields["name"] = NameInput(
            label=_("Votre nom"),
            required=not seat.named,
            error_messages={"required": _("Il manque un nom.")},
            widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 160}),
        )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@one_tap
def seats_page(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Show the seats of a match. Take a free seat, or free a taken one (only for its table)."""
    table, caller = table_or_404(request, match_id)
    if not permissions.can_sit(table.match, caller):
        messages.error(request, Denied("sitting_not_allowed").sentence)
        return redirect("games:match", match_id)
    if request.method != "POST":
        return _page(request, table, caller)
    try:
        if "free" in request.POST:
            services.free(match_id=match_id, seat=_number(request, "free"), by=Writing(caller))
            messages.success(request, _("La place est de nouveau libre."))
            return redirect("games:seats", match_id)
        return _sit(request, table, caller)
    except (errors.Conflict, errors.Denied, errors.Refused) as refusal:
        messages.error(request, refusal.sentence)
        return redirect("games:seats", match_id)


def _sit(request: HttpRequest, table: Table, caller: Caller) -> HttpResponseBase:
    number = _number(request, "seat")
    seat = next((seat for seat in table.seats if seat.number == number), None)
    if seat is None:
        raise Refused("seat_unknown", "seat")
    name, mine = "", None
    if person_of(caller) is None:
        mine = _mine(request, table)
        form = SeatForm(seat, request.POST)
        if not form.is_valid():
            return _page(request, table, caller, form)
        name = form.cleaned_data["name"]
        if mine is not None and mine.number != number and "instead" not in request.POST:
            return _page(request, table, caller, asks={"mine": mine, "seat": seat, "name": name})
    leaves = None if mine is None else mine.number
    by = Writing(caller)
    done = services.sit(match_id=table.match.pk, seat=number, name=name, by=by, leaves=leaves)
    sittings = request.session.get(IN_SESSION, {}) | {
        table.match.pk: [number, done.table.match.version]
    }
    request.session[IN_SESSION] = dict(list(sittings.items())[-MOST_KEPT:])
    messages.success(request, _("C'est noté : cette place est la vôtre."))
    return redirect("games:match", table.match.pk)


def _mine(request: HttpRequest, table: Table) -> SeatView | None:
    """Return the seat that this phone has taken in the match, under a guest's name."""
    number, version = request.session.get(IN_SESSION, {}).get(table.match.pk, (None, 0))
    if number is None or not is_taken_by(table.match, number, version):
        return None
    return next((seat for seat in table.seats if seat.number == number), None)


def _number(request: HttpRequest, field: str) -> int:
    number = number_of(request.POST.get(field, ""))
    if number is None:
        raise Refused("seat_unknown", "seat")
    return number


def _page(
    request: HttpRequest,
    table: Table,
    caller: Caller,
    wrong: SeatForm | None = None,
    asks: dict[str, Any] | None = None,
) -> HttpResponse:
    person = person_of(caller)
    seated = {seat.player for seat in table.seats}
    context = match_context(table, None) | {
        "person": None if person is None or person.pk in seated else person,
        "seated": person is not None and person.pk in seated,
        "may_free": table.can.manage,
        "asks": asks,
        "places": [
            {
                "seat": seat,
                "side": table.sides[seat.side].name if table.game.seats.sides else "",
                "form": _form(seat, wrong),
            }
            for seat in table.seats
        ],
    }
    return render(request, "games/seats.html", context, status=400 if wrong else 200)


def _form(seat: SeatView, wrong: SeatForm | None) -> SeatForm | None:
    """Return the form to take a seat; None if a known player or a phone has it."""
    if seat.player is not None or seat.taken:
        return None
    return wrong if wrong is not None and wrong.seat.number == seat.number else SeatForm(seat)
