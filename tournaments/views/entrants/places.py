"""The permanent card of a physical table. In each round it leads to the table with that number."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core.errors import NotFound
from tournaments import cookie, permissions, queries
from tournaments.presentation.tables import table_view
from tournaments.state.tournament import Round, Seated
from tournaments.view import View
from tournaments.views.common import base, number_in, own_at, side_token, tournament_page, writing


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def place(request: HttpRequest, tournament_id: str, table: int, token: str) -> HttpResponseBase:
    """Redirect to the table of the present round. First ask a phone that has no side there for its
    side.

    The holder of the card may choose any side, because the codes of all sides lie on the table
    too.
    """
    caller = writing(request).caller
    tournament = queries.find(tournament_id, caller, token=token, place=table)
    if not permissions.is_place(tournament, table, token):
        raise NotFound
    view = View(tournament, caller, tokens=cookie.read(request, tournament_id))
    at = _present(view, table)
    answer: HttpResponseBase
    if at is None:
        answer = render(request, "tournaments/place.html", base(view) | {"number": table})
    elif request.method == "POST":
        answer = _chosen(request, view, *at)
    else:
        answer = _side_question(request, view, *at)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _present(view: View, table: int) -> tuple[Round, Seated] | None:
    """Return the last published round and its table with this number.

    Return None if there is no such table, or if it is a bye.
    """
    published = [drawn for drawn in view.folded.rounds if drawn.state != "draft"]
    for seated in published[-1].tables if published else ():
        if seated.number == table and not seated.table.bye:
            return published[-1], seated
    return None


def _side_question(
    request: HttpRequest, view: View, drawn: Round, seated: Seated
) -> HttpResponseBase:
    own = own_at(view, seated)
    if own is not None:
        return redirect("tournaments:my-table", view.tournament.pk, own)
    side, _token = side_token(view, drawn.number, seated)
    if side is not None or view.can_score:
        return redirect("tournaments:table", view.tournament.pk, drawn.number, seated.number)
    context = base(view) | {"number": seated.number, "table": table_view(view, drawn, seated)}
    return render(request, "tournaments/place.html", context)


def _chosen(request: HttpRequest, view: View, drawn: Round, seated: Seated) -> HttpResponseBase:
    side = number_in(request, "side")
    if side >= len(seated.table.sides):
        raise NotFound
    response = redirect("tournaments:table", view.tournament.pk, drawn.number, seated.number)
    token = permissions.side_token(view.tournament, drawn.number, seated, side)
    cookie.keep(response, request, view.tournament.pk, token)
    return response
