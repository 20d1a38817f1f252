"""The page of the entrants: adding people, checking them in or out, and their own links."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.list_forms import (
    PostedList,
    enlist_new,
    enlisted_sentences,
    new_names,
    newcomers_context,
    preview_context,
)
from clubs.lists.judging import Judged
from clubs.lists.reading import ListFault
from core.errors import Refused
from tournaments import permissions, services
from tournaments.models import Entrant
from tournaments.presentation.money import money
from tournaments.presentation.questions.leaving import asked_about
from tournaments.state.tournament import GONE, OUT, Enrolled
from tournaments.view import View
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
from tournaments.views.forms import SumInput
from tournaments.views.setup.editing import what_became

# The state that each button of the list gives an entrant.
ACTIONS = {
    "present": "checked_in",
    "away": "registered",
    "leave": "withdrawn",
    "exclude": "disqualified",
    "back": "registered",
    "wait": "waiting",
}
LABELS = dict(Entrant.State.choices)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def entrants_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """List the entrants. Organisers can add people here, check them in and withdraw them."""
    if request.method != "POST":
        return _page(request, seen(request, tournament_id))
    view = run(request, tournament_id)
    for button, state in ACTIONS.items():
        if button in request.POST:
            number = number_in(request, button)
            leaving = asked_about(view, number, state) if state in GONE else None
            if leaving is not None and "sure" not in request.POST:
                context = base(view) | {"leaving": leaving, "button": button}
                return render(request, "tournaments/leaving.html", context)
            changes = {"state": state}
            services.change_entrant(
                tournament_id=tournament_id, number=number, changes=changes, by=writing(request)
            )
            return redirect(_place(view, number))
    if "up" in request.POST:
        number = number_in(request, "up")
        queue = [enrolled.number for enrolled in view.folded.waiting]
        # One place up is the place of the previous entrant. The first one stays in place.
        place = max(queue.index(number), 1) if number in queue else 1
        services.change_entrant(
            tournament_id=tournament_id,
            number=number,
            changes={"waiting": place},
            by=writing(request),
        )
        return redirect(_place(view, number))
    for button in ("paid", "unpaid"):
        if button in request.POST:
            return _pay(request, view, number_in(request, button))
    return _enter(request, view)


def _pay(request: HttpRequest, view: View, number: int) -> HttpResponseBase:
    """Store what an entrant has paid: the sum that was typed, or otherwise the tournament's fee.

    The button `unpaid` stores that nothing is paid.
    """
    sum_ = None
    if "paid" in request.POST:
        try:
            sum_ = SumInput(required=False).clean(request.POST.get("sum", ""))
        except ValidationError as fault:
            messages.error(request, " ".join(fault.messages))
            return redirect(_place(view, number))
        sum_ = (_due(view, number) or 0) if sum_ is None else sum_
    services.change_entrant(
        tournament_id=view.tournament.pk,
        number=number,
        changes={"paid": sum_},
        by=writing(request),
    )
    return redirect(_place(view, number))


def _due(view: View, number: int) -> int | None:
    """Return what an entrant is to pay. Who has no names of people counts as complete."""
    members = len(view.folded.entrant(number).members)
    return view.tournament.due(members or services.size_of(view))


def _listed(view: View) -> list[Enrolled]:
    """Return the entrants to list.

    Organisers also see the waiting list, and after it those who have left.
    """
    if not view.can_run:
        return list(view.folded.counted)
    everyone = view.folded.entrants
    here = [enrolled for enrolled in everyone if enrolled.state not in OUT]
    return [
        *here,
        *view.folded.waiting,
        *(enrolled for enrolled in everyone if enrolled.state in GONE),
    ]


def _place(view: View, number: int) -> str:
    """Return the address of an entrant's row in the list."""
    numbers = [enrolled.number for enrolled in _listed(view)]
    page = numbers.index(number) // HELD + 1
    where = reverse("tournaments:entrants", args=[view.tournament.pk])
    return f"{where}{f'?page={page}' if page > 1 else ''}#e{number}"


def _enter(request: HttpRequest, view: View) -> HttpResponseBase:
    """Show the preview of a pasted list. If the preview has been seen, enter the people."""
    posted, size = PostedList(request), services.size_of(view)
    if not posted.text.strip() and not posted.fault:
        return redirect("tournaments:entrants", view.tournament.pk)
    try:
        rows = [] if posted.fault else services.preview_of(view, posted.text, posted.choices(size))
        if rows and posted.was_seen(size):
            return _entered(request, view, posted, rows)
    except (ListFault, Refused) as fault:
        posted.refuse(fault)
        # Another officer may have entered the same people meanwhile. Then the rows, read again,
        # say so.
        rows = [] if isinstance(fault, ListFault) else services.preview_of(view, posted.text)
    newcomers = newcomers_context(
        posted, new_names(rows), view.tournament.club, writing(request).caller
    )
    return list_preview(request, base(view) | newcomers, posted, rows, size)


