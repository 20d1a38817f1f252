"""The page of unconfirmed sign-ups: an officer ticks some, and confirms or removes them
together.
"""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.lists.near import Directory
from clubs.queries import directory_of
from core.errors import Refused
from tournaments import services
from tournaments.models import Entrant
from tournaments.state.tournament import Enrolled
from tournaments.view import View
from tournaments.views.common import base, done, run, tournament_page, writing

LABELS = dict(Entrant.State.choices)
# The most ticked boxes of a form that are read.
MOST = 2000


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def signed_up_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """List the entrants who have signed up and are not confirmed. Confirm or remove the ticked
    ones.
    """
    view = run(request, tournament_id)
    faults: list[str] = []
    if request.method == "POST":
        try:
            return _done(request, view)
        except Refused as refusal:
            faults = refusal.sentences
    context = base(view) | {
        "rows": _rows(request, view, ticked=frozenset(_ticked(request, view))),
        "faults": faults,
    }
    return render(request, "tournaments/signed_up.html", context, status=400 if faults else 200)


def _done(request: HttpRequest, view: View) -> HttpResponseBase:
    numbers, night, by = _ticked(request, view), view.tournament.pk, writing(request)
    count = {"count": len(numbers)}
    if not numbers:
        return done(request, _("Rien de coché : rien ne change."), "signed-up", night)
    if "remove" in request.POST:
        services.delete_entrants(tournament_id=night, numbers=numbers, by=by)
        text = ngettext(
            "%(count)s inscription retirée.", "%(count)s inscriptions retirées.", len(numbers)
        )
    else:
        services.confirm_entrants(tournament_id=night, numbers=numbers, by=by)
        text = ngettext(
            "%(count)s inscription confirmée.", "%(count)s inscriptions confirmées.", len(numbers)
        )
    return done(request, text % count, "signed-up", night)


def _ticked(request: HttpRequest, view: View) -> list[int]:
    """Return the numbers of the ticked entrants who are not confirmed yet."""
    sent = set(request.POST.getlist("entrant")[:MOST])
    wished = [entrant.number for entrant in view.folded.entrants if entrant.wish]
    return [number for number in wished if str(number) in sent]


def _rows(request: HttpRequest, view: View, ticked: frozenset[int]) -> list[dict[str, Any]]:
    wished = [entrant for entrant in view.folded.entrants if entrant.wish]
    people = directory_of(view.tournament.club, view.caller) if wished else Directory()
    seated = view.folded.seated if wished else frozenset()
    return [
        {
            "number": entrant.number,
            "name": view.names[entrant.number],
            "label": LABELS[entrant.state],
            "known": _known(entrant, people),
            "ticked": "tout" in request.GET or entrant.number in ticked,
            "stays": entrant.number in seated,
        }
        for entrant in wished
    ]


def _known(entrant: Enrolled, people: Directory) -> list[str]:
    """Return the names of the club's people who have the same name as a guest of the entrant."""
    guests = (guest for player, guest in entrant.members if player is None)
    met = (people.find(guest)[0] for guest in guests)
    return [person.name for person in met if person is not None]
