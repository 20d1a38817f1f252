"""The page that lists tournaments, and the page that makes one."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.callers import Caller
from clubs.list_forms import (
    PostedList,
    enlist_new,
    enlisted_sentences,
    new_names,
    newcomers_context,
    preview_context,
)
from clubs.list_words import fault_of
from clubs.lists.judging import Judged
from clubs.lists.reading import ListFault
from clubs.models import Club
from clubs.queries import clubs_where, visible_clubs
from clubs.services import Enlisted
from core.errors import ClientIdReused, Refused
from games.callers import page_caller
from games.registry.installed import game_of
from tournaments import queries
from tournaments.calendar.round_strip import strips_of
from tournaments.errors import Denied
from tournaments.formats.descriptions import name_of, option_names
from tournaments.models import Tournament
from tournaments.services import (
    TournamentAsked,
    WriteOutcome,
    Writing,
    asked_of,
    preview,
    side_size,
)
from tournaments.services.opening import open_with
from tournaments.views.common import tournament_page
from tournaments.views.forms import about_of
from tournaments.views.setup import advising
from tournaments.views.setup.format_forms import NewForm

PAGE_SIZE = 30


@require_safe
@never_cache
@tournament_page
def list_page(request: HttpRequest) -> HttpResponseBase:
    """List the tournaments that the reader may see. Those that are not over come first on each
    page.
    """
    caller = page_caller(request)
    rows = queries.with_counts(queries.visible(caller)).order_by("-date", "-created_at", "pk")
    slug = request.GET.get("club", "")
    club = visible_clubs(caller).filter(slug=slug).first() if slug else None
    if slug:
        rows = rows.filter(club=club) if club else rows.none()
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    lines = lines_of(list(page))
    context = {
        "page": page,
        "of_club": club,
        "open": [line for line in lines if not line["over"]],
        "over": [line for line in lines if line["over"]],
        "may_make": clubs_where(caller, "run_tournaments").exists(),
    }
    return render(request, "tournaments/list.html", context)


def lines_of(tournaments: Sequence[Tournament]) -> list[dict[str, Any]]:
    """Return the data of tournaments for a list.

    Finished ones have their podium, running ones their progress.
    """
    podiums, strips = queries.podiums(tournaments), strips_of(tournaments)
    return [
        {
            "tournament": tournament,
            "game": game_of(tournament.game),
            "format": name_of(tournament.format),
            "over": tournament.state == Tournament.State.FINISHED,
            "podium": podiums.get(tournament.pk, []),
            "strip": strips.get(tournament.pk),
        }
        for tournament in tournaments
    ]


def refused_to_make(request: HttpRequest, caller: Caller) -> HttpResponseBase:
    """Redirect a reader who may run tournaments of no club to the sign-in page.

    Raise `Denied` if the reader is signed in already.
    """
    if caller.account is not None:
        raise Denied("run_needed")
    messages.info(request, _("Se connecter d'abord : un responsable du club mène le tournoi."))
    return redirect(f"{resolve_url(settings.LOGIN_URL)}?next={request.path}")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def new_page(request: HttpRequest) -> HttpResponseBase:
    """Show the form for a new tournament, and make it, with its entrants if they are known."""
    caller = page_caller(request)
    clubs = list(clubs_where(caller, "run_tournaments"))
    if not clubs:
        return refused_to_make(request, caller)
    if request.method != "POST":
        # The link on a club's page names the club.
        chosen = {"club": request.GET["club"]} if "club" in request.GET else {}
        return _page(request, {"form": NewForm(clubs, initial=chosen)})
    data = request.POST.copy()
    form = NewForm(clubs, data)
    posted = PostedList(request)
    valid = form.is_valid()
    rows, size = _read(form, caller, posted)
    context = {"form": form} | _planned(form, rows)
    if posted.text.strip():
        club = form.clubs.get(form.cleaned_data.get("club", ""))
        context["list"] = preview_context(posted, rows, size)
        if club is not None:
            context |= newcomers_context(posted, new_names(rows), club, caller)
    if posted.from_file:
        return _from_file(request, context, data, posted)
    if "other_formula" in data:
        # None of the formulas of « Soirée » was wanted.
        return _again(request, context, data)
    # A preview stores nothing, even if the form is valid.
    if getattr(request, "htmx", False):
        return render(request, "tournaments/_new_preview.html", context)
    seen = not posted.text.strip() or posted.was_seen(size)
    made = _made(form, caller, posted, rows) if valid and seen and not form.errors else None
    if made is not None:
        outcome, enlisted = made
        added_sentences = enlisted_sentences(enlisted) if enlisted else []
        messages.success(request, " ".join([_("Le tournoi est ouvert."), *added_sentences]))
        return redirect("tournaments:tournament", outcome.tournament.pk)
    if valid and not seen:
        messages.info(request, _("Voici comment la liste est comprise : la relire, puis ouvrir."))
    return _page(request, context)


def _page(request: HttpRequest, context: dict[str, Any]) -> HttpResponseBase:
    code = 400 if context["form"].errors else 200
    return render(request, "tournaments/new.html", context, status=code)


def _again(request: HttpRequest, context: dict[str, Any], data: QueryDict) -> HttpResponseBase:
    """Show the form again with what was typed, but without error messages."""
    typed = dict.fromkeys((*NewForm.base_fields, *option_names())) | data.dict()
    form = NewForm(list(context["form"].clubs.values()), initial=typed)
    return _page(request, context | {"form": form})


def _from_file(
    request: HttpRequest, context: dict[str, Any], data: QueryDict, posted: PostedList
) -> HttpResponseBase:
    """Show the form with the file's list in its text field. The user's next request enters the
    list.
    """
    data["entrants"] = posted.text
    faults = [posted.fault] if posted.fault else context["form"].errors.get("entrants", [])
    return _again(request, context | {"file_faults": faults}, data)


def _planned(form: NewForm, rows: Sequence[Judged]) -> dict[str, Any]:
    """Return the context with a sentence on what the chosen format would play with the list's
    people.

    It is empty if the form does not say enough.
    """
    values = form.cleaned_data
    if not {"club", "ruleset", "format"} <= values.keys() or form.errors.keys() & option_names():
        return {}
    game, preset = form.chosen_ruleset()
    sentence = advising.outline(
        values["format"],
        form.options(),
        _entered(rows),
        club=form.clubs[values["club"]],
        game=game,
        preset=preset.slug,
        tables=values.get("room_tables"),
        today=values.get("date") == timezone.localdate(),
    )
    return {"outline": sentence}


def _entered(rows: Sequence[Judged]) -> int:
    return sum(not row.out for row in rows)


def _read(form: NewForm, caller: Caller, posted: PostedList) -> tuple[list[Judged], int]:
    """Return the rows of the list, and the most people that an entrant may have."""
    values = form.cleaned_data
    if not {"club", "ruleset", "format"} <= values.keys():
        return [], 1
    game, _preset = form.chosen_ruleset()
    club, format_ = form.clubs[values["club"]], values["format"]
    size = side_size(game, format_, form.options())
    try:
        rows = preview(
            posted.text, club=club, caller=caller, size=size, choices=posted.choices(size)
        )
    except ListFault as fault:
        form.add_error("entrants", fault_of(fault))
        return [], size
    return rows, size


def _made(
    form: NewForm, caller: Caller, posted: PostedList, rows: Sequence[Judged]
) -> tuple[WriteOutcome, Enlisted | None] | None:
    """Open the tournament with its entrants, whose new people are added to the club."""
    club = form.clubs[form.cleaned_data["club"]]
    try:
        with transaction.atomic():
            enlisted = enlist_new(posted, rows, club, caller)
            if enlisted is not None:
                rows, _size = _read(form, caller, posted)
            return _opened(form, caller, rows), enlisted
    except Refused as refusal:
        for sentence in refusal.sentences:
            form.add_error(None, sentence)
    return None


def _opened(form: NewForm, caller: Caller, rows: Sequence[Judged]) -> WriteOutcome:
    values = form.cleaned_data
    opening = _opening(form, form.clubs[values["club"]])
    entrants = asked_of(rows)
    try:
        by = Writing(caller, client_id=values["client_id"])
        return open_with(opening=opening, entrants=entrants, by=by)
    except ClientIdReused:
        # This `client_id` was sent before, with other values. Make another tournament.
        return open_with(opening=opening, entrants=entrants, by=Writing(caller))


def _opening(form: NewForm, club: Club) -> TournamentAsked:
    values = form.cleaned_data
    game, preset = form.chosen_ruleset()
    return TournamentAsked(
        **about_of(values),
        club=club,
        game=game,
        preset=preset,
        format=values["format"],
        options=form.options(),
    )
