"""Pages of clubs: the list, a club, its settings, its log."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import services
from clubs.callers import Caller
from clubs.double_taps import one_tap
from clubs.models import JOINING_LENGTH, Club
from clubs.permissions import club_rights
from clubs.queries import (
    changes_of,
    clubs_listed,
    clubs_to_confirm,
    find_club,
    is_visible,
    listed_clubs,
)
from clubs.wording import LogNames, role_name
from core import cookies
from core.shapes import NameInput
from games import queries
from games.callers import page_caller
from games.match import list_queries
from games.match.permissions import can_start
from games.proposals.queries import waiting_for
from games.registry.installed import games
from games.views.common import HtmxRequest
from games.views.lists import cards
from games.views.match import wall_context
from scorekeeper.pages import club_parts
from scorekeeper.pages.embeds import frames_of
from scorekeeper.pages.first_steps import steps_of
from scorekeeper.pages.link_previews import club_preview
from scorekeeper.pages.people import REFUSALS, club_for, page_of, people_page
from scorekeeper.pages.tournaments import challenges_of, running_tournament
from tournaments.challenges.honours import last_honours

# How many honours are shown here. Another page shows all of them.
HONOURS = 3
# Among how many of a club's last challenges those shown here and the frozen ones are looked for.
CHALLENGES = 12
# Seconds for which the wall shows each match.
STAY = 15
# How many results a page has.
RESULTS = 30
# How many clubs that wait for confirmation are shown at once.
WAITING = 50


class FoundForm(forms.Form):
    """The form of a new club."""

    name = NameInput(label=gettext_lazy("Nom du club"))
    city = NameInput(label=gettext_lazy("Ville"), required=False)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
@one_tap
def clubs_page(request: HttpRequest) -> HttpResponseBase:
    """List the clubs that the reader may see, and create one."""
    caller = page_caller(request)
    form = FoundForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        services.check_club_maker(caller)
        if form.is_valid():
            club = services.make_club(caller=caller, **form.cleaned_data)
            messages.success(request, _("Le club est fondé."))
            return redirect("clubs:settings", club.slug)
    context = {
        "page": page_of(request, listed_clubs(caller).order_by("name", "id")),
        "waiting": clubs_to_confirm(caller)[:WAITING],
        "form": form,
        "may_found": caller.account is not None,
        "may_restore": caller.is_site_owner,
    }
    return render(request, "clubs/list.html", context, status=400 if form.errors else 200)


# The cookie with the slug of the club whose page this browser opened last, and its age in seconds.
LAST_CLUB = "club"
LAST_CLUB_AGE = 365 * 24 * 3600


@require_safe
@never_cache
@people_page
def own_club(request: HttpRequest) -> HttpResponseBase:
    """Redirect to the visitor's club: the last one opened here, else their only one.

    Without either this is the list of clubs.
    """
    caller = page_caller(request)
    last = Club.objects.filter(slug=cookies.read(request, LAST_CLUB)).first()
    if last is not None and is_visible(last, caller):
        return redirect("clubs:club", last.slug)
    seen = {club.pk: club for club in clubs_listed(caller)}
    own = [club for club in seen.values() if caller.role_in(club) != "visitor"]
    for clubs in (own, list(seen.values())):
        if len(clubs) == 1:
            return redirect("clubs:club", clubs[0].slug)
    return redirect("clubs:list")


@require_safe
@never_cache
@people_page
def club_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show a club: its notice, calendar, matches and honours, who plays, how to join."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    role = caller.role_in(club)
    rights = club_rights(club, caller)
    context = {
        "club": club,
        "rights": rights,
        "may_start": can_start(club, caller),
        "role": "" if role == "visitor" else role_name(role),
        "may_confirm": club.confirmed_at is None and caller.is_site_owner,
        "waiting": waiting_for(club).count() if rights["proposals"] else 0,
        "steps": steps_of(club) if rights["settings"] else None,
        **_sections(club, caller),
    }
    context["link_preview"] = club_preview(club, context["dates"])
    response = render(request, "clubs/club.html", context)
    if cookies.read(request, LAST_CLUB) != club.slug:
        cookies.keep(response, LAST_CLUB, club.slug, age=LAST_CLUB_AGE)
    return response


@require_safe
@never_cache
@people_page
def results_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """List the finished matches of a club, newest first."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    page = page_of(request, list_queries.finished_of(club, caller), RESULTS)
    context = {
        "club": club,
        "rights": club_rights(club, caller),
        "page": page,
        "results": cards(list_queries.with_people(page.object_list)),
    }
    return render(request, "clubs/results.html", context)


def _sections(club: Club, caller: Caller) -> dict[str, Any]:
    """Return the context of the sections of a club's page (`clubs/_club_*.html`)."""
    challenges = challenges_of(club, caller, CHALLENGES)
    return {
        **club_parts.next_evenings(club, caller),
        **club_parts.matches_of(club, caller),
        "tournament": running_tournament(club, caller),
        **club_parts.challenge_top(challenges),
        "bulletin": club_parts.last_bulletin(club),
        "honours": last_honours(club, caller, HONOURS, challenges),
    }


