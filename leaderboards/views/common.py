"""Functions that the pages of boards and records share."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from clubs.callers import Caller
from clubs.queries import clubs_listed
from core.errors import NotFound
from games.registry.game import Game
from games.registry.installed import games
from leaderboards.errors import Refused

View = Callable[..., HttpResponseBase]


def board_page(view: View) -> View:
    """Return a view that answers 404 if the address names no known game, club or board."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except (NotFound, Refused):
            raise Http404 from None

    return answer


def frame(game: Game, caller: Caller, club: Any) -> dict[str, Any]:
    """Return the context of a page's head: its game and club, and the games and clubs to choose."""
    return {
        "game": game,
        "games": games(),
        "club": club,
        "clubs": clubs_listed(caller),
    }
