"""The links of every page: back to the running match, and to the parts of the site."""

from typing import Any

from django import template
from django.http import HttpRequest
from django.utils import timezone

from games.callers import page_caller
from games.match import list_queries
from games.match.series import EVENING
from games.views.lists import ways_back

register = template.Library()

# The parts of the site, by how their addresses begin.
PLACES = (
    ("/jouer/", "play"),
    ("/tournois/", "tournaments"),
    ("/classements/", "boards"),
    ("/records/", "boards"),
    ("/transmission/", "lineage"),
    ("/parties/", "play"),
    ("/club/", "clubs"),
    ("/clubs/", "clubs"),
    ("/joueurs/", "clubs"),
)


@register.inclusion_tag("_running.html", takes_context=True)
def running_bar(context: dict[str, Any]) -> dict[str, Any]:
    """Show a link back to the running match that this phone scores, if it began in the last hours.

    Not shown on the pages of this match, nor on the home page, whose first card is that match.
    """
    request: HttpRequest | None = context.get("request")
    # A request that was refused early has no `user`; its page makes no query.
    if request is None or request.path == "/" or not hasattr(request, "user"):
        return {}
    # A match that nobody finished is shown for the length of an evening. The home page still lists
    # it.
    tonight = timezone.now() - EVENING
    caller = page_caller(request)
    if not (caller.match_tokens or caller.link_tokens):
        return {}
    newest = list_queries.scored_here(caller).filter(started_at__gte=tonight)[:1]
    for match in ways_back(list(newest)):
        if not request.path.startswith(match["url"]):
            return {"match": match}
    return {}


@register.inclusion_tag("_places.html", takes_context=True)
def places_bar(context: dict[str, Any]) -> dict[str, Any]:
    """Show the links to the parts of the site, and mark the part of this page."""
    request: HttpRequest | None = context.get("request")
    path = request.path if request else ""
    here = "play" if path == "/" else ""
    return {"place": next((place for start, place in PLACES if path.startswith(start)), here)}
