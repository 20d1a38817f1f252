"""« Ma table »: an entrant's own page for the whole evening, opened by their link or account."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import NotFound
from tournaments import cookie, permissions, queries, services
from tournaments.errors import Refused
from tournaments.models import Entrant
from tournaments.notices import push, push_messages, webhooks
from tournaments.presentation import open_rounds
from tournaments.presentation.own_place import own_place
from tournaments.presentation.tables import table_view
from tournaments.state.tournament import OUT
from tournaments.view import View
from tournaments.views.common import (
    base,
    done,
    following,
    own_token,
    seen,
    tournament_page,
    writing,
)
from tournaments.views.ladder import own_choice
from tournaments.views.setup.editing import enrolled_of
from tournaments.views.tables import table_context

LABELS = dict(Entrant.State.choices)
# The messages shown after an entrant has changed their own state.
SAID = {
    "checked_in": lambda: _("C'est noté : présent."),
    "withdrawn": lambda: _("C'est noté : l'inscription est retirée."),
    "registered": lambda: _("C'est noté : de nouveau inscrit."),
}


@require_safe
@never_cache
@tournament_page
def open_my_table(
    request: HttpRequest, tournament_id: str, number: int, token: str
) -> HttpResponseBase:
    """Store the token of an entrant's link in this browser, and redirect to the entrant's page.

    The token is not stored for a reader who may enter all results. Such a reader opens other
    people's links only to look at them.
    """
    caller = writing(request).caller
    tournament = queries.find(tournament_id, caller, token=token)
    view = View(tournament, caller)
    enrolled = enrolled_of(view, number)
    if not permissions.is_entrant(tournament, enrolled.number, token):
        raise NotFound
    response = redirect("tournaments:my-table", tournament_id, number)
    response["Referrer-Policy"] = "no-referrer"
    if not view.can_score:
        cookie.keep(response, request, tournament_id, token)
    return response


@require_safe
@never_cache
@tournament_page
def mine(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Redirect to the page of the reader's own entrant, or to the tournament if they have none."""
    view = seen(request, tournament_id)
    if not view.own:
        return redirect("tournaments:tournament", tournament_id)
    return redirect("tournaments:my-table", tournament_id, view.own[0])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def my_table(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Show an entrant's own page: check-in, table, result, rank, next table.

    Other readers see where the entrant sits, but may change nothing. Only an organiser may also
    check the entrant in.
    """
    view = seen(request, tournament_id)
    enrolled = enrolled_of(view, number)
    own = number in view.own
    hidden = enrolled.state in OUT and number not in view.folded.drawn
    if hidden and not (own or view.can_run):
        raise NotFound
    if request.method == "POST":
        return _moved(request, view, number)
    place = own_place(view, number)
    context = base(view) | following(view, "my-table", number)
    if place.table is not None:
        context |= table_context(view, place.round, place.table)
    if place.at_once:
        drawn = view.folded.round(place.round)
        context |= {
            "round": drawn,
            "own_tables": [
                table_view(view, drawn, seated)
                for seated in open_rounds.own_tables(view, drawn, number)
                if seated.number != place.table
            ],
        }
    context |= own_choice(view, number)
    context |= {
        "number": number,
        "name": view.names[number],
        "own": own,
        "state": enrolled.state,
        "label": LABELS[enrolled.state],
        "moves": _moves(view, number),
        "present_from": _present_from(view, number),
        "place": place,
    }
    if own and push.offered() and view.folded.state != "finished":
        context |= {
            "push_key": push_messages.public_key(),
            "push_known": " ".join(push.known(view.tournament, number)),
        }
    return render(request, "tournaments/my_table.html", context)


@require_POST
@never_cache
@tournament_page
def tell_me(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Subscribe this phone to messages about the entrant's tables, or unsubscribe it."""
    view = seen(request, tournament_id)
    own_token(view, number)  # raises `NotFound` unless it is the reader's own entrant
    given = {name: request.POST.get(name, "")[:600] for name in ("url", "p256dh", "auth")}
    if "remove" in request.POST:
        push.unsubscribe(view.tournament, number, given["url"])
        return done(
            request, _("Ce téléphone n'est plus prévenu."), "my-table", tournament_id, number
        )
    if not push.offered():
        raise NotFound
    try:
        push.subscribe(view.tournament, number, **given, language=get_language() or "fr")
    except (webhooks.NotPublic, push_messages.UnusableKey):
        raise Refused("push_not_possible") from None
    return done(request, _("Ce téléphone sera prévenu."), "my-table", tournament_id, number)


def _moves(view: View, number: int) -> tuple[str, ...]:
    enrolled = view.folded.entrant(number)
    may_tick = view.can_run and enrolled.state == "registered"
    moves: tuple[str, ...] = ("checked_in",) if may_tick else ()
    if number in view.own:
        moves += services.own_moves(view.tournament, view.folded, enrolled)
    return moves


def _present_from(view: View, number: int) -> str:
    """Return from when the reader may check in, in words; empty if they may now, or are in."""
    waits = number in view.own and view.folded.entrant(number).state == "registered"
    if not waits or view.can_run or services.check_in_is_open(view.tournament, view.folded):
        return ""
    return services.opening_told(view.tournament)


def _moved(request: HttpRequest, view: View, number: int) -> HttpResponseBase:
    state = request.POST.get("state", "checked_in")
    if state not in SAID:
        raise NotFound
    token = own_token(view, number) if number in view.own else None
    changes: dict[str, Any] = {"state": state}
    by = writing(request, token)
    services.change_entrant(tournament_id=view.tournament.pk, number=number, changes=changes, by=by)
    return done(request, SAID[state](), "my-table", view.tournament.pk, number)
