"""The palmarès of a tournament that was played elsewhere."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.errors import Refused
from games.registry import game_of
from tournaments import services
from tournaments.views.common import base, done, run, tournament_page, writing
from tournaments.views.entrants_text import LineFault, read_people
from tournaments.views.listing import at_line


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def palmares(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Enter the places of a tournament that was played elsewhere, best first, one a line."""
    view = run(request, tournament_id)
    text = "\n".join(one.name for one in view.places)
    code = 200
    if request.method == "POST":
        text = request.POST.get("places", "")
        try:
            one = view.tournament
            places = _places(text, services.side_size(game_of(one.game), one.format))
            services.palmares(tournament_id=tournament_id, places=places, by=writing(request))
            return done(request, _("Le palmarès est gardé."), "tournament", tournament_id)
        except LineFault as fault:
            messages.error(request, at_line(fault.line, fault.sentence))
        except Refused as refusal:
            for sentence in refusal.sentences:
                messages.error(request, sentence)
        code = 400
    return render(request, "tournaments/palmares.html", base(view) | {"text": text}, status=code)


def _places(text: str, size: int) -> list[dict[str, Any]]:
    found = []
    for rank, people in enumerate(read_people(text, size)[:2000], start=1):
        players = people if len(people) > 1 else []
        found.append({"rank": rank, "name": " & ".join(people)[:163], "players": players})
    return found
