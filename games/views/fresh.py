"""The data that a phone needs to start a match without network."""

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.entry import side_names
from games.match.match_json import json_text
from games.models import Match, Seat, Side
from games.presentation.table import Can, Table
from games.queries import Loaded
from games.registry.game import Game, Preset
from games.views.common import HtmxRequest, game_or_404, match_context, pad_for
from games.views.playing import phone_payload, setup

# The id of the match in this data. The phone replaces it by another id. Ids of stored matches never
# have the letter U.
NAME = "U0000000"
# The most seats of a match that can be started without network.
MOST_SEATS = 8


@require_safe
@never_cache
def fresh_data(request: HtmxRequest, slug: str) -> HttpResponse:
    """Send the pages of a blank match, and the match's data for each preset and number of
    players.
    """
    game = game_or_404(slug)
    first = _blank(game, game.presets[0], game.seats.least)
    page = match_context(first, pad_for(first)) | {"phone": setup(first), "live_url": None}
    body = {
        "match": NAME,
        "page": render_to_string("games/match.html", page, request),
        "telephone": render_to_string("games/phone.html", page | {"lines": []}, request),
        "setup": setup(first),
        "presets": _presets(game.slug, get_language()),
    }
    return HttpResponse(json_text(body), content_type="application/json")


@cache
def _presets(slug: str, _language: str) -> dict[str, dict[str, Any]]:
    """Return the data of a blank match, by preset and number of players. Cached."""
    game = game_or_404(slug)
    most = min(game.seats.most or MOST_SEATS, MOST_SEATS)
    counts = range(game.seats.least, most + 1)
    return {
        preset.slug: {str(seats): phone_payload(_blank(game, preset, seats)) for seats in counts}
        for preset in game.presets
    }


def _blank(game: Game, preset: Preset, count: int) -> Table:
    """Return the table of a match that is not stored, without names and lines."""
    match = Match(pk=NAME, game=game.slug, preset=preset.slug, started_at=timezone.now())
    seats = [
        Seat(match=match, number=number, side=game.seats.side_of(number)) for number in range(count)
    ]
    names = side_names.stored_defaults(game) or [seat.stored_name for seat in seats]
    loaded = Loaded(
        match=match,
        game=game,
        rules=game.rules.model(**preset.values),
        seats=seats,
        sides=[Side(match=match, number=number, name=name) for number, name in enumerate(names)],
        entries=[],
    )
    # The person who starts a match has all these rights.
    return loaded.table(can=Can(record=True, correct=True, manage=True))
