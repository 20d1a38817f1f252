"""Who may do what: every route of the site, every kind of caller, every kind of match.

The routes are read from the URL configuration; a route without a row fails here. A cell is a
status, and `ok` is the route's own success. A route that writes must write in its `ok` cells,
and in no other.
"""

import pytest
from django.db import connection
from django.http import HttpResponse

from scorekeeper.pages import views
from tests.extents import some
from tests.permissions.cells import CALLERS, Row
from tests.permissions.rows import ANY_METHOD, APPS, ROWS, callers, of_each_answer, routes

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def drawn_errors():
    """The readers for whom an error page has been drawn."""
    return set()


@pytest.fixture(autouse=True)
def error_pages_once(monkeypatch, drawn_errors):
    """Draw an error page only once for each reader: of the thousands of others only the status
    counts.

    What error pages tell is tested in `test_nothing_told.py`.
    """
    draw = views.render

    def once(request, template, *args, **kwargs):
        if template == "404.html":
            reader = (request.user.pk, *sorted(request.COOKIES))
            if reader in drawn_errors:
                return HttpResponse(status=kwargs["status"])
            drawn_errors.add(reader)
        return draw(request, template, *args, **kwargs)

    monkeypatch.setattr(views, "render", once)


def test_every_route_has_a_row_and_every_row_a_route():
    assert {route for route, _method in ROWS} == set(routes())
    assert len(ROWS) == sum(len(app.ROWS) for app in APPS), "a route in two apps' tables"


@pytest.mark.parametrize(("route", "method"), list(ROWS))
def test_each_answer_of_an_address(route, method, deployed, world):
    assert_answers(world, route, method, of_each_answer((route, method)))


@pytest.mark.nightly
@pytest.mark.parametrize(("route", "method"), list(ROWS))
def test_who_may(route, method, deployed, world):
    calls = [
        (kind, caller, cell)
        for kind, cells in ROWS[route, method].cells.items()
        for caller, cell in callers((route, method), cells)
    ]
    assert_answers(world, route, method, calls)


def assert_answers(world, route, method, calls):
    """Make these calls, and compare their answers with the table's cells."""
    row = ROWS[route, method]
    surprises = []
    for kind, caller, cell in calls:
        status, wrote = world.ask(route, method, row, kind, caller)
        expected = row.ok if cell == "ok" else int(cell)
        # 202 means that the write is proposed or done later, and so is stored too.
        if (status, wrote) != (expected, row.writes and cell in ("ok", "202")):
            surprises.append((kind, caller, f"expected {expected}", status, wrote))
    assert surprises == []
    # Every cookie set on the way is hidden from scripts, limited to this site, and sent over
    # https only.
    assert world.cookies == dict.fromkeys(world.cookies, (True, "Lax", True))


@pytest.mark.both_databases
@pytest.mark.skipif(connection.vendor == "sqlite", reason="everyone asks for each route, above")
@pytest.mark.parametrize("app", some(APPS, 9), ids=lambda app: app.__name__.rpartition(".")[2])
def test_every_route_answers_on_this_database_too(app, deployed, world):
    surprises = []
    for (route, method), row in app.ROWS.items():
        able = [
            (kind, caller)
            for kind, cells in row.cells.items()
            for caller in reversed(CALLERS)
            if cells[caller] == "ok"
        ]
        for kind, caller in able[:1]:
            answer = world.ask(route, method, row, kind, caller)
            if answer != (row.ok, row.writes):
                surprises.append((route, method, kind, caller, answer))
    assert surprises == []


@pytest.mark.parametrize("route", some(sorted(set(routes()) - ANY_METHOD), 4))
def test_a_method_without_a_row_is_405_even_to_the_site_owner(route, world):
    known = {method for name, method in ROWS if name == route}
    row = next(row for (name, _method), row in ROWS.items() if name == route)
    kind = next(iter(row.cells))
    answers = {
        method: world.ask(route, method, Row(row.cells, fills=row.fills), kind, "site owner")
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
        if method not in known
    }
    # A page that only takes a form may lead whoever opens its address to the page above.
    read = answers.pop("GET", (405, False))
    assert read in ((405, False), (302, False))
    assert answers == dict.fromkeys(answers, (405, False))
