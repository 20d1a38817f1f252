"""The expected answers of every route, and the routes of the URL configuration."""

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
# The states of tournaments that the rows need.
STAGES = sorted({row.stage for (route, _method), row in ROWS.items() if "tournament_id" in route})

# This view of Django accepts any method and only sets a cookie.
ANY_METHOD = {"langue/"}


def routes() -> Iterator[str]:
    """Return every route of the URL configuration."""
    return (route for route, _view in views())


def views(patterns=None, before=""):
    """Yield every route of the URL configuration with its view."""
    for pattern in patterns or get_resolver().url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns, route)
        else:
            yield route, pattern.callback


def callers(call: tuple[str, str], cells: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield every caller with the answer that they must get.

    For pages there is one more caller: a browser that carries all dead links. Together they must
    open no more than each alone.
    """
    route, _method = call
    # A route that is about no tournament has no neighbouring tournament, so this holder is left
    # out.
    absent = () if "<str:tournament_id>" in route else (NEIGHBOUR,)
    holders = [holder for holder in (WRONG, *HOLDERS) if holder in cells and holder not in absent]
    for caller in dict.fromkeys([*CALLERS, *holders]):
        yield caller, cells[caller]
    if not route.startswith(API) and "<str:token>" not in route:
        useless = [
            useless_holder
            for useless_holder in holders
            if cells[useless_holder] == cells["visitor"]
        ]
        dead = [dead_holder for dead_holder in useless if dead_holder in (WRONG, *DEAD)]
        if dead:
            yield CARRIED_TOGETHER.join(dead), cells["visitor"]


def of_each_answer(call: tuple[str, str]) -> list[tuple[str, str, str]]:
    """Return one (kind, caller, answer) for each different answer of a call.

    The first kind and caller differ from call to call, so that all of them are used somewhere.
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
