"""Every route with its rows, and the routes as the URL configuration has them."""

from collections.abc import Iterator

from django.urls import URLResolver, get_resolver

from tests.permissions import (
    accounts,
    clubs,
    games,
    labo,
    leaderboards,
    site,
    tournaments,
    transmission,
)
from tests.permissions.cells import ALL_DEAD, API, DEAD

APPS = (site, accounts, clubs, games, leaderboards, labo, transmission, tournaments)
ROWS = {call: row for app in APPS for call, row in app.ROWS.items()}

# Django's own view takes any method and only sets a cookie.
ANY_METHOD = {"langue/"}


def routes(patterns=None, before=""):
    """Every route of the URL configuration."""
    for pattern in patterns or get_resolver().url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def asked(route: str, cells: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Return the callers and the answers that they get.

    A browser keeps many links: on pages one caller has all the dead ones at once, which together
    must open no more than each alone.
    """
    apart = route.startswith(API) or "<str:token>" in route
    # Except for a tournament itself, any tournament of the club is a neighbour.
    without = () if "<str:tournament_id>" in route else DEAD[-1:]
    for caller, cell in cells.items():
        if caller not in DEAD or (apart and caller not in without):
            yield caller, cell
    if not apart:
        yield ALL_DEAD, cells["visitor"]
