"""The page of a table, opened by its QR code: play, report the result, confirm the other side's."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.errors import NotFound, Refused
from games.match import permissions as match_permissions
from games.match import tables_cookie
from tournaments import cookie, permissions, queries, services
from tournaments.duplicate.presentation import at_table
from tournaments.matches import deals_of
from tournaments.presentation import desk_words
from tournaments.presentation.own_place import actions
from tournaments.presentation.pairing_why import reasons
from tournaments.presentation.tables import TableView, side_views, table_view
from tournaments.services import TableAddress
from tournaments.state.tournament import Round, Seated
from tournaments.view import View, seats_of
from tournaments.views.common import (
    base,
    done,
    following,
    own_at,
    round_of,
    seen,
    side_token,
    tournament_page,
    writing,
)
from tournaments.views.desk.scores_form import ScoresForm


@require_safe
@never_cache
@tournament_page
def open_table(
    request: HttpRequest, tournament_id: str, number: int, table: int, token: str
) -> HttpResponseBase:
    """Store the token of a side in this browser, and redirect to the table.

    The address of the table does not contain the token.
    """
    caller = writing(request).caller
    tournament = queries.find(tournament_id, caller, token=token)
    seated = seats_of(View(tournament, caller), number, table)
    if permissions.side_of(tournament, number, seated, token) is None:
        raise NotFound
    response = redirect("tournaments:table", tournament_id, number, table)
    response["Referrer-Policy"] = "no-referrer"
    cookie.keep(response, request, tournament_id, token)
    return response


@require_safe
@never_cache
@tournament_page
def table_page(
    request: HttpRequest, tournament_id: str, number: int, table: int
) -> HttpResponseBase:
    """Show a table: the players, the result, and what this browser may do."""
    return _page(request, seen(request, tournament_id), number, table)


def _page(
    request: HttpRequest,
    view: View,
    number: int,
    table: int,
    form: ScoresForm | None = None,
) -> HttpResponseBase:
    context = base(view) | following(view, "table", number, table)
    context |= table_context(view, number, table, form)
    return render(request, "tournaments/table.html", context, status=400 if form else 200)


def table_context(
    view: View, number: int, table: int, form: ScoresForm | None = None
) -> dict[str, Any]:
    """Return the context of a table's page, with the actions that this browser may take."""
    drawn, seated = round_of(view, number), seats_of(view, number, table)
    side, _token = side_token(view, drawn.number, seated)
    table_ = table_view(view, drawn, seated)
    return {
        "round": drawn,
        "table": table_,
        "side": None if side is None else table_.sides[side],
        "form": form or ScoresForm([table_side.name for table_side in table_.sides]),
        "can": _can(view, drawn, seated, side),
        "boards": at_table(view, drawn, seated, side),
        "reports": _reports(view, table_),
        "correction_sides": side_views(view, seated, seated.correction)
        if seated.correction
        else None,
        "matches": queries.matches_at(view.tournament, drawn.number, seated),
        "why": reasons(view, seated),
        "wanted": view.tournament.options.get("matches_per_table") or 1,
        "deals": None if view.folded.options.duplicate else deals_of(view.tournament),
    }


def _done(
    request: HttpRequest, view: View, seated: Seated, text: str, *place: Any
) -> HttpResponseBase:
    """Show a message, and redirect to the reader's own page, or to the table if they have none."""
    own = own_at(view, seated)
    if own is not None:
        return done(request, text, "my-table", view.tournament.pk, own)
    return done(request, text, "table", *place)


def _can(view: View, drawn: Round, seated: Seated, side: int | None) -> dict[str, bool]:
    """Return which actions the page offers at a table. The services check the rights again."""
    reported = side is not None and side in seated.reports
    may = actions(seated, side, scorer=view.can_score)
    boards = bool(view.folded.options.duplicate)
    speaks = (side is not None or view.can_score) and drawn.state != "draft"
    return {
        **{name: may[name] and drawn.state != "draft" for name in may},
        # The boards of a duplicate are entered one by one. For the table as a whole only a
        # forfeit can be entered, by an organiser.
        "boards": boards and speaks and (view.can_score or seated.state != "confirmed"),
        # Allowed even after the result is confirmed, because cards are often entered later.
        "cards": boards and speaks,
        "play": may["play"] and drawn.state != "draft" and not boards,
        "report": may["report"] and drawn.state != "draft" and (view.can_score or not boards),
        "correct": view.can_score and seated.reported is not None and not seated.table.bye,
        "waits": reported and seated.state == "reported",
    }


