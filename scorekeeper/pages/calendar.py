"""Pages of a club's calendar and honours."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.double_taps import one_tap
from clubs.models import NOTICE_LENGTH, Club
from clubs.permissions import club_rights
from clubs.queries import find_club
from core.addresses import shareable
from core.errors import Refused
from core.shapes import NameInput, number_of, put_on
from games.callers import page_caller
from scorekeeper.pages.people import club_for, people_page
from tournaments import services
from tournaments.calendar import queries as calendar
from tournaments.challenges.honours import honours_of
from tournaments.models import ClubEvening
from tournaments.presentation.ics import ics_of
from tournaments.services.evenings import MOST_WEEKS, TOLD
from tournaments.views.forms import DateInput, TimeInput


class EveningForm(forms.Form):
    """The form of a date in the club's calendar."""

    title = NameInput(label=gettext_lazy("Soirée"))
    date = forms.DateField(label=gettext_lazy("Date"), widget=DateInput())
    start = forms.TimeField(label=gettext_lazy("Début"), required=False, widget=TimeInput())
    end = forms.TimeField(label=gettext_lazy("Fin"), required=False, widget=TimeInput())
    place = NameInput(label=gettext_lazy("Lieu"), required=False)
    note = forms.CharField(
        label=gettext_lazy("À savoir"),
        required=False,
        max_length=NOTICE_LENGTH,
        help_text=gettext_lazy("Ce qu'il faut apporter, par où entrer."),
    )


class NewEveningForm(EveningForm):
    """The form of a new date, or of a weekly series."""

    weeks = forms.IntegerField(
        label=gettext_lazy("Semaines de suite"),
        min_value=1,
        max_value=MOST_WEEKS,
        initial=1,
        help_text=gettext_lazy("1 : cette soirée seule."),
    )


def _context(request: HttpRequest, club: Club) -> dict[str, Any]:
    caller = page_caller(request)
    return {
        "club": club,
        "rights": club_rights(club, caller),
        "evenings": calendar.to_come(club, caller),
        "feed": shareable(request, reverse("clubs:calendar-file", args=[club.slug])),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
@one_tap
def calendar_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the coming dates of a club. Officers can add some."""
    form = NewEveningForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        club, caller = club_for(request, slug, "run_tournaments")
        if form.is_valid():
            new_evenings = services.EveningAsked(**form.cleaned_data)
            try:
                services.make_evenings(club=club, evening=new_evenings, caller=caller)
            except Refused as refusal:
                put_on(form, refusal)
            else:
                messages.success(request, _("C'est au calendrier."))
                return redirect("clubs:calendar", slug)
    else:
        club = find_club(slug, page_caller(request))
    context = _context(request, club) | {"form": form}
    return render(request, "clubs/calendar.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
def evening_page(request: HttpRequest, slug: str, evening_id: str) -> HttpResponseBase:
    """Change, cancel or remove a date of the calendar, as an officer."""
    club, caller = club_for(request, slug, "run_tournaments")
    evening = services.find_evening(club, evening_id)
    do = request.POST.get("do", "")
    if do == "remove":
        services.remove_evening(club=club, evening_id=evening_id, caller=caller)
        messages.success(request, _("La soirée est ôtée du calendrier."))
        return redirect("clubs:calendar", slug)
    form = EveningForm(
        request.POST if request.method == "POST" and not do else None, initial=_values(evening)
    )
    changes = {"cancelled": do == "cancel"} if do in ("cancel", "restore") else None
    if form.is_bound and form.is_valid():
        changes = form.cleaned_data
    if changes is not None:
        try:
            services.change_evening(
                club=club, evening_id=evening_id, changes=changes, caller=caller
            )
        except Refused as refusal:
            put_on(form, refusal)
        else:
            messages.success(request, _("C'est gardé."))
            return redirect("clubs:calendar", slug)
    context = {
        "club": club,
        "rights": club_rights(club, caller),
        "evening": evening,
        "form": form,
    }
    return render(request, "clubs/evening.html", context, status=400 if form.errors else 200)


def _values(evening: ClubEvening) -> dict[str, Any]:
    return {name: getattr(evening, name) for name in TOLD}


@require_safe
@never_cache
@people_page
def calendar_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the club's calendar as a file to which other programs subscribe."""
    caller = page_caller(request)
    return ics_of(request, find_club(slug, caller), caller)


@require_safe
@never_cache
@people_page
def honours_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show who won the club's tournaments and challenges, one year on a page."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    context = {"club": club, "rights": club_rights(club, caller)}
    year = number_of(request.GET.get("annee", ""))
    return render(
        request, "clubs/honours.html", context | {"year_honours": honours_of(club, caller, year)}
    )
