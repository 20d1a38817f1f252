"""The page of a movement known from the start: the grid of all rounds, and the sheet of one
entrant.
"""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.presentation.movement import counts, known, legend, own, planned
from tournaments.view import View
from tournaments.views.common import base, following, seen, tournament_page


@require_safe
@never_cache
@tournament_page
def movement(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show all rounds of the movement, and the rounds of one entrant: the chosen one or the
    reader's own.
    """
    view = seen(request, tournament_id)
    text = request.GET.get("inscrit", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
    if number is None:
        number = next(iter(view.own), None)
    context = base(view) | following(view, "movement", **({"inscrit": number} if number else {}))
    return render(
        request, "tournaments/formats/rotation/page.html", context | movement_context(view, number)
    )


def movement_context(view: View, number: int | None = None) -> dict[str, Any]:
    """Return the context of a movement, for the page, the sheets and the wall.

    `number` is the entrant whose rounds are shown. Without a movement, the context has only an
    empty `planned`.
    """
    if not known(view):
        return {"planned": []}
    rounds = planned(view)
    people = legend(view, rounds)
    chosen = number if number in dict(people) else None
    width = max((len(round_.tables) for round_ in rounds), default=0)
    return {
        "planned": rounds,
        # The tables of a round are numbered from 1 without gaps, so empty cells are only at the
        # end.
        "lines": [(round_, range(width - len(round_.tables))) for round_ in rounds],
        "columns": range(1, width + 1),
        "anyone_rests": any(round_.resting for round_ in rounds),
        "dealt": any(table.deals for round_ in rounds for table in round_.tables),
        "boards_known": bool(view.folded.options.duplicate),
        "legend": people,
        "counts": counts(view),
        "chosen": chosen,
        "own": own(view, rounds, chosen) if chosen else [],
        "settled": bool(view.folded.order),
    }
