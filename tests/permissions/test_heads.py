"""The head of every page: a title, a description of its own and, if it is public, a preview."""

import pytest
from django.conf import settings
from django.db import transaction

from tests.heads import head_of
from tests.permissions.cells import CALLERS
from tests.permissions.rows import ROWS

pytestmark = pytest.mark.django_db

# The pages with a preview, and the state that a tournament has for it.
PREVIEWED = (
    "parties/<str:match_id>/",
    "tournois/<str:tournament_id>/",
    "tournois/challenges/<str:challenge_id>/",
    "clubs/<slug:slug>/",
    "clubs/<slug:slug>/bulletin/<str:day>/",
    "joueurs/<int:player_id>/",
)


def ask(world, route, kind, caller):
    """Call a page and undo what was arranged for it; return the response."""
    row = ROWS[route, "GET"]
    stage = "<str:tournament_id>" in route
    world.tournament = world.tournament_at(kind, row.stage) if stage else None
    with transaction.atomic():
        world.arrange(kind, caller)
        carried = world.carried(kind, caller)
        address = world.address(route, row, kind, caller, carried)
        response = world.answer(address, "GET", None, kind, caller, carried)
        transaction.set_rollback(True)
    return response


def read(world, route):
    """Return the head of a page as one of its callers reads it; None if it is no page."""
    for kind, cells in ROWS[route, "GET"].cells.items():
        for caller in reversed(CALLERS):
            if cells[caller] != "ok" or ROWS[route, "GET"].ok != 200:
                continue
            response = ask(world, route, kind, caller)
            if not response.headers["Content-Type"].startswith("text/html"):
                return None
            html = response.content.decode()
            # Some addresses answer with a part of a page.
            return head_of(html) if "<head>" in html else None
    return None


@pytest.mark.nightly
def test_every_page_has_a_title_and_a_description_of_its_own(world):
    files = ("api/v1/", "image.png", "analyse.png")
    routes = [
        route
        for route, method in ROWS
        if method == "GET" and not any(part in route for part in files)
    ]
    heads = {route: head for route in [*routes, "api/v1/docs/"] if (head := read(world, route))}
    assert len(heads) > 90
    untitled = [
        route for route, head in heads.items() if head.title.strip(" ·") in ("", settings.SITE_NAME)
    ]
    assert untitled == []
    home = heads[""].meta["description"]
    undescribed = [
        route
        for route, head in heads.items()
        if route and head.meta.get("description", "").strip(" ·") in ("", home)
    ]
    assert undescribed == []
    shared = {}
    for route, head in heads.items():
        shared.setdefault(head.meta["description"], []).append(route)
    assert [routes for routes in shared.values() if len(routes) > 1] == []


def kinds_of(route):
    """Return the kinds of a page that everybody may read, and those that only some may."""
    cells = ROWS[route, "GET"].cells
    public = [kind for kind, row in cells.items() if row["visitor"] == "ok"]
    return public, [kind for kind in cells if kind != "none" and kind not in public]


@pytest.mark.parametrize("route", PREVIEWED)
def test_whoever_reads_a_public_page_gets_its_preview_and_of_members_only_things_nobody(
    route, world
):
    public, closed = kinds_of(route)
    assert public
    assert closed
    for kind in public:
        for caller in ("visitor", "member", "site owner"):
            preview = head_of(ask(world, route, kind, caller).content.decode()).preview
            assert {"og:title", "og:description", "og:image", "twitter:card"} <= preview.keys()
    for kind in closed:
        for caller, cell in ROWS[route, "GET"].cells[kind].items():
            if cell == "ok":
                head = head_of(ask(world, route, kind, caller).content.decode())
                assert head.preview == {}, (kind, caller)
