"""The room's screen, which shows one view after another, and the timer of the rounds."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.links.showing import qr
from core.addresses import shareable
from core.names import sort_key
from tournaments import services
from tournaments.draws.ranking import board_scores
from tournaments.formats.ladder.draw import present
from tournaments.presentation import open_rounds, progress
from tournaments.presentation.bracket.bracket import has_tree
from tournaments.presentation.ladder import present as ladder_field
from tournaments.presentation.ladder import rows as ladder_rows
from tournaments.presentation.movement import PlannedTables, planned
from tournaments.presentation.pools import pool_views
from tournaments.presentation.ranking import other_podiums, podium, ranked
from tournaments.presentation.tables import table_view
from tournaments.state.tournament import Round, Seated
from tournaments.view import View
from tournaments.views import drawing
from tournaments.views.common import (
    base,
    done,
    even_parts,
    following,
    run,
    seen,
    tournament_page,
    writing,
)
from tournaments.views.forms import TimerForm
from tournaments.views.screen_form import VIEWS, ScreenForm

# The modes of the screen, as addresses name them. Without a mode it goes from scene to scene.
# `garder` stays on a scene and still updates it. `pause` also stops the updates.
WAYS = ("garder", "pause")
# The name of the last scene in addresses. It is needed to go back from the first scene.
LAST = "fin"
# How many seconds the podium is shown.
PODIUM = 30
# The most names, tables, ranks or groups in a scene, so that it can be read from the back of the
# room.
NAMES, TABLES, RANKS, POOLS = 60, 16, 32, 4
# The most rounds of a movement that are shown, and the most tables that such a round may have.
NEXT_ROUNDS, NEXT_TABLES = 3, 10
# How many of a person's tables are named if they are played in any order.
NEXT = 3


class Scene(NamedTuple):
    """A scene of the screen: how many seconds it is shown, and a function that returns its
    context.
    """

    seconds: int
    content: Callable[[], dict[str, Any]]


@require_safe
@never_cache
@tournament_page
def wall(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show one scene of the screen. A script loads the next one after the scene's seconds."""
    view = seen(request, tournament_id)
    at, scene, several = asked_scene(view, request.GET.get("vue", ""))
    way = request.GET.get("marche", "") if request.GET.get("marche", "") in WAYS else ""
    query = {"marche": way} if way else {}
    context = base(view) | scene.content() | following(view, "wall", vue=at, **query)
    context |= {
        "seconds_left": services.seconds_left(view.tournament),
        "way": way,
        "at": at,
        "stay": scene.seconds if several and not way else 0,
        "before": at - 1 if at else LAST,
        # The number after the last scene means the first one.
        "after": at + 1,
        "several": several,
        "message": view.tournament.screen.get("message", ""),
        "qr": _code(request, view),
    }
    return render(request, "tournaments/wall.html", context)


def _code(request: HttpRequest, view: View) -> str:
    """Return the QR code of the tournament's page; empty unless everybody may see the
    tournament.
    """
    if not view.tournament.public or not view.tournament.club.public:
        return ""
    return qr(shareable(request, reverse("tournaments:tournament", args=[view.tournament.pk])))


def asked_scene(view: View, text: str) -> tuple[int, Scene, bool]:
    """Return the number of the scene asked for, the scene, and whether there are several scenes.

    Scenes are computed only up to the one after it, because some views take long to compute.
    """
    coming = scenes_of(view)
    if text != LAST:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
        scenes = list(islice(coming, number + 2))
        if number < len(scenes):
            return number, scenes[number], len(scenes) > 1
    else:
        scenes, number = list(coming), -1
    scenes = scenes or [Scene(VIEWS["tables"].seconds, lambda: _entrants(view))]
    at = number % len(scenes)
    return at, scenes[at], len(scenes) > 1


def scenes_of(view: View) -> Iterator[Scene]:
    """Yield the scenes of the screen, in order. Each view that is shown has one or several."""
    published = [drawn for drawn in view.folded.rounds if drawn.state != "draft"]
    if view.folded.state == "finished":
        yield Scene(
            PODIUM,
            lambda: {"scene": "podium", "podium": podium(view), "others": other_podiums(view)},
        )
    for slug, seconds in arranged(view):
        for content in _CONTENTS[slug](view, published):
            yield Scene(seconds, content)


def arranged(view: View) -> list[tuple[str, int]]:
    """Return the views that are shown, in order, with the number of seconds of each."""
    views = view.tournament.screen.get("views")
    if views is None:
        return [
            (slug, screen_view.seconds)
            for slug, screen_view in VIEWS.items()
            if screen_view.seconds
        ]
    return [(slug, seconds) for slug, seconds in views if slug in VIEWS and seconds]


Contents = Iterator[Callable[[], dict[str, Any]]]


def _tables(view: View, published: Sequence[Round]) -> Contents:
    if published and view.folded.state != "finished":
        drawn = published[-1]
        called = _called(view, drawn)
        for first, past in even_parts(len(called), TABLES):
            yield partial(_tables_part, view, drawn, called[first:past])


def _tables_part(view: View, drawn: Round, called: Sequence[Seated]) -> dict[str, Any]:
    tables = [table_view(view, drawn, seated) for seated in called]
    return {"scene": "tables", "round": drawn, "tables": tables}


def _called(view: View, drawn: Round) -> Sequence[Seated]:
    """Return the tables of a round.

    If they are played in any order, as on a ladder, they are those that are still to be played.
    """
    if not (view.way.declared or open_rounds.at_once(view, drawn)):
        return drawn.tables
    return [seated for seated in drawn.tables if seated.counted().result is None]


