"""The page of the bracket: a tree on wide screens, single rounds on a phone, and one entrant's
way.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.presentation.bracket.bracket import Bracket
from tournaments.presentation.bracket.paths import path_of
from tournaments.view import View
from tournaments.views import drawing
from tournaments.views.common import base, following, seen, tournament_page


@require_safe
@never_cache
@tournament_page
def bracket(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the bracket, with one entrant's way marked: the chosen entrant's, or by default the
    reader's.
    """
    view = seen(request, tournament_id)
    part = drawing.asked_part(request, view)
    entrant = _asked_entrant(request, view)
    context = base(view) | {"drawn": "", "rounds": view.rounds}
    if view.rounds:
        context |= _drawn(view, part, entrant)
    query = {"page": part} | ({"inscrit": entrant} if entrant is not None else {})
    context |= following(view, "bracket", **query)
    return render(request, "tournaments/bracket.html", context)


def _asked_entrant(request: HttpRequest, view: View) -> int | None:
    """Return the number of the chosen entrant; 0 if the reader chose to see nobody's way.

    Without a choice, return the first of the reader's own entrants, or None.
    """
    text = request.GET.get("inscrit", "")
    if text.isascii() and text.isdecimal() and len(text) < 6:
        return int(text)
    return view.own[0] if view.own else None


def _drawn(view: View, part: int, entrant: int | None) -> Mapping[str, Any]:
    """Return the context of a part of the bracket, with the way of an entrant if one is given."""
    if not entrant:
        return {"drawn": drawing.part(view, part)}
    whole = Bracket(view)
    way = path_of(whole, entrant)
    if way is None:
        return {"drawn": drawing.part(view, part)}
    last = [step.slot for step in way.steps if step.sure][-1]
    return {
        "drawn": drawing.own_way(drawing.part(view, part or whole.part_of(last)), way),
        "way": way,
    }