@require_safe
@never_cache
@people_page
def wall_page(request: HtmxRequest, slug: str) -> HttpResponseBase:
    """Show one of the club's running matches on a large screen.

    After `STAY` seconds the browser loads the next match or, if none is running, this page again.
    """
    caller = page_caller(request)
    club = find_club(slug, caller)
    running = list_queries.live_of(club, caller)
    count = running.count()
    position = request.GET.get("vue", "")
    at = (
        int(position) % (count or 1)
        if position.isascii() and position.isdecimal() and len(position) < 6
        else 0
    )
    match = next(iter(running[at : at + 1]), None)
    context: dict[str, Any] = {"club": club, "at": at + 1, "count": count}
    if match is not None:
        context |= wall_context(request, queries.table_of(match, caller))
    response = render(request, "clubs/wall.html", context)
    response["Refresh"] = f"{STAY};url=?vue={(at + 1) % (count or 1)}"
    return response


class SettingsForm(forms.Form):
    """The form of a club's settings, with the default preset for each game."""

    name = NameInput(label=gettext_lazy("Nom du club"))
    city = NameInput(label=gettext_lazy("Ville"), required=False)
    logo_text = NameInput(
        label=gettext_lazy("Sigle"),
        required=False,
        max_length=8,
        error_messages={"max_length": gettext_lazy("Un sigle a 8 caractères au plus.")},
        help_text=gettext_lazy("Quelques lettres, 8 au plus."),
    )
    joining = forms.CharField(
        label=gettext_lazy("Pour venir"),
        required=False,
        max_length=JOINING_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "Où, quand, à qui écrire. Vide : « demander une invitation à un responsable »."
        ),
    )
    language = forms.ChoiceField(label=gettext_lazy("Langue"), choices=settings.LANGUAGES)
    public = forms.BooleanField(
        label=gettext_lazy("Pages ouvertes à tout le monde"),
        required=False,
        help_text=gettext_lazy("Sinon, les membres seuls voient le club et ses matchs."),
    )
    open_recording = forms.BooleanField(
        label=gettext_lazy("Tout téléphone compte"),
        required=False,
        help_text=gettext_lazy(
            "Ce que n'importe quel téléphone marque compte aux classements du club, sous les noms "
            "de sa liste. Sinon comptent les membres, les téléphones à lien de table, et ce qu'un "
            "responsable accepte."
        ),
    )
    embeddable = forms.BooleanField(
        label=gettext_lazy("Montré sur d'autres sites"),
        required=False,
        help_text=gettext_lazy(
            "N'importe quel site peut afficher, dans un cadre, le calendrier, le palmarès et les "
            "classements que tout le monde voit déjà ici."
        ),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        presets = {chosen.game: chosen.preset for chosen in club.default_presets.all()}
        plain = {name: getattr(club, name) for name in services.SETTINGS}
        chosen = {preset_field(game): preset for game, preset in presets.items()}
        super().__init__(data, initial=plain | chosen)
        for game in games():
            choices = [("", _("la première de la liste"))]
            choices += [(preset.slug, str(preset.name)) for preset in game.presets]
            self.fields[preset_field(game.slug)] = forms.ChoiceField(
                label=str(game.name), choices=choices, required=False
            )

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields for settings of the club itself."""
        return [self[name] for name in services.SETTINGS]

    @property
    def preset_fields(self) -> list[forms.BoundField]:
        """The fields that choose the games' presets."""
        return [self[preset_field(game.slug)] for game in games()]

    def changes(self) -> dict[str, Any]:
        """Return the settings for `services.change_club`."""
        values = self.cleaned_data
        chosen = {game.slug: values[preset_field(game.slug)] for game in games()}
        presets = {slug: preset for slug, preset in chosen.items() if preset}
        return {name: values[name] for name in services.SETTINGS} | {"default_presets": presets}


def preset_field(game: str) -> str:
    """Return the name of the field that chooses a game's preset."""
    return f"preset-{game}"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
def settings_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show a club's settings to its owners; save them."""
    club, caller = club_for(request, slug, "manage_club", "owner_needed")
    form = SettingsForm(club, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.change_club(club=club, changes=form.changes(), caller=caller)
        except REFUSALS as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, _("Les réglages sont gardés."))
            return redirect("clubs:club", club.slug)
    context = {
        "club": club,
        "form": form,
        "rights": club_rights(club, caller),
        # The site's only club stays.
        "may_delete": Club.objects.exclude(pk=club.pk).exists(),
        "unused": caller.is_site_owner and steps_of(club).unused,
    }
    if club.embeddable:
        context["frames"] = frames_of(request, club)
    return render(request, "clubs/settings.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@people_page
def log_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the club's log in words, newest first, to its officers."""
    club, caller = club_for(request, slug, "manage_members")
    page = page_of(request, changes_of(club))
    names = LogNames(page, club, caller)
    lines = [
        {
            "what": change.get_kind_display(),
            "at": change.at,
            "by": names.author(change.by),
            "text": names.sentence(change),
        }
        for change in page
    ]
    context = {"club": club, "page": page, "lines": lines, "rights": club_rights(club, caller)}
    return render(request, "clubs/log.html", context)


@require_POST
@people_page
def notice(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Write the line of the club's noticeboard, or remove it."""
    club, caller = club_for(request, slug, "write_notice")
    text = "" if "remove" in request.POST else request.POST.get("text", "")
    posted_notice = services.post_notice(club=club, text=text, caller=caller).notice
    messages.success(
        request, _("L'annonce est affichée.") if posted_notice else _("L'annonce est ôtée.")
    )
    return redirect("clubs:club", slug)


@require_POST
@people_page
def confirm(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Confirm a club, as the site's owner."""
    caller = page_caller(request)
    club = services.confirm_club(club=find_club(slug, caller), caller=caller)
    messages.success(request, _("Le club « %(name)s » est confirmé.") % {"name": club.name})
    return redirect("clubs:club", slug)
