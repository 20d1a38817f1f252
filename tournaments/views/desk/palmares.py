"""Tournaments that were played elsewhere or before: entered with their places, and corrected."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.double_taps import one_tap
from clubs.list_words import fault_of, remark_answer
from clubs.lists.reading import OUT, ListFault, Row, read
from clubs.queries import clubs_where
from core.errors import Refused
from games.callers import page_caller
from games.registry.game import Game
from games.registry.installed import game_of
from tournaments import services
from tournaments.log_queries import PAST
from tournaments.models import NAME_LENGTH
from tournaments.services import Writing
from tournaments.view import View
from tournaments.views.common import base, done, run, tournament_page, writing
from tournaments.views.forms import PastForm
from tournaments.views.listing import refused_to_make


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def palmares(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the form of the palmarès, and store it. Each line is a place, best first."""
    view = run(request, tournament_id)
    if view.tournament.past:
        return _change_past(request, view)
    text = "\n".join(place.name for place in view.places)
    code = 200
    if request.method == "POST":
        text = request.POST.get("places", "")
        try:
            tournament = view.tournament
            places = _places(
                text,
                services.side_size(game_of(tournament.game), tournament.format, tournament.options),
            )
            services.palmares(tournament_id=tournament_id, places=places, by=writing(request))
            return done(request, _("Le palmarès est gardé."), "tournament", tournament_id)
        except LineFaults as faults:
            for sentence in faults.args:
                messages.error(request, sentence)
        except ListFault as fault:
            messages.error(request, fault_of(fault))
        except Refused as refusal:
            for sentence in refusal.sentences:
                messages.error(request, sentence)
        code = 400
    return render(request, "tournaments/palmares.html", base(view) | {"text": text}, status=code)


KNOWN = ("name", "date", "place", "public", "about", *PAST)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
@one_tap
def past_page(request: HttpRequest) -> HttpResponseBase:
    """Enter a past tournament of the reader's club: no formula is asked for."""
    caller = page_caller(request)
    clubs = list(clubs_where(caller, "run_tournaments"))
    if not clubs:
        return refused_to_make(request, caller)
    form = PastForm(clubs, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        values = form.cleaned_data
        chosen = game_of(values["game"])
        opening = services.TournamentAsked(
            club=next(club for club in clubs if club.slug == values["club"]),
            game=chosen,
            preset=chosen.presets[0],
            **{name: values[name] for name in KNOWN},
        )
        by = Writing(caller)

        def enter(places: list[dict[str, Any]]) -> str:
            return services.open_past(opening=opening, places=places, by=by).tournament.pk

        made = _with_places(form, enter, chosen, opening.format, opening.options)
        if made:
            return done(request, _("Le tournoi est dans le palmarès."), "tournament", made)
    code = 400 if form.errors else 200
    return render(request, "tournaments/past_new.html", {"form": form}, status=code)


def _change_past(request: HttpRequest, view: View) -> HttpResponseBase:
    tournament = view.tournament
    places = "\n".join(place.name for place in view.places)
    known = {name: getattr(tournament, name) for name in KNOWN} | {"places": places}
    form = PastForm(None, request.POST if request.method == "POST" else None, initial=known)
    if form.is_bound and form.is_valid():
        changes = {name: form.cleaned_data[name] for name in KNOWN}

        def change(places: list[dict[str, Any]]) -> str:
            outcome = services.change_past(
                tournament_id=tournament.pk, changes=changes, places=places, by=writing(request)
            )
            return outcome.tournament.pk

        played = game_of(tournament.game)
        if _with_places(form, change, played, tournament.format, tournament.options):
            return done(request, _("Le palmarès est gardé."), "tournament", tournament.pk)
    context = base(view) | {"form": form}
    code = 400 if form.errors else 200
    return render(request, "tournaments/past_change.html", context, status=code)


def _with_places(
    form: PastForm,
    write: Callable[[list[dict[str, Any]]], str],
    game: Game,
    format_: str,
    options: Mapping[str, Any],
) -> str | None:
    """Write with the places of the form; return the tournament's id, or None if it was refused."""
    try:
        size = services.side_size(game, format_, options)
        places = _places(form.cleaned_data["places"], size)
        if not places:
            form.add_error("places", _("Au moins une place : le vainqueur."))
            return None
        return write(places)
    except LineFaults as faults:
        for sentence in faults.args:
            form.add_error("places", sentence)
    except ListFault as fault:
        form.add_error("places", fault_of(fault))
    except Refused as refusal:
        field = "date" if refusal.code == "date_to_come" else "places"
        for sentence in refusal.sentences:
            form.add_error(field, sentence)
    return None


class LineFaults(ValueError):
    """Some lines are not places. `args` are the sentences that say why."""


# The most faulty lines for which a refusal gives a sentence.
NAMED = 5


def _places(text: str, size: int) -> list[dict[str, Any]]:
    rows = [
        row
        for row in read(text, size=size)
        if not NO_PLACE & {remark.code for remark in row.remarks}
    ]
    faults = [_fault(row) for row in rows if row.out]
    if faults:
        raise LineFaults(*faults[:NAMED])
    places = []
    for rank, row in enumerate(rows, start=1):
        name = row.name or " & ".join(row.people)
        players = row.people if len(row.people) > 1 else ()
        places.append({"rank": rank, "name": name[:NAME_LENGTH], "players": list(players)})
    return places


# The remarks on lines above or below the list, which are not places.
NO_PLACE = frozenset({"header", "total"})


def _fault(row: Row) -> str:
    sentence = " ".join(
        remark_answer(remark.code, remark.params)["text"]
        for remark in row.remarks
        if remark.code in OUT
    )
    return _("Ligne %(line)s. %(sentence)s") % {"line": row.at, "sentence": sentence}
