"""The page for the palmarès of a tournament that was played elsewhere."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.list_words import fault_of, remark_answer
from clubs.lists.reading import OUT, ListFault, Row, read
from core.errors import Refused
from games.registry.installed import game_of
from tournaments import services
from tournaments.models import NAME_LENGTH
from tournaments.views.common import base, done, run, tournament_page, writing


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def palmares(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the form of the palmarès, and store it. Each line is a place, best first."""
    view = run(request, tournament_id)
    text = "\n".join(place.name for place in view.places)
    code = 200
    if request.method == "POST":
        text = request.POST.get("places", "")
        try:
            tournament = view.tournament
            places = _places(
                text,
                services.side_size(game_of(tournament.game), tournament.format, tournament.options),
            )
            services.palmares(tournament_id=tournament_id, places=places, by=writing(request))
            return done(request, _("Le palmarès est gardé."), "tournament", tournament_id)
        except LineFaults as faults:
            for sentence in faults.args:
                messages.error(request, sentence)
        except ListFault as fault:
            messages.error(request, fault_of(fault))
        except Refused as refusal:
            for sentence in refusal.sentences:
                messages.error(request, sentence)
        code = 400
    return render(request, "tournaments/palmares.html", base(view) | {"text": text}, status=code)


class LineFaults(ValueError):
    """Some lines are not places. `args` are the sentences that say why."""


# The most faulty lines for which a refusal gives a sentence.
NAMED = 5


def _places(text: str, size: int) -> list[dict[str, Any]]:
    rows = [
        row
        for row in read(text, size=size)
        if not NO_PLACE & {remark.code for remark in row.remarks}
    ]
    faults = [_fault(row) for row in rows if row.out]
    if faults:
        raise LineFaults(*faults[:NAMED])
    places = []
    for rank, row in enumerate(rows, start=1):
        name = row.name or " & ".join(row.people)
        players = row.people if len(row.people) > 1 else ()
        places.append({"rank": rank, "name": name[:NAME_LENGTH], "players": list(players)})
    return places


# The remarks on lines above or below the list, which are not places.
NO_PLACE = frozenset({"header", "total"})


def _fault(row: Row) -> str:
    sentence = " ".join(
        remark_answer(remark.code, remark.params)["text"]
        for remark in row.remarks
        if remark.code in OUT
    )
    return _("Ligne %(line)s. %(sentence)s") % {"line": row.at, "sentence": sentence}
