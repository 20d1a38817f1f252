"""Every route with its rows, and the routes as the URL configuration has them."""

from collections.abc import Iterator
from zlib import crc32

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

APPS = (site, accounts, bulletins, clubs, games, leaderboards, labo, transmission, tournaments)
ROWS = {call: row for app in APPS for call, row in app.ROWS.items()}
# The states of tournaments that any row asks for.
STAGES = sorted({row.stage for (route, _method), row in ROWS.items() if "tournament_id" in route})

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


def callers(call: tuple[str, str], cells: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Everyone who asks, and what each gets.

    On pages one browser carries all the links that open nothing anywhere: they must open no more
    together than each alone.
    """
    route, _method = call
    # Elsewhere than at a tournament, any tournament of the club is a neighbour.
    absent = () if "<str:tournament_id>" in route else (NEIGHBOUR,)
    holders = [holder for holder in (WRONG, *HOLDERS) if holder in cells and holder not in absent]
    for caller in dict.fromkeys([*CALLERS, *holders]):
        yield caller, cells[caller]
    if not route.startswith(API) and "<str:token>" not in route:
        useless = [one for one in holders if cells[one] == cells["visitor"]]
        dead = [one for one in useless if one in (WRONG, *DEAD)]
        if dead:
            yield CARRIED_TOGETHER.join(dead), cells["visitor"]


def of_each_answer(call: tuple[str, str]) -> list[tuple[str, str, str]]:
    """A kind, a caller and what they get: one call for each different answer of an address.

    Kinds and callers go round from one address to the next, so that all of them come.
    """
    chosen: dict[str, tuple[str, str, str]] = {}
    calls = [
        (kind, caller, cell)
        for kind, cells in ROWS[call].cells.items()
        for caller, cell in callers(call, cells)
    ]
    start = crc32(str(call).encode()) % len(calls)
    for kind, caller, cell in [*calls[start:], *calls[:start]]:
        chosen.setdefault(cell, (kind, caller, cell))
    return list(chosen.values())
