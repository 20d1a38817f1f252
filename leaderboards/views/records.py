"""The page of records: those of matches, and those written by hand."""

from collections.abc import Sequence
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.callers import Caller
from clubs.double_taps import one_tap
from clubs.models import Club, Player
from clubs.queries import list_of
from core.errors import Denied, Refused
from core.names import sort_key
from core.removed import readable
from core.shapes import NameInput, put_on
from core.spreadsheets import spreadsheet
from games.callers import page_caller
from games.registry.game import Game
from leaderboards import services
from leaderboards.parameters import club_asked, game_of_address
from leaderboards.records import queries as records
from leaderboards.records.queries import HeldRecord
from leaderboards.views.common import board_page, frame

# The page over all clubs links to at most this many clubs of an officer. Other clubs can be
# chosen at the top of the page.
LED_TO = 12


class FeatForm(forms.Form):
    """A record written by hand."""

    text = forms.CharField(
        label=gettext_lazy("Ce qui est arrivé"), max_length=500, widget=forms.Textarea({"rows": 3})
    )
    date = forms.DateField(
        label=gettext_lazy("Date"),
        initial=timezone.localdate,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    players = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Qui"),
        queryset=Player.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    witness = NameInput(label=gettext_lazy("Témoin"), required=False)

    def __init__(self, data: Any, club: Club, caller: Caller) -> None:
        super().__init__(data)
        field: Any = self.fields["players"]
        field.queryset = list_of(club, caller)
        # People are sorted here, because databases sort names differently. « Élise » must be
        # among the E.
        people = sorted(
            field.queryset, key=lambda person: (sort_key(person.public_name), person.pk)
        )
        field.choices = [(person.pk, person.public_name) for person in people]


class WitnessForm(forms.Form):
    """The name of an event's witness; empty for no witness."""

    witness = NameInput(
        label=gettext_lazy("Témoin"),
        required=False,
        help_text=gettext_lazy("Vide : personne n'est nommé."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@board_page
@one_tap
def records_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the records of a game, and store a record that an officer of the club posts."""
    game, caller = game_of_address(slug), page_caller(request)
    club = club_asked(request.GET, caller)
    shared = frame(game, caller, club)
    led_clubs = records.kept_by(caller, shared["clubs"])
    if request.method == "POST":
        if club is None or club not in led_clubs:
            return _refused(request, game, "officer_needed" if caller.account else "account_needed")
        form = FeatForm(request.POST, club, caller)
        if form.is_valid() and _write(form, game, club, caller):
            messages.success(request, _("C'est inscrit."))
            return redirect(_address(game, club))
        return _page(request, shared, caller, led_clubs, form)
    return _page(request, shared, caller, led_clubs, None)


def _write(form: FeatForm, game: Game, club: Club, caller: Caller) -> bool:
    values = form.cleaned_data
    try:
        services.add_feat(
            game=game.slug,
            club=club,
            text=values["text"],
            on=values["date"],
            players=list(values["players"]),
            witness=values["witness"],
            caller=caller,
        )
    except Refused as refusal:
        put_on(form, refusal)
        return False
    return True


def _address(game: Game, club: Club) -> str:
    return f"{reverse('leaderboards:records', args=[game.slug])}?club={club.slug}"


def _refused(request: HttpRequest, game: Game, code: str) -> HttpResponseBase:
    messages.error(request, Denied(code).sentence)
    return redirect("leaderboards:records", game.slug)


def _page(
    request: HttpRequest,
    shared: dict[str, Any],
    caller: Caller,
    led_clubs: Sequence[Club],
    sent: FeatForm | None,
) -> HttpResponseBase:
    """Show the records. `sent` is a posted form for the page's club that was refused, or None."""
    game, club = shared["game"], shared["club"]
    clubs = [listed.pk for listed in ([club] if club else shared["clubs"])]
    families = records.families(game, clubs, request.GET.get("family", ""))
    lines = records.lines(game, clubs, families.listed)
    # Events of all families are in one list, because events are not compared.
    wanted = families.listed if families.chosen else None
    histories = records.histories(game, clubs, wanted)
    feats = records.feats(game.slug, clubs)
    facts = chain(
        *((line.now, *line.former) for line in lines), *(history.rows for history in histories)
    )
    seen = records.seen_of(feats, caller, facts)
    own, at = {led_club.pk for led_club in led_clubs}, _written_for(club, led_clubs)
    context = {
        **shared,
        "lines": lines,
        "families": families,
        "histories": histories,
        "feats": [
            {
                "feat": feat,
                "text": readable(feat.text),
                "witness": readable(feat.witness),
                "people": records.named(feat, seen),
                "mine": feat.club_id in own,
            }
            for feat in feats
        ],
        "seen": seen,
        "own": own,
        "at": at,
        "file_query": urlencode(_file_filters(club, families.chosen)),
        "clubs_to_write_for": () if club or at else led_clubs[:LED_TO],
        "form": sent or (FeatForm(None, at, caller) if at else None),
    }
    status = 400 if sent else 200
    return render(request, "leaderboards/records.html", context, status=status)


def _file_filters(club: Club | None, family: str) -> dict[str, str]:
    """Return the parameters of the file's address that a page's choice gives."""
    chosen = {"club": club.slug if club else "", "family": family or ""}
    return {name: value for name, value in chosen.items() if value}


def _written_for(club: Club | None, led_clubs: Sequence[Club]) -> Club | None:
    """Return the club for which a record is written: the page's club, or an officer's only club."""
    if club is None:
        return led_clubs[0] if len(led_clubs) == 1 else None
    return club if club in led_clubs else None


@require_safe
@never_cache
@board_page
def records_csv(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send all records of a game as a file: present and former ones, events, and those by hand."""
    game, caller = game_of_address(slug), page_caller(request)
    clubs = records.clubs_of(club_asked(request.GET, caller), caller)
    family = records.families(game, clubs, request.GET.get("family", "")).chosen
    wanted = [family] if family else None
    rows: list[list[Any]] = []
    for line in records.lines(game, clubs, wanted):
        rows += [
            _row(held, _("oui") if held is line.now else _("non"))
            for held in (line.now, *line.former)
        ]
    rows += [_row(held, "") for held in records.events(game, clubs, wanted)]
    feats = records.feats(game.slug, clubs)
    seen = records.seen_of(feats, caller)
    for feat in feats:
        people = ", ".join(person.public_name for person in records.named(feat, seen))
        rows.append(
            [
                "",
                readable(feat.text),
                feat.date.isoformat(),
                people,
                readable(feat.witness),
                "",
                "",
                "",
            ]
        )
    heads = [_("Record"), _("Fait"), _("Date"), _("Qui"), _("Témoin"), _("Tenu encore")]
    return spreadsheet(request, f"{game.slug}-records", [*heads, _("Match"), _("Variante")], rows)


def _row(held: HeldRecord, still: str) -> list[Any]:
    day = timezone.localdate(held.since).isoformat()
    people = ", ".join(held.holders)
    return [held.title, held.text, day, people, held.witness, still, held.match, held.family_name]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@board_page
def witness(request: HttpRequest, slug: str, match_id: str, code: str) -> HttpResponseBase:
    """Store, change or remove the witness of an event of a match. Only for officers of its club."""
    game, caller = game_of_address(slug), page_caller(request)
    fact = records.event(game, match_id, code, caller)
    try:
        services.check_officer(fact.club, caller)
        held = records.held(game, fact)
        sent = request.POST if request.method == "POST" else None
        form = WitnessForm(sent, initial={"witness": held.witness})
        if form.is_valid():
            services.say_witness(fact=fact, name=form.cleaned_data["witness"], caller=caller)
            messages.success(request, _("C'est inscrit."))
            return redirect(_address(game, fact.club))
    except Denied as refusal:
        return _refused(request, game, refusal.code)
    context = {"game": game, "club": fact.club, "held": held, "form": form}
    status = 400 if form.is_bound else 200
    return render(request, "leaderboards/witness.html", context, status=status)


@require_POST
@board_page
@one_tap
def remove(request: HttpRequest, slug: str, feat_id: int) -> HttpResponseBase:
    """Remove a record written by hand."""
    game, caller = game_of_address(slug), page_caller(request)
    feat = records.feat(game, feat_id, caller)
    try:
        services.remove_feat(feat=feat, caller=caller)
    except Denied as refusal:
        return _refused(request, game, refusal.code)
    messages.success(request, _("C'est retiré."))
    return redirect(_address(game, feat.club))
