"""The page of records: found in matches, and written by hand."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.callers import Caller
from clubs.errors import Impossible, NotAllowed
from clubs.models import Club, Player
from clubs.queries import list_of, visible_clubs
from clubs.shapes import NameInput
from clubs.wording import error_sentence
from games.callers import page_caller
from games.registry import Game
from leaderboards import records, services
from leaderboards.asking import club_asked, game_of_address
from leaderboards.files import spreadsheet
from leaderboards.models import Feat
from leaderboards.pages.common import board_page, frame


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
        people: Any = self.fields["players"]
        people.queryset = list_of(club, caller).order_by("name")
        people.label_from_instance = lambda player: player.public_name


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@board_page
def records_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the records of a game; an officer of the club writes one by hand."""
    game, caller = game_of_address(slug), page_caller(request)
    club = club_asked(request.GET, caller)
    form = _form(request, club, caller)
    if request.method == "POST":
        if form is None:
            return _refused(request, game, "officer_needed" if caller.account else "account_needed")
        if club is not None and form.is_valid() and _write(form, game, club, caller):
            messages.success(request, _("C'est inscrit."))
            return redirect(_address(game, club))
    return _page(request, game, club, caller, form)


def _form(request: HttpRequest, club: Club | None, caller: Caller) -> FeatForm | None:
    if club is None or not caller.may("manage_players", club):
        return None
    return FeatForm(request.POST if request.method == "POST" else None, club, caller)


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
    except Impossible as fault:
        form.add_error(fault.field, error_sentence(fault))
        return False
    return True


def _address(game: Game, club: Club) -> str:
    return f"{reverse('leaderboards:records', args=[game.slug])}?club={club.slug}"


def _refused(request: HttpRequest, game: Game, code: str) -> HttpResponseBase:
    messages.error(request, error_sentence(NotAllowed(code)))
    return redirect("leaderboards:records", game.slug)


def _page(
    request: HttpRequest, game: Game, club: Club | None, caller: Caller, form: FeatForm | None
) -> HttpResponseBase:
    feats = list(records.feats(game.slug, club, caller))
    seen = records.seen_of(feats, caller)
    context = {
        **frame(game, caller, club),
        "lines": records.lines(game, club, caller),
        "feats": [
            {
                "feat": feat,
                "people": [one for one in feat.players.all() if one.pk in seen],
                "mine": caller.may("manage_players", feat.club),
            }
            for feat in feats
        ],
        "form": form,
    }
    status = 400 if form is not None and form.errors else 200
    return render(request, "leaderboards/records.html", context, status=status)


@require_safe
@never_cache
@board_page
def records_csv(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Answer the records of a game, former ones and those by hand too, as a file."""
    game, caller = game_of_address(slug), page_caller(request)
    club = club_asked(request.GET, caller)
    rows: list[list[Any]] = []
    for line in records.lines(game, club, caller):
        for held in (line.now, *line.former):
            now = _("oui") if held is line.now else _("non")
            day = timezone.localdate(held.since).isoformat()
            rows.append([held.text, day, ", ".join(held.holders), "", now, held.match])
    feats = list(records.feats(game.slug, club, caller))
    seen = records.seen_of(feats, caller)
    for feat in feats:
        who = ", ".join(one.public_name for one in feat.players.all() if one.pk in seen)
        rows.append([feat.text, feat.date.isoformat(), who, feat.witness, "", ""])
    heads = [_("Fait"), _("Date"), _("Qui"), _("Témoin"), _("Tenu encore"), _("Match")]
    return spreadsheet(f"{game.slug}-records", heads, rows)


@require_POST
@board_page
def remove(request: HttpRequest, slug: str, feat_id: int) -> HttpResponseBase:
    """Take a record written by hand off."""
    game, caller = game_of_address(slug), page_caller(request)
    rows = Feat.objects.filter(game=game.slug, club__in=visible_clubs(caller))
    feat = rows.select_related("club").filter(pk=min(feat_id, 2**63 - 1)).first()
    if feat is None:
        raise Http404
    try:
        services.remove_feat(feat=feat, caller=caller)
    except NotAllowed as refusal:
        return _refused(request, game, refusal.code)
    messages.success(request, _("C'est retiré."))
    return redirect(_address(game, feat.club))
