"""Pages of challenges: the list, the table of a challenge, its settings, tables entered by hand."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.callers import Caller
from clubs.double_taps import one_tap
from clubs.list_forms import PostedList, preview_context
from clubs.list_words import fault_of
from clubs.lists.reading import ListFault
from clubs.models import Club
from clubs.queries import clubs_where, visible_clubs
from core.dates import write_date
from core.errors import Refused
from core.shapes import NameInput, number_of, put_on
from core.spreadsheets import spreadsheet
from games.callers import page_caller
from games.kept_pictures import picture_response
from games.registry.installed import game_of, games
from tournaments import queries, services
from tournaments.challenges import queries as challenges
from tournaments.challenges.presentation import file_rows, heads, rows_of, rules_told
from tournaments.challenges.queries import ChallengeTable
from tournaments.models import Challenge
from tournaments.services import ChallengeAsked
from tournaments.views.common import even_parts, tournament_page
from tournaments.views.link_previews import challenge_picture, challenge_preview
from tournaments.views.listing import PAGE_SIZE, refused_to_make

# The most cells of a challenge's table on one page. But a page has at least `FEWEST_LINES`
# lines.
CELLS, FEWEST_LINES = 2000, 10
# The most evenings that fit side by side on a sheet of A4 in landscape.
SIDE_BY_SIDE = 18
# The most tournaments that a form offers to choose from.
OFFERED = 200
HIGHEST = 1_000_000


class PlacesField(forms.CharField):
    """A field for the points of the places, best first: « 10, 7, 5 »."""

    def clean(self, value: Any) -> list[int | float]:
        """Return the points as a list of numbers.

        Raise `ValidationError` if one of them can't be read.
        """
        text = super().clean(value)
        parts = text.replace(";", " ").replace(", ", " ").split()
        try:
            numbers = [float(part.replace(",", ".")) for part in parts]
        except ValueError:
            raise forms.ValidationError(
                _("Des nombres séparés par des espaces : 10 7 5."), code="invalid"
            ) from None
        if len(numbers) > OFFERED or any(not abs(number) <= HIGHEST for number in numbers):
            raise forms.ValidationError(
                _("Des nombres séparés par des espaces : 10 7 5."), code="invalid"
            )
        return [int(number) if number == int(number) else round(number, 2) for number in numbers]

    def prepare_value(self, value: Any) -> Any:
        """Return a list of points as a user would type it."""
        return " ".join(f"{number:g}" for number in value) if isinstance(value, list) else value


def whole(label: Any, least: int, help_text: Any = "", most: int = HIGHEST) -> forms.IntegerField:
    """Return an optional field for a whole number from `least` to `most`."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=False, help_text=help_text
    )


