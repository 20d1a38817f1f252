"""The pages of a game's graph: as a drawing and as a list, around a person, up to a year."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.callers import Caller
from core.names import name_key
from games.callers import page_caller
from games.registry.installed import games
from games.views.common import game_or_404
from transmission import page, queries
from transmission.exports import WRITERS, at_once
from transmission.forms import clubs_to_propose, visible_slugs
from transmission.page import GraphQuestion
from transmission.queries import Seen

# The most opened people in an address.
OPENED = 6
# What the drawing around a person shows, and how many generations of it; 0 is all of them.
VIEWS = (
    ("", gettext_lazy("Ses proches")),
    ("ancetres", gettext_lazy("Ancêtres")),
    ("descendants", gettext_lazy("Descendants")),
)
REACH = 3
REACHES = (("1", "1"), ("2", "2"), ("3", "3"), ("5", "5"), ("0", gettext_lazy("Toutes")))


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """List the games, with links to their graphs."""
    return render(request, "transmission/index.html", {"games": games()})


@require_safe
@never_cache
def graph_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show a game's graph as a drawing and as a list.

    The address may choose a person in the middle, a path, a year, or a name to search for.
    """
    game, caller = game_or_404(slug), page_caller(request)
    span = queries.years(game, caller)
    year = _year(request, span)
    seen = queries.graph_of(game, caller, year)
    question = _question(request, seen)
    search = _search(request, seen, caller)
    if len(search["matches"]) == 1:
        # Only one person matches the name, so redirect to the page around this person.
        query = {"autour": search["matches"][0].pk} | ({"annee": year} if year else {})
        return redirect(f"{request.path}?{urlencode(query)}#graphe")
    if question.centre is not None and question.to is None and search["to"]:
        question = replace(question, opened=(), to=search["to"])
    part = page.part_of(seen, caller, question) if len(seen.lineage) else None
    context = {
        "game": game,
        "part": part,
        "question": question,
        "keep": _keep(question, year),
        "person": page.person_of(seen, caller, question.centre) if question.centre else None,
        "figures": page.figures_of(seen, caller, year or timezone.localdate().year),
        "figures_year": year or timezone.localdate().year,
        "views": VIEWS,
        "reaches": REACHES,
        "newest": queries.newest(game, seen),
        "span": span,
        "year": year,
        "clubs": visible_slugs(caller),
        "exports": _exports(slug, seen),
        "may_propose": clubs_to_propose(caller).exists(),
        **search,
    }
    fetched = request.htmx and not request.htmx.history_restore_request  # type: ignore[attr-defined]
    if not (fetched and part):
        return render(request, "transmission/graph.html", context)
    response = render(request, "transmission/_around.html", context)
    response["HX-Push-Url"] = request.get_full_path()
    return response


def _exports(slug: str, seen: Seen) -> list[tuple[str, str | None]]:
    """Return the kinds of files, each with its address, or None if a job has to make the file."""
    address = reverse("transmission-export", args=[slug])
    return [(kind, f"{address}?format={kind}" if at_once(kind, seen) else None) for kind in WRITERS]


def _year(request: HttpRequest, span: tuple[int, int] | None) -> int | None:
    """Return the chosen year. Return None if all years are shown: without a choice, or for the last
    year.
    """
    text = request.GET.get("annee", "")
    if span is None or not (text.isascii() and text.isdigit() and len(text) <= 4):
        return None
    year = max(int(text), span[0])
    return year if year < span[1] else None


def _number(text: str, seen: Seen) -> int | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None
    return number if number is not None and number in seen.lineage else None


def _question(request: HttpRequest, seen: Seen) -> GraphQuestion:
    centre = _number(request.GET.get("autour", ""), seen)
    opened = [_number(text, seen) for text in request.GET.getlist("plus")[:OPENED]]
    to = _number(request.GET.get("vers", ""), seen)
    view = request.GET.get("vue", "")
    reach = request.GET.get("generations", "")
    return GraphQuestion(
        centre,
        tuple(person for person in opened if person is not None),
        to,
        view if view in dict(VIEWS) else "",
        int(reach) if reach in dict(REACHES) else REACH,
    )


def _keep(question: GraphQuestion, year: int | None) -> str:
    """Return the end of the address of links to people. It keeps the opened people and the year."""
    opened = [person for person in (question.centre, *question.opened) if person is not None]
    query = "".join(f"&plus={person}" for person in dict.fromkeys(opened[: OPENED - 1]))
    query += f"&vue={question.view}" if question.view else ""
    query += f"&generations={question.generations}" if question.generations != REACH else ""
    return f"{query}&annee={year}" if year is not None else query


def _search(request: HttpRequest, seen: Seen, caller: Caller) -> dict[str, Any]:
    """Return the context with the people whose names match the typed texts.

    One text searches for a person to show, the other for the end of a path.
    """
    name = request.GET.get("nom", "").replace("\0", "")[:80].strip()
    towards = request.GET.get("vers", "").replace("\0", "")[:80].strip()
    to_find = towards if _number(towards, seen) is None else ""
    ends = queries.search(seen, caller, to_find) if to_find else []
    exact = [player for player in ends if name_key(player.name) == name_key(to_find)]
    chosen = (exact or ends)[:1] if len(ends) == 1 or exact else []
    return {
        "name": name,
        "matches": queries.search(seen, caller, name) if name else [],
        "to_name": to_find,
        "ends": ends,
        "to": chosen[0].pk if chosen else None,
    }
