"""A reader may open whatever a page or a list shows them."""

import html
import re

import pytest
from django.db import transaction

from tests import factories
from tests.extents import some, some_and_all
from tests.permissions.cells import API, CALLERS, LINKS, NIGHT_LINKS
from tests.permissions.rows import ROWS

pytestmark = pytest.mark.django_db


# The callers to try. Of the links that open nothing, the revoked one stands for the other dead
# ones and for the wrong one.
BEARERS = [caller for caller in CALLERS if caller != "wrong link"]
BEARERS += [*LINKS, *NIGHT_LINKS, "revoked link"]


@pytest.mark.nightly
@pytest.mark.parametrize("caller", some(BEARERS, 26))
@pytest.mark.parametrize(
    "kinds", some_and_all(("private own", "private other", "private club", "public other"), 4)
)
def test_whatever_a_page_or_a_list_names_the_caller_may_open(caller, kinds, world):
    shut, opened = [], set()
    for kind in kinds:
        with transaction.atomic():
            world.arrange(kind, caller)
            carried = world.carried(kind, caller)
            named, read = offered(world, kind, caller, carried)
            # An address that does not name the match is the same whoever owns the match, so it
            # is opened only once.
            same = {(carried, address) for address in named if "/parties/" not in address}
            again = {address for _, address in opened & same}
            opened |= same
            for address in sorted(named - again - read):
                status = world.answer(address, "GET", None, kind, caller, carried).status_code
                if status >= 400:
                    shut.append((kind, address, status))
            transaction.set_rollback(True)
    assert shut == []


# What everyone may read is read twice: when a match is the caller's, and when it is another's.
WHOSE = ("private own", "private other")


def offered(world, kind, caller, carried):
    """Return every address in the pages that the caller may read and of every row of the API's
    lists.

    Return also the addresses of those pages, which have been opened in doing so.
    """
    addresses, read = set(), set()
    for (route, method), row in ROWS.items():
        cells = row.cells.get(kind) or (kind in WHOSE and row.cells.get("any"))
        if method != "GET" or row.ok != 200 or not cells or cells[caller] != "ok":
            continue
        address = world.address(route, row, kind, caller, carried)
        response = world.answer(address, "GET", None, kind, caller, carried)
        if response.status_code == row.ok:
            read.add(address)
        if response.headers["Content-Type"].startswith("text/html"):
            hrefs = re.findall(r'(?:href|src)="(/[^"#]*)', response.content.decode())
            addresses |= {html.unescape(href) for href in hrefs if not href.startswith("/static/")}
        elif route in LISTS:
            rows = response.json()
            rows = rows["results"] if isinstance(rows, dict) else rows
            addresses |= {f"/{route}{listed[LISTS[route]]}/" for listed in rows}
    return addresses, read


# The API's lists, each with the field that identifies a row in its address.
LISTS = {f"{API}matches/": "id", f"{API}players/": "id", f"{API}clubs/": "slug"}


def test_a_former_member_finds_the_matches_they_started_in_no_list(client):
    club = factories.club(public=False)
    account = factories.member(club)
    match = factories.started(club=club, by=factories.Caller(user=account))
    client.force_login(account)
    assert match.pk in client.get("/").content.decode()
    club.memberships.all().delete()
    assert client.get(f"/parties/{match.pk}/").status_code == 404
    assert match.pk not in client.get("/").content.decode()
    listed = factories.api(account).get("/api/v1/matches/").json()["results"]
    assert match.pk not in [row["id"] for row in listed]
