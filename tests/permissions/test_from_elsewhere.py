"""Pages of other sites, and hostile addresses, achieve nothing on any route."""

from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client
from rest_framework.test import APIClient

from tests.extents import some, some_and_all
from tests.permissions.cells import API
from tests.permissions.rows import ROWS, routes, views
from tests.permissions.world import leads_away, written

pytestmark = pytest.mark.django_db

PAGES = sorted(route for route in set(routes()) if not route.startswith(API))
WRITING = sorted(
    (route, method) for route, method in ROWS if route.startswith(API) and method != "GET"
)


def test_no_page_is_exempt_from_the_check_of_where_a_form_comes_from():
    exempt = {route for route, view in views() if getattr(view, "csrf_exempt", False)}
    # A call of the API makes its own check if it is authorised by a session.
    assert {route for route in exempt if not route.startswith(API)} == set()


@pytest.mark.parametrize("route", some(PAGES, 8))
def test_another_sites_form_is_refused_by_every_page(route, world):
    row = next(row for (name, _method), row in ROWS.items() if name == route)
    kind = next(iter(row.cells))
    world.arrange(kind, "site owner")
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.accounts["site owner"])
    before, address = written(), world.address(route, row, kind, "site owner")
    for method in ("post", "put", "patch", "delete"):
        assert getattr(client, method)(address, row.data or {}).status_code == 403, method
    assert written() == before


@pytest.mark.parametrize(("route", "method"), some(WRITING, 8, unpack=True))
def test_another_sites_call_with_the_session_is_refused_by_the_api(route, method, world):
    row = ROWS[route, method]
    kind = next(iter(row.cells))
    world.arrange(kind, "site owner")
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(world.accounts["site owner"])
    before, address = written(), world.address(route, row, kind, "site owner")
    response = getattr(client, method.lower())(address, world.body(row, kind, route))
    assert (response.status_code, written() == before) == (403, True)


@pytest.mark.parametrize(("route", "method"), some(WRITING, 8, unpack=True))
def test_the_api_takes_no_capability_from_a_cookie(route, method, world):
    row = ROWS[route, method]
    kind = next(iter(row.cells))
    carried = world.carried(kind, "table" if kind.endswith("club") else "score")
    browser = world.browser(kind, "link", carried)
    if "<str:tournament_id>" in route:
        world.tournament = world.tournament_at(kind, row.stage)
    before, address = written(), world.address(route, row, kind, "visitor")
    send = getattr(browser, method.lower())
    response = send(address, world.body(row, kind, route) or {}, content_type="application/json")
    cell = row.cells[kind]["visitor"]
    expected = row.ok if cell == "ok" else int(cell)
    assert response.status_code == expected
    assert (written() != before) is (row.writes and cell == "ok")


HOSTILE = (
    "https://mal.example/",
    "//mal.example/",
    "/\\mal.example/",
    "\\\\mal.example/",
    "http:mal.example",
    "javascript:alert(1)",
    " //mal.example/",
    "/\t/mal.example/",
)
# Names that frameworks use for the address to go on to.
NEXT = ("next", "redirect", "redirect_to", "return_to", "url", "retour", "suite", "comme", "club")


def leads_to(world, route, method, row, values):
    """Return the address to which a page sends the site's owner who asks with those values; "" for
    nowhere.
    """
    kind = next(iter(row.cells))
    with transaction.atomic():
        world.arrange(kind, "site owner")
        address = world.address(route, row, kind, "site owner")
        data = {**values, **row.data} if isinstance(row.data, dict) else values
        referer = {"referer": values["next"]}
        send = getattr(world.browser(kind, "site owner"), method.lower())
        if method == "GET":
            response = send(address, values, headers=referer)
        else:
            response = send(f"{address}?{urlencode(values)}", data, headers=referer)
        transaction.set_rollback(True)
    return response.headers.get("Location", "")


@pytest.mark.parametrize("calls", some_and_all(list(ROWS), 8))
def test_no_address_leads_away_from_the_site(calls, world):
    places = [dict.fromkeys(NEXT, hostile) for hostile in HOSTILE]
    going = {
        call: row
        for call in calls
        for row in [ROWS[call]]
        # A call that redirects neither to a page of the site nor to the first hostile address
        # never redirects.
        if leads_to(world, *call, row, dict.fromkeys(NEXT, "/aide/"))
        or leads_to(world, *call, row, places[0])
    }
    assert len(going) >= (50 if len(calls) == len(ROWS) else 3)
    led = {(call, leads_to(world, *call, row, at)) for call, row in going.items() for at in places}
    assert [(call, address) for call, address in led if leads_away(address)] == []
