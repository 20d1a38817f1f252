"""The page where members and officers write, confirm and delete links, sources and attestations."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.callers import Caller
from clubs.models import Player
from clubs.queries import ID_MAX
from core.errors import Refused
from core.shapes import put_on
from games.callers import page_caller
from games.errors import NotFound
from games.registry.game import Game
from games.views.common import game_or_404
from transmission import queries, services
from transmission.errors import Denied
from transmission.forms import (
    AttestationForm,
    LinkForm,
    OfClubForm,
    SourceForm,
    clubs_to_manage,
    clubs_to_propose,
)
from transmission.models import Link, Source
from transmission.services import LinkAsked, Writing

# The most names that a field offers while a user types.
OFFERED = 500
DONE: dict[str, Any] = {
    "link": gettext_lazy("Le lien est inscrit."),
    "source": gettext_lazy("La source est inscrite."),
    "attestation": gettext_lazy("C'est attesté."),
    "confirm": gettext_lazy("Le lien est confirmé."),
    "delete": gettext_lazy("C'est retiré ; le journal le garde."),
}
FORMS: dict[str, type[OfClubForm]] = {
    "link": LinkForm,
    "source": SourceForm,
    "attestation": AttestationForm,
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def write_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the forms, and carry out the action that was posted. Members propose, officers write or
    confirm.
    """
    game, caller = game_or_404(slug), page_caller(request)
    may, keeps = clubs_to_propose(caller), clubs_to_manage(caller)
    if not may.exists():
        raise PermissionDenied
    action = request.POST.get("do", "") if request.method == "POST" else ""
    # Only the form that was posted gets the data, so that the other forms show no faults.
    forms = {
        name: form(
            may if name == "link" else keeps,
            request.POST if action == name else None,
            auto_id=f"{name}_%s",
        )
        for name, form in FORMS.items()
    }
    code = _write(game, caller, action, forms, request)
    if code:
        return redirect(f"{reverse('transmission:write', args=[slug])}?fait={code}")
    context = {
        "game": game,
        "forms": forms,
        "keeps": keeps.exists(),
        "done": DONE.get(request.GET.get("fait", "")),
        "waiting": _with_names(queries.proposed(game, caller), caller),
        "rows": _with_names(_own_links(game, caller), caller),
        "sources": Source.objects.filter(game=slug, club__in=keeps).select_related("player"),
        "offered": _offered(may),
    }
    failed = any(form.errors for form in forms.values())
    return render(request, "transmission/write.html", context, status=400 if failed else 200)


def _offered(clubs: Any) -> list[Player]:
    rows = Player.objects.filter(club_players__club__in=clubs).exclude(
        shown__in=(Player.Shown.HIDDEN, Player.Shown.REMOVED)
    )
    return list(rows.distinct().order_by("name")[:OFFERED])


def _with_names(links: Iterable[Link], caller: Caller) -> list[tuple[Link, str]]:
    """Return each link with the text « teacher → learner », as the caller may read it."""
    rows = list(links)
    ends = (end for link in rows for end in (link.teacher_id, link.learner_id))
    names = queries.names_told(ends, caller)
    return [(link, f"{names[link.teacher_id]} → {names[link.learner_id]}") for link in rows]


def _own_links(game: Game, caller: Caller) -> Any:
    """Return up to 50 confirmed links that the caller may delete, newest first."""
    rows = queries.Link.objects.filter(
        game=game.slug, confirmed=True, club__in=clubs_to_manage(caller)
    )
    return rows.select_related("teacher", "learner").order_by("-recorded_at", "-id")[:50]


def _write(
    game: Game, caller: Caller, action: str, forms: dict[str, OfClubForm], request: HttpRequest
) -> str:
    """Carry out the action that was posted.

    Return its key in `DONE`, or an empty text if there was no action or it failed.
    """
    by = Writing(caller)
    if action in ("confirm", "delete", "withdraw"):
        text = request.POST.get("id", "")
        number = min(int(text), ID_MAX) if text.isascii() and text.isdigit() else 0
        return _handle(game, action, number, by)
    form = forms.get(action)
    if form is None or not form.is_valid():
        return ""
    try:
        _ACTIONS[action](game, form.cleaned_data, by)
    except Refused as refusal:
        put_on(form, refusal)
        return ""
    except Denied as refusal:
        form.add_error(None, refusal.sentence)
        return ""
    return action


def _handle(game: Game, action: str, number: int, by: Writing) -> str:
    try:
        if action == "confirm":
            services.confirm_link(game=game, link_id=number, by=by)
        elif action == "delete":
            services.delete_link(game=game, number=number, by=by)
        else:
            services.withdraw_source(game=game, number=number, by=by)
    except Denied:
        raise PermissionDenied from None
    except NotFound:
        pass  # another officer was quicker
    return "confirm" if action == "confirm" else "delete"


def _link(game: Game, values: dict[str, Any], by: Writing) -> None:
    link_asked = LinkAsked(
        values["teacher"], values["learner"], values["date"], values["note"], values["club"].slug
    )
    services.add_link(game=game, link_asked=link_asked, by=by)


def _source(game: Game, values: dict[str, Any], by: Writing) -> None:
    services.declare_source(
        game=game, player_id=values["player"], kind=values["kind"], note=values["note"], by=by
    )


def _attestation(game: Game, values: dict[str, Any], by: Writing) -> None:
    services.attest(
        game=game, player_id=values["player"], day=values["date"], witness=values["witness"], by=by
    )


_ACTIONS = {"link": _link, "source": _source, "attestation": _attestation}
