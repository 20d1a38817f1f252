"""The pages of the transmission: the graph, and the writes of members and officers."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.callers import Caller
from clubs.errors import Refused
from clubs.models import Player
from clubs.names import name_key
from clubs.queries import ID_MAX
from clubs.shapes import put_on
from games.callers import page_caller
from games.errors import NotFound
from games.registry import Game, games
from games.views.common import game_or_404
from jobs.job_owner import JobOwner, keep, page_owner
from jobs.models import Job
from transmission import jobs, kept, page, queries, services, stored_layout
from transmission.errors import Denied
from transmission.exports import WRITERS, at_once
from transmission.forms import (
    AttestationForm,
    ImportForm,
    LinkForm,
    OfClubForm,
    SourceForm,
    clubs_to_manage,
    clubs_to_propose,
    visible_slugs,
)
from transmission.models import Link, Source
from transmission.page import Asked
from transmission.queries import Seen
from transmission.services import ImportAsked, LinkAsked, Writing

# How many opened people an address remembers.
OPENED = 6
# How many names a field offers during typing.
OFFERED = 500


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """Show links to each game's graph."""
    return render(request, "transmission/index.html", {"games": games()})


@require_safe
@never_cache
def graph_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's graph: drawn, as a list, around somebody, up to a year."""
    game, caller = game_or_404(slug), page_caller(request)
    span = queries.years(game, caller)
    year = _year(request, span)
    seen = queries.graph_of(game, caller, year)
    asked = _asked(request, seen)
    found = _search(request, seen, caller)
    if asked.centre is not None and asked.to is None and found["to"]:
        asked = Asked(asked.centre, (), found["to"])
    part = page.part_of(seen, caller, asked) if len(seen.lineage) else None
    context = {
        "game": game,
        "part": part,
        "asked": asked,
        "keep": _keep(asked, year),
        "person": page.person_of(seen, caller, asked.centre) if asked.centre else None,
        "figures": page.figures_of(seen, caller),
        "newest": queries.newest(game, seen),
        "span": span,
        "year": year,
        "clubs": visible_slugs(caller),
        "exports": [
            (
                kind,
                f"{reverse('transmission-export', args=[slug])}?format={kind}"
                if at_once(kind, seen)
                else None,
            )
            for kind in WRITERS
        ],
        "may_propose": clubs_to_propose(caller).exists(),
        **found,
    }
    fetched = request.htmx and not request.htmx.history_restore_request  # type: ignore[attr-defined]
    if not (fetched and part):
        return render(request, "transmission/graph.html", context)
    response = render(request, "transmission/_around.html", context)
    response["HX-Push-Url"] = request.get_full_path()
    return response


