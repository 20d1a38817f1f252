"""The permanent card of a physical table. In each round it leads to the table with that number."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core.errors import NotFound
from tournaments import cookie, permissions, queries
from tournaments.presentation import open_rounds
from tournaments.presentation.tables import TableView, table_view
from tournaments.state.tournament import Round, Seated
from tournaments.view import View
from tournaments.views.common import base, number_in, own_at, side_token, tournament_page, writing


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def place(request: HttpRequest, tournament_id: str, table: int, token: str) -> HttpResponseBase:
    """Redirect to the table of the present round. First ask a phone that has no side there for its
    side.

    If all rounds are played at once, ask first which of their tables is played here.

    The holder of the card may choose any side, because the codes of all sides lie on the table
    too.
    """
    caller = writing(request).caller
    tournament = queries.find(tournament_id, caller, token=token, place=table)
    if not permissions.is_place(tournament, table, token):
        raise NotFound
    view = View(tournament, caller, tokens=cookie.read(request, tournament_id))
    last = _last(view)
    any_order = last is not None and open_rounds.at_once(view, last)
    at = _present(last, _meeting(request) if any_order else table)
    answer: HttpResponseBase
    if at is None:
        context = base(view) | {"number": table}
        if any_order and last is not None:
            context["meetings"] = _open_tables(view, last)
        answer = render(request, "tournaments/place.html", context)
    elif request.method == "POST":
        answer = _chosen(request, view, *at)
    else:
        answer = _side_question(request, view, *at)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _last(view: View) -> Round | None:
    """Return the last published round."""
    return next((drawn for drawn in reversed(view.folded.rounds) if drawn.state != "draft"), None)


def _meeting(request: HttpRequest) -> int:
    """Return the number of the table that is played here, as chosen from the list; 0 for none."""
    text = (request.POST if request.method == "POST" else request.GET).get("rencontre", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _open_tables(view: View, drawn: Round) -> list[TableView]:
    """Return the tables that are still to be played."""
    return [
        table_view(view, drawn, seated)
        for seated in open_rounds.met(view, drawn)
        if open_rounds.to_play(seated)
    ]


def _present(drawn: Round | None, table: int) -> tuple[Round, Seated] | None:
    """Return the table of this number in a round, and the round; None if nobody meets there."""
    for seated in drawn.tables if drawn else ():
        if drawn and seated.number == table and not seated.table.bye:
            return drawn, seated
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
