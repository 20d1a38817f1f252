"""Pages of rounds: the page of a round, and drawing, arranging, publishing and closing it."""

import secrets
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.errors import NotFound
from tournaments import queries, services
from tournaments.presentation import open_rounds
from tournaments.presentation.pairing_why import reasons, rejected, warnings
from tournaments.presentation.questions import partners, withdrawal
from tournaments.presentation.tables import table_view
from tournaments.services.entrants.partners import CHOICES, FIELD, WithoutPartner
from tournaments.state.open_rounds import is_open
from tournaments.state.tournament import Round, Seated
from tournaments.view import View
from tournaments.views.common import (
    base,
    done,
    following,
    number_in,
    part_of,
    round_context,
    round_of,
    run,
    seen,
    tournament_page,
    writing,
)

SEED_LENGTH = 80


@require_safe
@never_cache
@tournament_page
def round_page(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Show a round: its tables and the reasons for them. An organiser can arrange a draft here."""
    view = seen(request, tournament_id)
    drawn = round_of(view, number)
    asked_table = _asked_table(request)
    tables = open_rounds.met(view, drawn)
    at = next((at for at, seated in enumerate(tables) if seated.number == asked_table), 0)
    page = part_of(request, tables, at)
    query = {"page": page.number, **({"table": asked_table} if asked_table else {})}
    context = (
        base(view)
        | following(view, "round", number, **query)
        | {
            "round": drawn,
            "rows": _rows(view, drawn, page, asked_table),
            "page": page,
            "behind": number - 1,
            "warnings": warnings(view, drawn),
            "partner_question": partners.question(view) if drawn == view.rounds[-1] else None,
            "taken_back": withdrawal.taken_back(view, drawn),
            **round_context(view, drawn),
            "draft": drawn.state == "draft",
            "swappable": drawn.state == "draft" and (number == 1 or not view.folded.way.fixed),
            "lockable": not view.folded.way.fixed,
            "missing": any(
                seated.state not in ("reported", "confirmed") for seated in drawn.tables
            ),
        }
    )
    return render(request, "tournaments/round.html", context)


def _asked_table(request: HttpRequest) -> int | None:
    """Return the number of the table for which a rejected pairing is asked; None if none is."""
    text = request.GET.get("table", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


def _rows(
    view: View, drawn: Round, part: Iterable[Seated], asked_table: int | None
) -> list[dict[str, Any]]:
    return [
        {
            "table": table,
            "why": reasons(view, table.seated),
            "open": table.number == asked_table,
            "alternative": _alternative(view, drawn, table.number, asked_table),
            "comparable": view.can_run and "rematch" in table.seated.table.why,
        }
        for table in (table_view(view, drawn, seated) for seated in part)
    ]


def _alternative(view: View, drawn: Round, table: int, asked_table: int | None) -> list[str] | None:
    """Return the pairs of the best pairing in which the pair of that table does not meet, as texts.

    Return None if this is not asked for the table, if the reader may not see it, or if there is
    none.
    """
    if table != asked_table or not view.can_run:
        return None
    pairs = queries.alternative(view.folded, drawn.number, table)
    return None if pairs is None else rejected(view, drawn, pairs)


@require_POST
@never_cache
@tournament_page
def draw(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Draw the next round as a draft; or the tables of those who came late, which are published."""
    outcome = services.draw(
        tournament_id=tournament_id, without_partner=_choice(request), by=writing(request)
    )
    drawn = outcome.folded.rounds[-1]
    if drawn.state == "published":
        sentence = _("Leurs tables sont ajoutées à celles qui se jouent.")
        return done(request, sentence, "tournament", tournament_id)
    return redirect("tournaments:round", tournament_id, drawn.number)


@require_POST
@never_cache
@tournament_page
def arrange(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Arrange a draft round: exchange two entrants, lock or unlock a table, or draw again."""
    view = run(request, tournament_id)
    drawn, by = round_of(view, number), writing(request)
    named: dict[str, Any] = {"tournament_id": tournament_id, "number": number, "by": by}
    if "lock" in request.POST:
        services.lock(**named, tables=_toggled(drawn, number_in(request, "lock")))
    elif "redraw" in request.POST:
        seed = " ".join(request.POST.get("seed", "").split())[:SEED_LENGTH]
        services.redraw(
            **named, seed=seed or secrets.token_hex(8), without_partner=_choice(request)
        )
    else:
        two = [
            int(text) for text in request.POST.getlist("swap") if text.isdecimal() and len(text) < 6
        ]
        if len(two) != 2:
            messages.error(request, _("Cocher deux noms, pas plus, pour les échanger."))
            return redirect("tournaments:round", tournament_id, number)
        services.swap(**named, entrants=(two[0], two[1]))
    return redirect("tournaments:round", tournament_id, number)


def _choice(request: HttpRequest) -> WithoutPartner | None:
    """Return what the form says about incomplete pairs; None if it says nothing."""
    given = request.POST.get(FIELD)
    return next((choice for choice in CHOICES if choice == given), None)


def _toggled(drawn: Round, table: int) -> list[int]:
    """Return the numbers of the tables to be locked, after the lock of `table` is switched."""
    if table not in [seated.number for seated in drawn.tables]:
        raise NotFound
    locked = {seated.number for seated in drawn.tables if seated.locked}
    return sorted(locked ^ {table})


@require_POST
@never_cache
@tournament_page
def publish(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Publish a draft round, so that everybody sees where to sit."""
    outcome = services.publish(tournament_id=tournament_id, number=number, by=writing(request))
    if is_open(outcome.folded, outcome.folded.round(number)):
        sentence = _("Toutes les rondes sont publiées : à table.")
    else:
        sentence = _("La ronde %(number)s est publiée : à table.") % {"number": number}
    return done(request, sentence, "tournament", tournament_id)


@require_POST
@never_cache
@tournament_page
def decide(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Declare the winner where nobody won the final, or take that back."""
    winner = number_in(request, "winner") if request.POST.get("winner") else None
    services.set_up(tournament_id=tournament_id, changes={"winner": winner}, by=writing(request))
    return redirect("tournaments:tournament", tournament_id)


@require_POST
@never_cache
@tournament_page
def withdraw(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Make a published round a draft again, and show it. This helps, for example, if somebody is
    missing.
    """
    outcome = services.withdraw(tournament_id=tournament_id, number=number, by=writing(request))
    if outcome.folded.way.declared:
        return done(request, _("Les défis de la ronde sont retirés."), "ladder", tournament_id)
    if is_open(outcome.folded, outcome.folded.round(number)):
        sentence = _("Le tirage est un brouillon à nouveau.")
    else:
        sentence = _("La ronde %(number)s est un brouillon à nouveau.") % {"number": number}
    return done(request, sentence, "round", tournament_id, number)


@require_POST
@never_cache
@tournament_page
def close(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Close a round, and confirm the results that are only reported."""
    outcome = services.close(tournament_id=tournament_id, number=number, by=writing(request))
    if is_open(outcome.folded, outcome.folded.round(number)):
        sentence = _("Toutes les rondes sont closes.")
    else:
        sentence = _("La ronde %(number)s est close.") % {"number": number}
    return done(request, sentence, "tournament", tournament_id)