@require_safe
@never_cache
def whole_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show a whole graph as a picture; a tap on it leads to the nearest person.

    A large graph is laid out by a job, whose progress is shown; meanwhile the last picture stays.
    """
    game, caller = game_or_404(slug), _account(request)
    seen, size = queries.graph_of(game, caller), request.GET.get("taille", "small")
    size = size if size in stored_layout.WIDTHS else "small"
    large = len(seen.lineage) > stored_layout.AT_ONCE
    plan = stored_layout.kept(seen, caller) if large else None
    tapped = _tapped(request)
    if tapped and len(seen.lineage):
        places = (
            stored_layout.places_of(plan)
            if plan
            else stored_layout.places_now(seen)
            if not large
            else None
        )
        if places is not None:
            nearest = places.nearest(size, *tapped)
            return redirect(f"{reverse('transmission:graph', args=[slug])}?autour={nearest}#graphe")
    owner, job = page_owner(request), None
    if large and not stored_layout.is_of(plan, seen) and request.method == "GET":
        job = jobs.start_layout(seen, caller, owner)
    context = {
        "game": game,
        "people": len(seen.lineage),
        "large": large,
        "plan": plan,
        "current": not large or stored_layout.is_of(plan, seen),
        "job": job,
        "size": size,
        "sizes": _SIZES,
        "version": plan.stamp if plan else stored_layout.state_of(seen),
    }
    response = render(request, "transmission/whole.html", context)
    if job is not None:
        keep(response, owner)
    return response


def _account(request: HttpRequest) -> Caller:
    """Return the caller without their links: a job knows only its owner."""
    return Caller(user=request.user)


_SIZES = (
    ("small", gettext_lazy("Petite")),
    ("medium", gettext_lazy("Plus grande")),
    ("large", gettext_lazy("La plus grande")),
)


def _tapped(request: HttpRequest) -> tuple[int, int] | None:
    """The tapped pixel of the picture; the keyboard gives none."""
    texts = [request.GET.get(f"ou.{side}", "") for side in "xy"]
    if not all(text.isascii() and text.isdigit() and len(text) < 7 for text in texts):
        return None
    x, y = (int(text) for text in texts)
    return (x, y) if x or y else None


@require_safe
@cache_control(private=True, max_age=600)
def whole_picture(request: HttpRequest, slug: str, size: str) -> HttpResponse:
    """Send the whole graph in pixels, as it was last laid out."""
    game, caller = game_or_404(slug), _account(request)
    if size not in stored_layout.WIDTHS:
        raise Http404
    seen = queries.graph_of(game, caller)
    if len(seen.lineage) <= stored_layout.AT_ONCE:
        return HttpResponse(stored_layout.painted(seen, caller, size), content_type="image/png")
    plan = stored_layout.kept(seen, caller)
    if plan is None:
        raise Http404
    return HttpResponse(stored_layout.picture_of(plan, size), content_type="image/png")


def _year(request: HttpRequest, span: tuple[int, int] | None) -> int | None:
    """The year asked for; no year, and the last one, mean all years."""
    text = request.GET.get("annee", "")
    if span is None or not (text.isascii() and text.isdigit() and len(text) <= 4):
        return None
    year = max(int(text), span[0])
    return year if year < span[1] else None


def _number(text: str, seen: Seen) -> int | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None
    return number if number is not None and number in seen.lineage else None


def _asked(request: HttpRequest, seen: Seen) -> Asked:
    centre = _number(request.GET.get("autour", ""), seen)
    opened = [_number(text, seen) for text in request.GET.getlist("plus")[:OPENED]]
    to = _number(request.GET.get("vers", ""), seen)
    return Asked(centre, tuple(who for who in opened if who is not None), to)


def _keep(asked: Asked, year: int | None) -> str:
    """The parameters that the next person's address keeps: the opened people, and the year."""
    opened = [who for who in (asked.centre, *asked.opened) if who is not None]
    kept = "".join(f"&plus={who}" for who in dict.fromkeys(opened[: OPENED - 1]))
    return f"{kept}&annee={year}" if year is not None else kept


def _search(request: HttpRequest, seen: Seen, caller: Caller) -> dict[str, Any]:
    """The people whom a typed name finds: in the graph, or as the end of a path."""
    name = request.GET.get("nom", "").replace("\0", "")[:80].strip()
    towards = request.GET.get("vers", "").replace("\0", "")[:80].strip()
    to_find = towards if _number(towards, seen) is None else ""
    ends = queries.search(seen, caller, to_find) if to_find else []
    exact = [player for player in ends if name_key(player.name) == name_key(to_find)]
    one = (exact or ends)[:1] if len(ends) == 1 or exact else []
    return {
        "name": name,
        "matches": queries.search(seen, caller, name) if name else [],
        "to_name": to_find,
        "ends": ends,
        "to": one[0].pk if one else None,
    }


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
    """Propose a link, or write, confirm, delete, attest: for members and officers."""
    game, caller = game_or_404(slug), page_caller(request)
    may, keeps = clubs_to_propose(caller), clubs_to_manage(caller)
    if not may.exists():
        raise PermissionDenied
    deed = request.POST.get("deed", "") if request.method == "POST" else ""
    # Forms without an action are new: their fields show no faults.
    forms = {
        name: form(
            may if name == "link" else keeps,
            request.POST if deed == name else None,
            auto_id=f"{name}_%s",
        )
        for name, form in FORMS.items()
    }
    said = _write(game, caller, deed, forms, request)
    if said:
        return redirect(f"{reverse('transmission:write', args=[slug])}?fait={said}")
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
    """Links, each with « teacher → learner » as the caller may see them."""
    rows = list(links)
    ends = (end for link in rows for end in (link.teacher_id, link.learner_id))
    names = queries.names_told(ends, caller)
    return [(link, f"{names[link.teacher_id]} → {names[link.learner_id]}") for link in rows]


def _own_links(game: Game, caller: Caller) -> Any:
    """The links that the caller may delete, newest first."""
    rows = queries.Link.objects.filter(
        game=game.slug, confirmed=True, club__in=clubs_to_manage(caller)
    )
    return rows.select_related("teacher", "learner").order_by("-recorded_at", "-id")[:50]