def _entered(
    request: HttpRequest, view: View, posted: PostedList, rows: Sequence[Judged]
) -> HttpResponseBase:
    """Enter a list, whose new people are added to the club unless they are visitors."""
    by = writing(request)
    with transaction.atomic():
        enlisted = enlist_new(posted, rows, view.tournament.club, by.caller)
        if enlisted is not None:
            rows = services.preview_of(view, posted.text, posted.choices(services.size_of(view)))
        entrants = services.asked_of(rows, view.tournament.due)
        if not entrants:
            sentence = _("Rien à inscrire de plus : la liste reste comme elle est.")
            return done(request, sentence, "entrants", view.tournament.pk)
        outcome = services.enter(tournament_id=view.tournament.pk, entrants=entrants, by=by)
    count = len(entrants)
    text = ngettext("%(count)s inscrit de plus.", "%(count)s inscrits de plus.", count)
    added_sentences = enlisted_sentences(enlisted) if enlisted else []
    sentences = [text % {"count": count}, *added_sentences, *what_became(view, outcome)]
    return done(request, " ".join(sentences), "entrants", view.tournament.pk)


def list_preview(
    request: HttpRequest,
    context: dict[str, Any],
    posted: PostedList,
    rows: Sequence[Judged],
    size: int,
) -> HttpResponseBase:
    """Show the rows of a list: as a page, or only as a fragment while the user is typing."""
    listing = {
        "list": preview_context(posted, rows, size) | {"notes": True},
        "faults": [posted.fault] if posted.fault else [],
        "enters": True,
    }
    if getattr(request, "htmx", False):
        return render(request, "lists/_preview.html", context | listing)
    status = 400 if posted.fault else 200
    return render(request, "tournaments/preview.html", context | listing, status=status)


def _page(request: HttpRequest, view: View) -> HttpResponseBase:
    entrants = _listed(view)
    page = part_of(request, entrants)
    states = Counter(enrolled.state for enrolled in entrants)
    size = services.size_of(view)
    context = (
        base(view)
        | following(view, "entrants", page=page.number)
        | {
            "rows": [_row(view, enrolled) for enrolled in page],
            "page": page,
            "count": len(view.folded.counted),
            "partners": [
                {"number": enrolled.number, "name": view.names[enrolled.number]}
                for enrolled in entrants
                if view.can_run
                and services.lacks_partner(enrolled, size)
                and not view.folded.rounds
            ],
            "present": states["checked_in"],
            "left": sum(states[state] for state in GONE),
            "queue": len(view.folded.waiting) if view.can_run else 0,
            "wishes": sum(enrolled.wish for enrolled in view.folded.entrants)
            if view.can_run
            else 0,
            "money": _money(view),
        }
    )
    return render(request, "tournaments/entrants.html", context)


def _group(enrolled: Enrolled) -> str:
    """Return the heading under which the officer's list shows an entrant; empty for those taking
    part.
    """
    if enrolled.waits is not None:
        return _("Liste d'attente")
    return _("Partis") if enrolled.state in GONE else ""


def _money(view: View) -> dict[str, Any] | None:
    """Return how many of the present entrants have paid, and the sums; None without a fee and
    payments.

    Only organisers get it.
    """
    if not view.can_run:
        return None
    paid = [enrolled for enrolled in view.folded.entrants if enrolled.paid is not None]
    due = view.tournament.due(services.size_of(view))
    if due is None and not paid:
        return None
    here = [enrolled for enrolled in view.folded.entrants if enrolled.state not in OUT]
    return {
        "count": sum(enrolled.paid is not None for enrolled in here),
        "of": len(here),
        "total": money(sum(enrolled.paid or 0 for enrolled in paid)),
        "fee": money(due or 0),
    }


def _row(view: View, enrolled: Enrolled) -> dict[str, Any]:
    number = enrolled.number
    return {
        "number": enrolled.number,
        "name": view.names[enrolled.number],
        "members": [person.name for person in view.people.get(enrolled.number, ())],
        "state": enrolled.state,
        "label": LABELS[enrolled.state],
        "alone": view.can_run and services.lacks_partner(enrolled, services.size_of(view)),
        "gone": enrolled.state in GONE,
        "waits": enrolled.waits is not None,
        "second": enrolled.waits is not None and enrolled != view.folded.waiting[0],
        "group": _group(enrolled) if view.can_run else "",
        "paid": None if enrolled.paid is None else money(enrolled.paid),
        "token": permissions.entrant_token(view.tournament, number) if view.can_run else None,
    }
