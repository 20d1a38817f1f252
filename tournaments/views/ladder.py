"""The page of a ladder: the list, which anybody may read, and its challenges."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import services
from tournaments.presentation.ladder import LadderRow, due, moves, rows, rule
from tournaments.presentation.tables import TableView, table_view
from tournaments.view import View
from tournaments.views.common import (
    HELD,
    base,
    done,
    following,
    number_in,
    own_token,
    seen,
    tournament_page,
    writing,
)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def ladder(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the list, and whom each entrant may challenge. Declare a challenge, or record drops."""
    view = seen(request, tournament_id)
    if request.method == "POST":
        return _done(request, view)
    page: Page[LadderRow] = Paginator(rows(view), HELD).get_page(request.GET.get("page"))
    context = base(view) | following(view, "ladder", page=page.number)
    context |= {
        "page": page,
        "rows": page.object_list,
        "open": [(table, may_withdraw(view, table)) for table in open_challenges(view)],
        "moves": moves(view),
        "due": due(view),
        "rule": rule(view) if view.way.declared else [],
    }
    return render(request, "tournaments/formats/ladder/page.html", context)


def _done(request: HttpRequest, view: View) -> HttpResponseBase:
    night = view.tournament.pk
    if "bring_up" in request.POST:
        services.bring_up(tournament_id=night, by=writing(request))
        return done(request, _("L'échelle est à jour."), "ladder", night)
    challenger = number_in(request, "challenger")
    token = own_token(view, challenger) if challenger in view.own else None
    services.challenge(
        tournament_id=night,
        challenger=challenger,
        challenged=number_in(request, "challenged"),
        by=writing(request, token),
    )
    text = _("Le défi est noté : à vous de jouer.")
    if token is not None and not view.can_run:
        return done(request, text, "my-table", night, challenger)
    return done(request, text, "ladder", night)


@require_POST
@never_cache
@tournament_page
def withdraw(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponseBase:
    """Take back a challenge that has no result and no match."""
    view = seen(request, tournament_id)
    challenges = [
        challenge
        for challenge in open_challenges(view)
        if (challenge.round, challenge.number) == (number, table)
    ]
    challenger = challenges[0].sides[0].entrants[0] if challenges else 0
    token = own_token(view, challenger) if challenger in view.own else None
    services.withdraw_challenge(
        tournament_id=tournament_id, number=number, table=table, by=writing(request, token)
    )
    return done(request, _("Le défi est retiré."), "ladder", tournament_id)


def open_challenges(view: View) -> list[TableView]:
    """Return the challenges without a result that counts, newest first."""
    if not view.way.declared:
        return []
    return [
        table_view(view, drawn, seated)
        for drawn in reversed(view.rounds)
        for seated in reversed(drawn.tables)
        if seated.counted().result is None
    ]


def may_withdraw(view: View, table: TableView) -> bool:
    """Return whether the reader may take back a challenge.

    The reader must be the challenger or run the tournament. The challenge must not have begun,
    and the tournament must not be over.
    """
    begun = table.state != "waiting" or table.seated.match is not None
    own = table.sides[0].entrants[0] in view.own
    return not begun and (own or view.can_run) and view.folded.state != "finished"


def own_choice(view: View, number: int) -> dict[str, Any]:
    """Return the context with an entrant's row of the ladder, for the entrant's own page.

    It is empty if the tournament is not a ladder.
    """
    row = next((row for row in rows(view) if row.entrant == number), None)
    return {"ladder_row": row} if row else {}
