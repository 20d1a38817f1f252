"""The page « Soirée » of a club: from the list of who is here to the first draw."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.callers import Caller
from clubs.list_forms import PostedList, new_names, newcomers_context, preview_context
from clubs.lists.judging import Judged
from clubs.lists.reading import ListFault
from clubs.models import Club
from clubs.queries import find_club
from core.errors import ClientIdReused, Refused
from core.shapes import NameInput
from games.callers import page_caller
from games.registry.game import Game, Preset
from tournaments.formats.suggestion import key_of
from tournaments.models import Tournament
from tournaments.people_queries import known_lines
from tournaments.presentation.questions.arrivals import Arrivals, arrivals
from tournaments.services import (
    EveningStart,
    TournamentAsked,
    WriteOutcome,
    Writing,
    preview,
    side_size,
    start_evening,
)
from tournaments.services.entrants.partners import CHOICES, FIELD, WithoutPartner
from tournaments.views.common import tournament_page
from tournaments.views.forms import chosen_ruleset, game_choices
from tournaments.views.listing import refused_to_make
from tournaments.views.setup import advising
from tournaments.views.setup.format_forms import USUAL, AdviceForm

# The most lines of the club's list from which people can be picked.
MOST_PICKED = 300


class EveningStartForm(forms.Form):
    """The form for what an evening needs beside the list: its game and its name."""

    client_id = forms.UUIDField(widget=forms.HiddenInput, required=False)
    ruleset = forms.ChoiceField(label=gettext_lazy("Jeu et règles"))
    name = NameInput(label=gettext_lazy("Nom de la soirée"))

    def __init__(self, club: Club, data: Any = None) -> None:
        day = date_format(timezone.localdate(), "DATE_FORMAT")
        usual = {
            "client_id": uuid.uuid4(),
            "name": _("Soirée du %(day)s") % {"day": day},
            "ruleset": _last_ruleset(club),
        }
        super().__init__(data, initial=usual)
        rulesets: Any = self.fields["ruleset"]
        rulesets.choices = game_choices()

    def chosen_ruleset(self) -> tuple[Game, Preset]:
        """Return the chosen game and its preset."""
        return chosen_ruleset(self.cleaned_data["ruleset"])


def _last_ruleset(club: Club) -> str | None:
    """Return the ruleset of the club's last tournament, as the form's value; None without one."""
    last = Tournament.objects.filter(club=club).order_by("-created_at", "-pk").first()
    return f"{last.game} {last.preset}" if last else None


@dataclass(frozen=True, slots=True)
class Here:
    """Who is here, as it was posted: the rows of the list, and what is asked about them.

    `choice` is what becomes of people without a partner.
    """

    posted: PostedList
    size: int
    rows: Sequence[Judged]
    arrivals: Arrivals
    choice: WithoutPartner | None

    @property
    def answered(self) -> bool:
        """Whether the check of this list has been seen, and its question answered."""
        unanswered = bool(self.arrivals.alone) and self.choice is None
        return self.posted.was_seen(self.size) and not unanswered


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def evening_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show who is here, what is odd about it, and what to play. A chosen formula is drawn."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    if not caller.may("run_tournaments", club):
        return refused_to_make(request, caller)
    data = request.POST if request.method == "POST" else None
    context: dict[str, Any] = {
        "form": EveningStartForm(club, data),
        "advice": AdviceForm(data),
        "faults": [],
    }
    if data is not None:
        outcome = _answered(request, club, caller, context)
        if outcome is not None:
            return redirect("tournaments:round", outcome.tournament.pk, 1)
    return _page(request, club, caller, context)


def _answered(
    request: HttpRequest, club: Club, caller: Caller, context: dict[str, Any]
) -> WriteOutcome | None:
    """Add to the context what the posted form shows. Start the evening if a formula was chosen.

    Return None if nothing was started.
    """
    form: EveningStartForm = context["form"]
    valid = form.is_valid()
    if "ruleset" not in form.cleaned_data:
        return None
    game, preset = form.chosen_ruleset()
    posted = context["posted"] = _posted(request)
    try:
        here = _here(request, posted, club, caller, game)
    except ListFault as fault:
        posted.refuse(fault)
        context["faults"] = [posted.fault]
        return None
    context |= _steps(here, club, caller)
    if "formula" in request.POST and valid:
        context["unanswered"] = not here.answered
        try:
            if here.answered:
                return _started(request, form, here, club, caller)
        except Refused as refusal:
            context["faults"] = refusal.sentences
    context["advised"] = _advised(request, context["advice"], here, club, game, preset)
    return None


def _posted(request: HttpRequest) -> PostedList:
    """Return the list as it was posted: what was pasted, and below it who was picked."""
    posted = PostedList(request)
    picked = [line[:200] for line in request.POST.getlist("pick")[:MOST_PICKED]]
    if picked:
        posted.text = "\n".join([posted.text.rstrip(), *picked]).lstrip("\n")
    return posted


def _here(request: HttpRequest, posted: PostedList, club: Club, caller: Caller, game: Game) -> Here:
    """Return who is here. Raise `ListFault` if the text can't be read as a list.

    If nobody has a partner, everybody comes alone, so that each line is an entrant of its own.
    """
    size = side_size(game, USUAL, {})
    rows = _read(posted, club, caller, size)
    people = size > 1 and all(judged.alone for judged in rows if not judged.out)
    if people:
        size = 1
        rows = _read(posted, club, caller, size)
    given = request.POST.get(FIELD)
    return Here(
        posted=posted,
        size=size,
        rows=rows,
        arrivals=arrivals(rows, new_names(rows), people=people),
        choice=next((choice for choice in CHOICES if choice == given), None),
    )


def _read(posted: PostedList, club: Club, caller: Caller, size: int) -> list[Judged]:
    choices = posted.choices(size)
    return preview(posted.text, club=club, caller=caller, size=size, choices=choices)


def _steps(here: Here, club: Club, caller: Caller) -> dict[str, Any]:
    """Return the context of the check, and of the list as it was understood."""
    listing = preview_context(here.posted, here.rows, here.size)
    return {
        "faults": [here.posted.fault] if here.posted.fault else [],
        "list": listing,
        "arrivals": here.arrivals,
        "odd": [row for row in listing["rows"] if row["place"] in here.arrivals.odd],
        "choice": here.choice,
        **newcomers_context(here.posted, here.arrivals.new, club, caller),
    }


def _advised(
    request: HttpRequest, advice: AdviceForm, here: Here, club: Club, game: Game, preset: Preset
) -> dict[str, Any] | None:
    """Return the formulas that suit who is here; None with fewer than two of them."""
    count = here.arrivals.drawn(here.choice)
    if count < 2:
        return None
    return advising.advice(
        advice,
        club,
        game,
        preset.slug,
        count,
        people=here.arrivals.people,
        numbers=advising.chosen_numbers(request.POST.dict()),
        now=timezone.now(),
    )


def _started(
    request: HttpRequest, form: EveningStartForm, here: Here, club: Club, caller: Caller
) -> WriteOutcome:
    """Start the evening with the formula of the button that was pressed."""
    format_, options = advising.taken(request.POST["formula"])
    numbers = advising.chosen_numbers(request.POST.dict())
    options |= numbers.get(key_of(format_, options), {})
    game, preset = form.chosen_ruleset()
    tables = AdviceForm(request.POST)
    adds = not here.posted.visitors and caller.may("manage_players", club)
    start = EveningStart(
        opening=TournamentAsked(
            name=form.cleaned_data["name"],
            club=club,
            game=game,
            preset=preset,
            date=timezone.localdate(),
            format=format_,
            options=options,
            room_tables=tables.cleaned_data["tables"] if tables.is_valid() else None,
        ),
        text=here.posted.text,
        size=here.size,
        choices=here.posted.choices(here.size),
        new_names=here.arrivals.new if adds else (),
        apart=here.posted.apart,
        without_partner=here.choice if here.arrivals.alone else None,
    )
    by = Writing(caller, client_id=form.cleaned_data["client_id"])
    try:
        return start_evening(start=start, by=by)
    except ClientIdReused:
        # The form was sent before with another list or formula, so this is another evening.
        return start_evening(start=start, by=Writing(caller))


def _page(
    request: HttpRequest, club: Club, caller: Caller, context: dict[str, Any]
) -> HttpResponseBase:
    context["club"] = club
    if getattr(request, "htmx", False):
        return render(request, "tournaments/_evening_steps.html", context)
    context["known"] = known_lines(club, caller, MOST_PICKED)
    refused = context["form"].errors or context["faults"] or context.get("unanswered")
    code = 400 if refused else 200
    return render(request, "tournaments/evening.html", context, status=code)