def _write(
    game: Game, caller: Caller, deed: str, forms: dict[str, OfClubForm], request: HttpRequest
) -> str:
    """Do the posted action; return what was done, or nothing."""
    by = Writing(caller)
    if deed in ("confirm", "delete", "withdraw"):
        text = request.POST.get("id", "")
        number = min(int(text), ID_MAX) if text.isascii() and text.isdigit() else 0
        return _handle(game, deed, number, by)
    form = forms.get(deed)
    if form is None or not form.is_valid():
        return ""
    try:
        _DEEDS[deed](game, form.cleaned_data, by)
    except Refused as refusal:
        put_on(form, refusal)
        return ""
    except Denied as refusal:
        form.add_error(None, refusal.sentence)
        return ""
    return deed


def _handle(game: Game, deed: str, number: int, by: Writing) -> str:
    try:
        if deed == "confirm":
            services.confirm_link(game=game, link_id=number, by=by)
        elif deed == "delete":
            services.delete_link(game=game, number=number, by=by)
        else:
            services.withdraw_source(game=game, number=number, by=by)
    except Denied:
        raise PermissionDenied from None
    except NotFound:
        pass  # somebody else was quicker
    return "confirm" if deed == "confirm" else "delete"


def _link(game: Game, values: dict[str, Any], by: Writing) -> None:
    asked = LinkAsked(
        values["teacher"], values["learner"], values["date"], values["note"], values["club"].slug
    )
    services.add_link(game=game, asked=asked, by=by)


def _source(game: Game, values: dict[str, Any], by: Writing) -> None:
    services.declare_source(
        game=game, player_id=values["player"], kind=values["kind"], note=values["note"], by=by
    )


def _attestation(game: Game, values: dict[str, Any], by: Writing) -> None:
    services.attest(
        game=game, player_id=values["player"], day=values["date"], witness=values["witness"], by=by
    )


_DEEDS = {"link": _link, "source": _source, "attestation": _attestation}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Import a whole graph from a file: first checked and shown, then written; each by a job."""
    game, caller = game_or_404(slug), page_caller(request)
    clubs, owner = clubs_to_manage(caller), page_owner(request)
    if not clubs.exists():
        raise PermissionDenied
    checked = _checked_file(request, game, owner)
    if request.method == "POST" and checked is not None and not checked.error:
        return _go_on(lambda: jobs.write_checked(job=checked, by=owner), request, slug)
    form = _import_form(request, clubs, checked)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        asked = ImportAsked(
            values["format"],
            values["content"],
            values["club"].slug,
            values["create_players"],
            preview="write" not in request.POST,
        )
        start = partial(jobs.start_import, game=game, asked=asked, club=values["club"], by=owner)
        return _go_on(start, request, slug)
    context = {"game": game, "form": form, "checked": checked}
    return render(request, "transmission/import.html", context, status=400 if form.errors else 200)


@require_POST
def export(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Start the export of a large graph; send the file of a small one."""
    game, caller, owner = game_or_404(slug), _account(request), page_owner(request)
    kind = request.POST.get("format", "")
    if kind not in WRITERS:
        raise Http404
    ready = kept.read(kind, game, caller) is not None
    if ready or at_once(kind, queries.graph_of(game, caller)):
        return redirect(f"{reverse('transmission-export', args=[slug])}?format={kind}")
    start = partial(jobs.start_export, game, kind, caller, owner)
    response = _go_on(start, request, slug, "graph")
    keep(response, owner)
    return response


def _go_on(
    start: Callable[[], Job], request: HttpRequest, slug: str, back: str = "import"
) -> HttpResponseBase:
    """Start a job and redirect to its page; back if there are too many."""
    try:
        return redirect("jobs:job", start().pk)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(f"transmission:{back}", slug)


def _checked_file(request: HttpRequest, game: Game, owner: JobOwner) -> Job | None:
    """The file that was checked or written, if the address or the form names one."""
    number = request.POST.get("travail") or request.GET.get("travail")
    if not number:
        return None
    try:
        return jobs.of_import(number, game, owner)
    except NotFound:
        raise Http404 from None


def _import_form(request: HttpRequest, clubs: Any, checked: Job | None) -> ImportForm:
    """The form: empty, as posted, or with the values of the checked file."""
    if request.method == "POST":
        return ImportForm(clubs, request.POST, files=request.FILES)
    if checked is None:
        return ImportForm(clubs)
    asked = {name: checked.arguments[name] for name in ("format", "club", "create_players")}
    if checked.error:
        asked["content"] = jobs.text_of(checked)
    return ImportForm(clubs, initial=asked)