def _reports(view: View, table: TableView) -> list[dict[str, Any]]:
    """Return the result that each side has reported, as rows for the template."""
    return [
        {"by": table.sides[side].name, "sides": side_views(view, table.seated, result)}
        for side, result in sorted(table.seated.reports.items())
    ]


@require_POST
@never_cache
@tournament_page
def report(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponseBase:
    """Report a table's result. A result from an organiser is confirmed; a side's has to be
    confirmed.
    """
    view = seen(request, tournament_id)
    seated = seats_of(view, number, table)
    drawn = round_of(view, number)
    _side, token = side_token(view, number, seated)
    names = [side.name for side in table_view(view, drawn, seated).sides]
    form = ScoresForm(names, request.POST)
    if not form.is_valid():
        return _page(request, view, number, table, form)
    at = TableAddress(tournament_id, number, table)
    result = form.result(seated.table.sides)
    # If a result is confirmed already, the page has to say this, and asks nothing about the
    # scores.
    fresh = seated.state != "confirmed"
    if fresh and form.question(desk_words.doubts(view.tournament, seated, result)):
        return _page(request, view, number, table, form)
    try:
        outcome = services.report(at=at, result=result, by=writing(request, token))
    except Refused as refusal:
        if refusal.faults[0].code == "already_reported":
            return _already(request, at, form)
        form.add_error(None, refusal.sentences)
        return _page(request, view, number, table, form)
    text = _("Le résultat est noté.")
    if outcome.folded.round(number).table(table).reported is None:
        text = _("Le match est noté ; il en faut encore pour un résultat.")
    return _done(request, view, seated, text, tournament_id, number, table)


def _already(request: HttpRequest, at: TableAddress, form: ScoresForm) -> HttpResponseBase:
    """Say that somebody else was first. If the results differ, open the form to correct, filled
    in.
    """
    place = (at.tournament, at.round, at.table)
    view = seen(request, at.tournament)
    seated = seats_of(view, at.round, at.table)
    result, stands = form.result(seated.table.sides), seated.reported
    alike = stands is not None and stands.agrees(result)
    if alike or (result.match and stands and result.match == stands.match):
        return _done(request, view, seated, _("C'était déjà noté, pareil."), *place)
    if not view.can_score:
        text = _("Un autre résultat est confirmé : un organisateur peut le corriger.")
        messages.error(request, text)
        return redirect("tournaments:table", *place)
    typed = {name: text for name in form.fields if (text := request.POST.get(name, ""))}
    return redirect(f"{reverse('tournaments:correct', args=place)}?{urlencode(typed)}")


@require_POST
@never_cache
@tournament_page
def confirm(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponseBase:
    """Confirm the result that the other side has reported."""
    view = seen(request, tournament_id)
    seated = seats_of(view, number, table)
    _side, token = side_token(view, number, seated)
    services.confirm(at=TableAddress(tournament_id, number, table), by=writing(request, token))
    text = _("Le résultat est confirmé.")
    return _done(request, view, seated, text, tournament_id, number, table)


@require_POST
@never_cache
@tournament_page
def play(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponseBase:
    """Start the table's match, or continue the running one: redirect to its page."""
    view = seen(request, tournament_id)
    seated = seats_of(view, number, table)
    _side, token = side_token(view, number, seated)
    at = TableAddress(tournament_id, number, table)
    match = services.play(at=at, by=writing(request, token)).match
    response = redirect("games:match", match.pk)
    tables_cookie.keep(response, request, match.pk, match_permissions.edit_token(match))
    return response


@require_POST
@never_cache
@tournament_page
def keep(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponseBase:
    """Drop the correction of a match, so that the table's result stays as it is."""
    services.keep_as_is(at=TableAddress(tournament_id, number, table), by=writing(request))
    messages.success(request, _("Le résultat reste comme il est."))
    return redirect("tournaments:table", tournament_id, number, table)