def day(label: Any) -> forms.DateField:
    """Return a field for a date."""
    return forms.DateField(
        label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class ChallengeForm(forms.Form):
    """The form for the settings of a challenge."""

    name = NameInput(label=gettext_lazy("Nom"))
    club = forms.ChoiceField(label=gettext_lazy("Club"))
    first = day(gettext_lazy("Du"))
    last = day(gettext_lazy("Au"))
    game = forms.ChoiceField(label=gettext_lazy("Jeu"), required=False)
    clubs = forms.MultipleChoiceField(
        label=gettext_lazy("Avec les clubs"), required=False, widget=forms.CheckboxSelectMultiple
    )
    scale = forms.ChoiceField(
        label=gettext_lazy("Une place vaut"), choices=Challenge.Scale.choices, initial="ranks"
    )
    places = PlacesField(
        label=gettext_lazy("La liste de points"),
        required=False,
        help_text=gettext_lazy("Du premier au dernier : 10 7 5 3 1. Sert à la liste seule."),
    )
    worth = whole(
        gettext_lazy("Battre tout le monde vaut"), 0, gettext_lazy("Sert à la part battue seule.")
    )
    coming = whole(gettext_lazy("Points de présence, par soirée"), 0)
    best = whole(
        gettext_lazy("Meilleurs résultats comptés"), 1, gettext_lazy("Vide : tous."), most=1000
    )
    worst = whole(
        gettext_lazy("Ou pires soirées retirées"),
        0,
        gettext_lazy("Les absences sont retirées les premières."),
        most=1000,
    )
    pairs = forms.BooleanField(
        label=gettext_lazy("Classer les paires, et non les personnes"),
        required=False,
        help_text=gettext_lazy("Sinon chacun reçoit les points de sa paire, même changeante."),
    )
    nights = forms.BooleanField(
        label=gettext_lazy("Compter aussi les soirées ordinaires"),
        required=False,
        help_text=gettext_lazy(
            "Les matchs joués hors tournoi, soir par soir : une victoire vaut un point, et l'ordre "
            "des points fait les places."
        ),
    )
    lots = forms.BooleanField(
        label=gettext_lazy("Départager les ex æquo par le sort"),
        required=False,
        help_text=gettext_lazy("Sinon, à résultats égaux, le même rang : « 1ers ex æquo »."),
    )
    chosen = forms.BooleanField(
        label=gettext_lazy("Seulement les tournois cochés"),
        required=False,
        help_text=gettext_lazy("Sinon tous ceux de ces clubs, de ce jeu et de ces dates."),
    )
    tournaments = forms.MultipleChoiceField(
        label=gettext_lazy("Tournois"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self, caller: Caller, data: Any = None, challenge: Challenge | None = None
    ) -> None:
        clubs = list(clubs_where(caller, "run_tournaments").order_by("name", "pk"))
        super().__init__(data, initial=_initial(challenge))
        self.clubs_by_slug = {club.slug: club for club in clubs}
        fields: Any = self.fields
        fields["club"].choices = [(club.slug, club.name) for club in clubs]
        if challenge is not None:
            del fields["club"]
        elif len(clubs) == 1:
            fields["club"].widget = forms.HiddenInput()
            fields["club"].initial = clubs[0].slug
        fields["clubs"].choices = [(club.slug, club.name) for club in clubs]
        if len(clubs) == 1 and not (challenge and challenge.clubs.exists()):
            del fields["clubs"]
        fields["game"].choices = [("", _("tous les jeux"))]
        fields["game"].choices += [(game.slug, str(game.name)) for game in games()]
        rows = queries.visible(caller).filter(club__in=clubs, public=True)
        self.offered = {
            tournament.pk: tournament for tournament in rows.order_by("-date", "pk")[:OFFERED]
        }
        fields["tournaments"].choices = [
            (tournament.pk, f"{tournament.name} ({write_date(tournament.date)})")
            for tournament in self.offered.values()
        ]

    def values(self) -> dict[str, Any]:
        """Return the settings as the services expect them."""
        values = dict(self.cleaned_data)
        chosen = values.pop("chosen")
        picked = [self.offered[pk] for pk in values.pop("tournaments")]
        values["tournaments"] = picked if chosen else None
        values.pop("club", None)
        if "clubs" in values:
            values["clubs"] = [self.clubs_by_slug[slug] for slug in values["clubs"]]
        values["worth"] = 100 if values["worth"] is None else values["worth"]
        values["coming"] = values["coming"] or 0
        return values


def _initial(challenge: Challenge | None) -> dict[str, Any]:
    if challenge is None:
        today = timezone.localdate()
        # A club's season goes from September to June.
        start = today.year if today.month > 7 else today.year - 1
        return {
            "first": today.replace(year=start, month=9, day=1),
            "last": today.replace(year=start + 1, month=6, day=30),
            "worth": 100,
            "coming": 0,
        }
    names = ("name", "first", "last", "game", "scale", "places", "worth", "coming")
    initial = {name: getattr(challenge, name) for name in names}
    return initial | {
        "best": challenge.best,
        "worst": challenge.worst,
        "pairs": challenge.pairs,
        "nights": challenge.nights,
        "lots": challenge.lots,
        "chosen": challenge.chosen,
        "clubs": [club.slug for club in challenge.clubs.all()],
        "tournaments": list(challenge.tournaments.values_list("pk", flat=True)),
    }


@require_safe
@never_cache
@tournament_page
def list_page(request: HttpRequest) -> HttpResponseBase:
    """List the challenges that the reader may see. Those with the latest end come first."""
    caller = page_caller(request)
    rows = challenges.visible(caller).order_by("-last", "-created_at", "pk")
    slug = request.GET.get("club", "")
    club: Club | None = visible_clubs(caller).filter(slug=slug).first() if slug else None
    if slug:
        rows = rows.filter(club=club) if club else rows.none()
    context = {
        "page": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
        "of_club": club,
        "may_make": clubs_where(caller, "run_tournaments").exists(),
    }
    return render(request, "tournaments/challenges.html", context)


@require_safe
@never_cache
@tournament_page
def show(request: HttpRequest, challenge_id: str) -> HttpResponseBase:
    """Show the table of a challenge. Each line explains its points."""
    caller = page_caller(request)
    challenge = challenges.find(challenge_id, caller)
    table = ChallengeTable(challenge)
    evenings = table.played.descriptions
    # The more evenings a table has, the fewer lines fit on a page.
    lines = max(FEWEST_LINES, CELLS // (len(evenings) + 4))
    page = Paginator(table.lines, lines).get_page(request.GET.get("page"))
    first = [line for line in table.lines if line.rank <= 3] if challenge.frozen_at else []
    rows = rows_of(table, list(page))
    context = _base(challenge, caller) | {
        "rows": rows,
        "lines": [(row, row.cells) for row in rows],
        "page": page,
        "evenings": evenings,
        "podium": rows_of(table, first),
        "rules": rules_told(challenge),
        "link_preview": challenge_preview(table),
    }
    return render(request, "tournaments/challenge.html", context)


@require_safe
@never_cache
@tournament_page
def picture(request: HttpRequest, challenge_id: str) -> HttpResponseBase:
    """Send the picture of a challenge: the first lines of its table."""
    challenge = challenges.find(challenge_id, page_caller(request))
    return picture_response(request, lambda: challenge_picture(ChallengeTable(challenge)))


@require_safe
@never_cache
@tournament_page
def print_page(request: HttpRequest, challenge_id: str) -> HttpResponseBase:
    """Show the table for printing: all lines, and on each sheet as many evenings as fit."""
    caller = page_caller(request)
    challenge = challenges.find(challenge_id, caller)
    table = ChallengeTable(challenge)
    rows, evenings = rows_of(table, table.lines), table.played.descriptions
    parts = [
        (evenings[first:past], [(row, row.cells[first:past]) for row in rows])
        for first, past in even_parts(len(evenings), SIDE_BY_SIDE)
    ]
    context = _base(challenge, caller) | {"parts": parts, "rules": rules_told(challenge)}
    return render(request, "tournaments/challenge_print.html", context)


def _base(challenge: Challenge, caller: Caller) -> dict[str, Any]:
    return {
        "challenge": challenge,
        "game": game_of(challenge.game) if challenge.game else None,
        "clubs": [challenge.club, *challenge.clubs.all()],
        "can_run": challenges.can_run(challenge, caller),
    }


@require_safe
@never_cache
@tournament_page
def file(request: HttpRequest, challenge_id: str) -> HttpResponseBase:
    """Return the table of a challenge as a spreadsheet file."""
    table = ChallengeTable(challenges.find(challenge_id, page_caller(request)))
    return spreadsheet(request, f"challenge-{challenge_id}", heads(table), file_rows(table))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
@one_tap
def new_page(request: HttpRequest) -> HttpResponseBase:
    """Show the form for a new challenge, and make it. Only officers of a club may do so."""
    caller = page_caller(request)
    if not clubs_where(caller, "run_tournaments").exists():
        return refused_to_make(request, caller)
    form = ChallengeForm(caller, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        club = form.clubs_by_slug[form.cleaned_data["club"]]
        try:
            challenge = services.make_challenge(terms=_terms(club, form.values()), caller=caller)
        except Refused as refusal:
            put_on(form, refusal)
        else:
            messages.success(request, _("Le challenge est ouvert."))
            return redirect("tournaments:challenge", challenge.pk)
    return render(
        request,
        "tournaments/challenge_settings.html",
        {"form": form},
        status=400 if form.errors else 200,
    )


def _terms(club: Club, values: Mapping[str, Any]) -> ChallengeAsked:
    beside = ("name", "first", "last", "clubs", "tournaments")
    return ChallengeAsked(
        club=club,
        name=values["name"],
        first=values["first"],
        last=values["last"],
        clubs=values.get("clubs", ()),
        tournaments=values["tournaments"],
        values={name: value for name, value in values.items() if name not in beside},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
@one_tap
def settings_page(request: HttpRequest, challenge_id: str) -> HttpResponseBase:
    """Show the settings of a challenge, and change them; freeze, thaw or delete the challenge."""
    caller = page_caller(request)
    challenge = challenges.find(challenge_id, caller)
    challenges.check_may_run(challenge, caller)
    if request.method == "POST" and (action := _ACTIONS.get(request.POST.get("do", ""))):
        act, text, place = action
        act(challenge_id=challenge_id, caller=caller)
        messages.success(request, str(text))
        return redirect(place) if place else redirect("tournaments:challenge", challenge_id)
    data = request.POST if request.method == "POST" else None
    form = ChallengeForm(caller, data, challenge)
    if form.is_bound and form.is_valid():
        try:
            services.change_challenge(
                challenge_id=challenge_id, changes=form.values(), caller=caller
            )
        except Refused as refusal:
            put_on(form, refusal)
        else:
            messages.success(request, _("Les réglages sont gardés."))
            return redirect("tournaments:challenge", challenge_id)
    context = _base(challenge, caller) | {"form": form}
    return render(
        request,
        "tournaments/challenge_settings.html",
        context,
        status=400 if form.errors else 200,
    )


# The buttons of the settings page. Each has its service, its message, and the page to which it
# redirects (empty for the page of the challenge).
_ACTIONS: dict[str, tuple[Any, Any, str]] = {
    "freeze": (services.freeze_challenge, gettext_lazy("Le challenge est figé."), ""),
    "thaw": (services.thaw_challenge, gettext_lazy("Le challenge suit ses tournois."), ""),
    "delete": (
        services.delete_challenge,
        gettext_lazy("Le challenge est supprimé."),
        "tournaments:challenges",
    ),
}


class TableForm(forms.Form):
    """The form for the name and the date of an evening whose table is pasted."""

    name = NameInput(label=gettext_lazy("Soirée"))
    date = day(gettext_lazy("Date"))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
@one_tap
def tables_page(request: HttpRequest, challenge_id: str) -> HttpResponseBase:
    """List the tables entered by hand. Enter a table, or remove one."""
    caller = page_caller(request)
    challenge = challenges.find(challenge_id, caller)
    challenges.check_may_run(challenge, caller)
    if "remove" in request.POST:
        table_id = number_of(request.POST["remove"])
        if table_id is not None:
            services.remove_table(challenge_id=challenge_id, table_id=table_id, caller=caller)
            messages.success(request, _("Le tableau est ôté."))
        return redirect("tournaments:challenge-tables", challenge_id)
    form = TableForm(request.POST if request.method == "POST" else None)
    posted = PostedList(request, "text")
    context: dict[str, Any] = {}
    if request.method == "POST":
        answer, context = _posted_table(challenge, caller, form, posted)
        if answer is not None:
            return answer
        if getattr(request, "htmx", False):
            return render(request, "lists/_preview.html", context)
    context |= _base(challenge, caller) | {"form": form, "tables": challenge.tables.all()}
    context["text"] = posted.text
    code = 400 if form.errors or context.get("faults") else 200
    return render(request, "tournaments/challenge_tables.html", context, status=code)


def _posted_table(
    challenge: Challenge, caller: Caller, form: TableForm, posted: PostedList
) -> tuple[HttpResponseBase | None, dict[str, Any]]:
    """Enter a pasted table if its preview has been seen.

    Return two values: a redirect if the table was entered, otherwise None; and the context of
    the preview.
    """
    try:
        size = services.table_preview(challenge, posted.text, caller).size
        choices = posted.choices(size)
        table = services.table_preview(challenge, posted.text, caller, choices)
    except ListFault as fault:
        return None, {"faults": [fault_of(fault)]}
    context: dict[str, Any] = {"list": preview_context(posted, table.rows, size), "ranks": True}
    for row in context["list"]["rows"]:
        points = table.points.get(row["line"])
        row["points"] = None if points is None else float(points)
    if not form.is_valid() or not posted.was_seen(size):
        return None, context
    entry = {**form.cleaned_data, "text": posted.text, "choices": choices}
    try:
        services.enter_table(challenge_id=challenge.pk, **entry, caller=caller)
    except Refused as refusal:
        return None, context | {"faults": refusal.sentences}
    messages.success(posted.request, _("Le tableau compte."))
    return redirect("tournaments:challenge-tables", challenge.pk), context