def _names(view: View, published: Sequence[Round]) -> Contents:
    """Yield the scenes with people and their tables, as long as the last round is being played."""
    if not published or published[-1].state != "published":
        return
    calls = _places(view, published[-1])
    for first, past in even_parts(len(calls), NAMES):
        yield partial(_names_part, published[-1], calls[first:past])


def _names_part(drawn: Round, calls: list[dict[str, Any]]) -> dict[str, Any]:
    return {"scene": "names", "round": drawn, "calls": calls}


def _places(view: View, drawn: Round) -> list[dict[str, Any]]:
    """Return a row for each person of a round, with the person's table. Rows are sorted by name.

    An entrant without people has one row, under the entrant's name.
    """
    numbers: dict[int, list[int]] = {}
    for seated in _called(view, drawn):
        for entrant in seated.table.entrants:
            own = numbers.setdefault(entrant, [])
            own += [] if seated.table.bye else [seated.number]
    rows = [
        {"name": name, "tables": tables[:NEXT]}
        for entrant, tables in numbers.items()
        for name in [person.name for person in view.people.get(entrant, ())]
        or [view.names[entrant]]
    ]
    return sorted(rows, key=lambda row: sort_key(str(row["name"])))


def _pools(view: View, published: Sequence[Round]) -> Contents:
    if published and not over(view):
        for at in range(0, len(view.pools), POOLS):
            yield partial(_pools_part, view, at)


def _pools_part(view: View, at: int) -> dict[str, Any]:
    return {"scene": "pools", "pools": pool_views(view, at, at + POOLS)}


def over(view: View) -> bool:
    """Return whether everybody's fate in the groups is decided. The screen then leaves the groups
    out.
    """
    return all(fate != "open" for pool in view.pools for fate in pool.fates.values())


def _movement(view: View, published: Sequence[Round]) -> Contents:
    """Yield a scene for each of the next rounds of a movement.

    A round with too many tables is left out. It is only on the page and on paper.
    """
    if view.folded.state == "finished" or not published:
        return
    coming = planned(view)[len(published) : len(published) + NEXT_ROUNDS]
    for round_ in coming:
        if len(round_.tables) <= NEXT_TABLES:
            yield partial(_movement_part, view, round_)


def _movement_part(view: View, made: PlannedTables) -> dict[str, Any]:
    tables = [
        {
            "number": table.number,
            "sides": [" & ".join(view.names[entrant] for entrant in side) for side in table.sides],
        }
        for table in made.tables
    ]
    resting = [view.names[entrant] for entrant in made.resting]
    return {"scene": "movement", "coming": made.number, "tables": tables, "resting": resting}


def _ladder(view: View, published: Sequence[Round]) -> Contents:
    if view.way.declared and view.folded.state != "finished":
        for first, past in even_parts(len(present(ladder_field(view))), RANKS):
            yield partial(_ladder_part, view, first, past)


def _ladder_part(view: View, first: int, past: int) -> dict[str, Any]:
    return {"scene": "ladder", "rows": ladder_rows(view, first, past)}


def _standings(view: View, published: Sequence[Round]) -> Contents:
    if not board_scores.compared(view.field):
        return
    if published and progress.running(view):
        for lists in progress.scenes(view, RANKS):
            yield partial(_progress_part, lists)
    elif published and not (view.way.declared and view.folded.state != "finished"):
        for first, past in even_parts(len(view.field.ranked), RANKS):
            yield partial(_ranks_part, view, first, past)


def _ranks_part(view: View, first: int, past: int) -> dict[str, Any]:
    rows = ranked(view, first, past, why=False)
    return {"scene": "standings", "rows": rows, "title": _("Classement")}


def _progress_part(lists: list[progress.FieldProgress]) -> dict[str, Any]:
    return {"scene": "progress", "fields": lists, "title": _("Où en est le tableau")}


def _bracket(view: View, published: Sequence[Round]) -> Contents:
    if published and has_tree(view):
        for at, letter in drawing.screens(view):
            yield partial(_bracket_part, view, at, letter)


def _bracket_part(view: View, at: int, letter: str) -> dict[str, Any]:
    title = progress.field_name(letter) or _("Tableau")
    return {"scene": "bracket", "drawn": drawing.screen(view, at), "title": title}


def _timer(view: View, published: Sequence[Round]) -> Contents:
    if view.tournament.timer_minutes:
        yield lambda: {"scene": "timer"}


_CONTENTS: dict[str, Callable[[View, Sequence[Round]], Contents]] = {
    "tables": _tables,
    "names": _names,
    "pools": _pools,
    "movement": _movement,
    "ladder": _ladder,
    "standings": _standings,
    "bracket": _bracket,
    "timer": _timer,
}


def _entrants(view: View) -> dict[str, Any]:
    entrants = view.folded.counted[:NAMES]
    return {"scene": "entrants", "entrants": [view.names[enrolled.number] for enrolled in entrants]}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def screen_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show and store the views of the room's screen, their order, their seconds, and the
    message.
    """
    view = run(request, tournament_id)
    seconds_by_view = dict(arranged(view))
    form = ScreenForm(
        request.POST if request.method == "POST" else None,
        seconds_by_view=seconds_by_view,
        message=view.tournament.screen.get("message", ""),
    )
    if form.is_bound and form.is_valid():
        services.set_up(
            tournament_id=tournament_id, changes={"screen": form.screen()}, by=writing(request)
        )
        return done(request, _("C'est gardé."), "screen", tournament_id)
    context = base(view) | {"form": form}
    code = 400 if form.errors else 200
    return render(request, "tournaments/screen.html", context, status=code)


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
