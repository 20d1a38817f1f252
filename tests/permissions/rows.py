"""Every route with its rows, and the routes as the URL configuration has them."""

from collections.abc import Iterator

from django.urls import URLResolver, get_resolver

from tests.permissions import (
    accounts,
    bulletins,
    clubs,
    games,
    labo,
    leaderboards,
    site,
    tournaments,
    transmission,
)
from tests.permissions.cells import API, CALLERS, CARRIED_TOGETHER, DEAD, HOLDERS, NEIGHBOUR, WRONG
from tests.soaking import SOAK, turn

APPS = (site, accounts, bulletins, clubs, games, leaderboards, labo, transmission, tournaments)
ROWS = {call: row for app in APPS for call, row in app.ROWS.items()}
# The states of tournaments that any row asks for.
STAGES = sorted({row.stage for (route, _method), row in ROWS.items() if "tournament_id" in route})

# Each kind of thing is asked for once in so many days.
KINDS_IN = 10

# Django's own view takes any method and only sets a cookie.
ANY_METHOD = {"langue/"}


def routes() -> Iterator[str]:
    """Every route of the URL configuration."""
    return (route for route, _view in views())


def views(patterns=None, before=""):
    """Every route of the URL configuration, with what answers there."""
    for pattern in patterns or get_resolver().url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns, route)
        else:
            yield route, pattern.callback


def asked(call: tuple[str, str], kind: str, cells: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Who asks, and what each gets: of those who get the same, the one whose turn it is.

    Most links give no more here than a visitor has. On pages one browser carries all that open
    nothing anywhere: they must open no more together than each alone. Of the live ones it tries
    one, as two of them may open what neither does. A program carries one link only: each call of
    the API tries one of both kinds. The soak tries all.
    """
    route, _method = call
    # Elsewhere than at a tournament, any tournament of the club is a neighbour.
    absent = () if "<str:tournament_id>" in route else (NEIGHBOUR,)
    holders = [one for one in (WRONG, *HOLDERS) if one in cells and one not in absent]
    useless = [one for one in holders if cells[one] == cells["visitor"]]
    dead = [one for one in useless if one in (WRONG, *DEAD)]
    live = [one for one in useless if one not in dead]
    on_page = not route.startswith(API) and "<str:token>" not in route
    key = f"{call} {kind}"
    if on_page:
        together = [CARRIED_TOGETHER.join(dead)] if dead else []
        apart = [*together, *today(live, key)]
    else:
        apart = today(useless, key)
    others = [one for one in dict.fromkeys([*CALLERS, *holders]) if one not in useless]
    for answer in dict.fromkeys(cells[one] for one in others):
        alike = [one for one in others if cells[one] == answer]
        for caller in today(alike, key):
            yield caller, answer
    for caller in dict.fromkeys(apart):
        yield caller, cells["visitor"]


def today(alike: list[str], key: str) -> list[str]:
    """The one of these whose turn it is; all of them for the soak."""
    return alike if SOAK or not alike else [turn(alike, key, days=KINDS_IN)]
