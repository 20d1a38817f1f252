"""Who plays: the list, adding people, checking them in or out; and an entrant's own link."""

from collections import Counter
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.errors import NotFound, Refused
from clubs.shapes import NOT_TEXT
from clubs.texts import NotText, text_of
from games.registry import game_of
from tournaments import cookie, permissions, queries, services
from tournaments.models import Entrant
from tournaments.queries import View
from tournaments.state.tournament import GONE, Enrolled
from tournaments.views.common import (
    HELD,
    base,
    done,
    following,
    number_in,
    part_of,
    run,
    seen,
    tournament_page,
    writing,
)
from tournaments.views.entrants_text import LineFault, Pasted, read
from tournaments.views.listing import at_line, fault_sentences

# What each button of the list does.
DEEDS = {
    "present": "checked_in",
    "away": "registered",
    "leave": "withdrawn",
    "exclude": "disqualified",
    "back": "registered",
}
LABELS = dict(Entrant.State.choices)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def entrants_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """List who plays. Organisers can add people, check them in, and withdraw them."""
    if request.method != "POST":
        return _page(request, seen(request, tournament_id))
    view = run(request, tournament_id)
    for button, state in DEEDS.items():
        if button in request.POST:
            number = number_in(request, button)
            changes = {"state": state}
            services.change_entrant(
                tournament_id=tournament_id, number=number, changes=changes, by=writing(request)
            )
            return redirect(_place(view, number))
    return _enter(request, view)


def _place(view: View, number: int) -> str:
    """Return an entrant's place in the list."""
    numbers = [one.number for one in view.folded.entrants]
    page = numbers.index(number) // HELD + 1
    where = reverse("tournaments:entrants", args=[view.tournament.pk])
    return f"{where}{f'?page={page}' if page > 1 else ''}#e{number}"


def _enter(request: HttpRequest, view: View) -> HttpResponseBase:
    by, pasted, text = writing(request), Pasted([], []), ""
    try:
        text = _given(request)
        size = services.side_size(game_of(view.tournament.game), view.tournament.format)
        pasted = read(text, view.tournament.club, by.caller, size=size)
        if pasted.entrants:
            services.enter(tournament_id=view.tournament.pk, entrants=pasted.entrants, by=by)
    except NotText as fault:
        return _page(request, view, text, [str(NOT_TEXT[fault.code])])
    except LineFault as fault:
        return _page(request, view, text, [at_line(fault.line, fault.sentence)])
    except Refused as refusal:
        return _page(
            request, view, text, [told for _line, told in fault_sentences(refusal, pasted)]
        )
    count = len(pasted.entrants)
    told = ngettext("%(count)s inscrit de plus.", "%(count)s inscrits de plus.", count)
    return done(request, told % {"count": count}, "entrants", view.tournament.pk)


def _given(request: HttpRequest) -> str:
    """Return the pasted text, or the text of a file."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("entrants", "")
    return text_of(file.read())


def _page(
    request: HttpRequest, view: View, text: str = "", faults: list[str] | None = None
) -> HttpResponseBase:
    told = view.folded.entrants if view.can_run else view.folded.counted
    page = part_of(request, told)
    states = Counter(one.state for one in told)
    context = (
        base(view)
        | following(view, "entrants", page=page.number)
        | {
            "rows": [_row(view, one) for one in page],
            "page": page,
            "count": len(view.folded.counted),
            "text": text,
            "faults": faults,
            "present": states["checked_in"],
            "left": sum(states[state] for state in GONE),
        }
    )
    return render(request, "tournaments/entrants.html", context, status=400 if faults else 200)


def _row(view: View, enrolled: Enrolled) -> dict[str, Any]:
    return {
        "number": enrolled.number,
        "name": view.names[enrolled.number],
        "members": [one.name for one in view.people.get(enrolled.number, ())],
        "state": enrolled.state,
        "label": LABELS[enrolled.state],
        "gone": enrolled.state in GONE,
        "token": permissions.entrant_token(view.tournament, enrolled) if view.can_run else None,
    }


def _enrolled(view: View, number: int) -> Enrolled:
    for enrolled in view.folded.entrants:
        if enrolled.number == number:
            return enrolled
    raise NotFound


@require_safe
@never_cache
@tournament_page
def open_presence(
    request: HttpRequest, tournament_id: str, number: int, token: str
) -> HttpResponseBase:
    """Store the token of an entrant's own link in this browser, and go to the check-in page."""
    tournament = queries.find(tournament_id, writing(request).caller, token=token)
    enrolled = _enrolled(queries.View(tournament, writing(request).caller), number)
    if not permissions.is_entrant(tournament, enrolled, token):
        raise NotFound
    response = redirect("tournaments:presence", tournament_id, number)
    response["Referrer-Policy"] = "no-referrer"
    cookie.keep(response, request, tournament_id, token)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def presence(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Let an entrant check in by their own link; an organiser may too."""
    view = seen(request, tournament_id)
    enrolled = _enrolled(view, number)
    kept = cookie.read(request, tournament_id)
    token = next(
        (one for one in kept if permissions.is_entrant(view.tournament, enrolled, one)), None
    )
    if request.method == "POST":
        changes = {"state": "checked_in"}
        services.change_entrant(
            tournament_id=tournament_id, number=number, changes=changes, by=writing(request, token)
        )
        return done(request, _("C'est noté : présent."), "presence", tournament_id, number)
    may = enrolled.state == "registered" and (token is not None or view.can_run)
    context = base(view) | {
        "name": view.names[number],
        "label": LABELS[enrolled.state],
        "may": may,
    }
    return render(request, "tournaments/presence.html", context)
