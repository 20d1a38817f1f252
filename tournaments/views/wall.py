"""The room: the wall view that shows tables and standings in turn, and the rounds' timer."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments import services
from tournaments.queries import View
from tournaments.showing.bracket import has_tree
from tournaments.showing.pools import pool_views
from tournaments.showing.ranking import podium, ranked
from tournaments.showing.tables import table_view
from tournaments.state.tournament import Round
from tournaments.views import drawing
from tournaments.views.common import (
    base,
    following,
    run,
    seen,
    tournament_page,
    writing,
)
from tournaments.views.forms import TimerForm

# How the wall continues: by itself (no value), held on a scene while it is valid, or stopped.
WAYS = ("garder", "pause")
# How many seconds each scene stays on the wall.
STAY = 15
# How many tables or rows a scene holds, so that people at the back of the room can read it.
HELD = 12
# And how many groups.
POOLS = 4


@require_safe
@never_cache
@tournament_page
def wall(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show one scene of the wall; the browser loads the next by itself."""
    view = seen(request, tournament_id)
    scenes = scenes_of(view)
    asked = request.GET.get("vue", "")
    at = int(asked) % len(scenes) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else 0
    way = request.GET.get("marche", "") if request.GET.get("marche", "") in WAYS else ""
    kept = {"marche": way} if way else {}
    context = base(view) | scenes[at]() | following(view, "wall", vue=at, **kept)
    context |= {
        "seconds_left": services.seconds_left(view.tournament),
        "way": way,
        "at": at,
        "before": (at - 1) % len(scenes),
        "after": (at + 1) % len(scenes),
        "several": len(scenes) > 1,
    }
    response = render(request, "tournaments/wall.html", context)
    if not way and not request.htmx:  # type: ignore[attr-defined]
        response["Refresh"] = f"{STAY};url=?vue={(at + 1) % len(scenes)}"
    return response


# The content of a scene, computed only for the one on the wall.
Scene = Callable[[], dict[str, Any]]


def scenes_of(view: View) -> list[Scene]:
    """Return the scenes of the wall, in order."""
    published = [drawn for drawn in view.folded.rounds if drawn.state != "draft"]
    scenes: list[Scene] = []
    if view.folded.state == "finished":
        scenes.append(lambda: {"scene": "podium", "podium": podium(view)})
    elif published:
        scenes += [partial(_tables, view, published[-1], at) for at in _parts(published[-1].tables)]
    if published:
        if not over(view):
            scenes += [partial(_pools, view, at) for at in range(0, len(view.pools), POOLS)]
        scenes += [partial(_ranks, view, at) for at in _parts(view.ranking.rows)]
        if has_tree(view):
            scenes.append(lambda: {"scene": "bracket", "drawn": drawing.opening(view)})
    return scenes or [lambda: _entrants(view)]


def _parts(rows: Sequence[Any]) -> range:
    """Return where each part of a list begins."""
    return range(0, len(rows), HELD)


def _tables(view: View, drawn: Round, at: int) -> dict[str, Any]:
    tables = [table_view(view, drawn, seated) for seated in drawn.tables[at : at + HELD]]
    return {"scene": "tables", "round": drawn, "tables": tables}


def _pools(view: View, at: int) -> dict[str, Any]:
    return {"scene": "pools", "pools": pool_views(view, at, at + POOLS)}


def over(view: View) -> bool:
    """Say whether the groups are played: then the knockout is what people look at."""
    return all(fate != "open" for pool in view.pools for fate in pool.fates.values())


def _ranks(view: View, at: int) -> dict[str, Any]:
    return {"scene": "standings", "rows": ranked(view, at, at + HELD, why=False)}


def _entrants(view: View) -> dict[str, Any]:
    told = view.folded.counted[: 4 * HELD]
    return {"scene": "entrants", "entrants": [view.names[one.number] for one in told]}


@require_POST
@never_cache
@tournament_page
def timer(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Start, pause or reset the timer of the rounds."""
    run(request, tournament_id)
    form = TimerForm(request.POST)
    if form.is_valid():
        values = form.cleaned_data
        services.timer(
            tournament_id=tournament_id,
            action=values["action"],
            minutes=values["minutes"],
            by=writing(request),
        )
    else:
        messages.error(request, _("Dire combien de minutes."))
    return redirect("tournaments:tournament", tournament_id)
