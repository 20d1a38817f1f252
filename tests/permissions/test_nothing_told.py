"""What is private is told to no outsider: at no address, in no body and in no header.

Every kind of outsider calls every route of the URL configuration, about every private thing that
the route can be about. Everything private has the same mark (`secrets.Secrets`). Writes are
tried too: their answers reveal nothing, and they change nothing that is not the outsider's.
"""

import re
from html import escape
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import transaction

from core.sharing import picture
from tests.extents import some
from tests.made_once import made_once
from tests.permissions.rows import ANY_METHOD, APPS, ROWS, STAGES
from tests.permissions.secrets import MARK, OUTSIDERS, UNTOLD, Secrets

pytestmark = pytest.mark.django_db

# What a route may be about besides the kinds of its row: people, matches and tournaments.
PEOPLE = ("hidden", "survivor", "merged", "removed", "off", "initials", "both", "veiled")
MATCHES = ("shy other", "former other")
TOURNAMENTS = tuple(f"{name} tournament" for name in ("draft", "shut", "shy", "closed"))


@pytest.fixture(scope="module")
def secret_world(django_db_setup, django_db_blocker):
    """The world with its secrets, made once; each call is undone."""
    with made_once(django_db_blocker):
        made = Secrets()
        made.begin()
        made.make_tournaments(STAGES)
        yield made


@pytest.fixture
def world(secret_world, db, monkeypatch):
    # A picture tells what is drawn on it, so its words are sent in its place.
    monkeypatch.setattr(picture, "paint", lambda described: repr(described).encode())
    secret_world.begin()
    return secret_world


# These outsiders also call routes about what is public. The others only call them about what is
# private.
ABOUT_ALL = ("visitor", "sharing owner", "former officer")
OPEN = ("any", "public", "open", "recent", "old")


def subjects(route, row, caller):
    """Return the kinds of things about which a caller calls a route."""
    kinds = _subjects(route, row)
    return [kind for kind in kinds if caller in ABOUT_ALL or kind.split()[0] not in OPEN]


def _subjects(route, row):
    kinds = [kind for kind in row.cells if not kind.endswith("own") and kind != "none"]
    named = f"{route} {row.query} {row.data}"
    if any(place in named for place in ("<int:player_id>", "<player>", "<other>")):
        kinds += [f"{name} person" for name in PEOPLE]
    if "<str:match_id>" in route:
        kinds += MATCHES
    if "<str:tournament_id>" in route:
        kinds += TOURNAMENTS
    return kinds or list(row.cells)[:1]


def leaks(response, address):
    """Return what an answer reveals of what is marked: the words around the mark, without the
    address asked.

    The ids of hidden people count too, except in a graph: there « quelqu'un » keeps their id.
    """
    body = b"".join(response.streaming_content) if response.streaming else response.content
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    text = f"{headers}\n{body.decode(errors='replace')}"
    path, _, query = address.partition("?")
    for part in (address, path, query):
        for written in (part, quote(part, safe=""), quote(part), escape(part)):
            text = text.replace(written, "") if written else text
    numbers = [] if "transmission" in address else [rf"\b{number}\b" for number in UNTOLD]
    private = "|".join([MARK, *numbers])
    # Finding the words around the mark is slow, and almost no answer has the mark.
    if not re.search(private, text, re.IGNORECASE):
        return []
    return re.findall(rf".{{0,40}}(?:{private}).{{0,30}}", text, re.IGNORECASE)[:3]


def ask(world, route, method, row, kind, caller):
    """Make one call and undo it; return its status, what it revealed, and whether it changed what
    is not the caller's.
    """
    of_tournament = "<str:tournament_id>" in route
    world.tournament = world.tournament_at(kind, row.stage) if of_tournament else None
    with transaction.atomic():
        world.arrange(kind, caller)
        cache.clear()
        address = world.address(route, row, kind, caller)
        data = world.body(row, kind, route)
        assert world.fingerprint or world.unchanged()
        response = world.answer(address, method, data, kind, caller)
        revealed = leaks(response, address)
        changed = method != "GET" and not world.unchanged()
        transaction.set_rollback(True)
    return response.status_code, revealed, changed


# An invitation's link tells its holder what the invitation is for, so these routes are left out.
BY_SECRET = ("invitation/<str:token>/", "api/v1/invitations/<str:token>/")
CALLS = {
    app.__name__.rpartition(".")[2]: [
        call for call in app.ROWS if call[0] not in ANY_METHOD and call[0] not in BY_SECRET
    ]
    for app in APPS
}


# An account without a club is not among these: it is told, and may do, what any account is and
# may. It is only used for the searches.
ASKING = ("visitor", "other member", "sharing owner", "former officer")
# Every caller calls the routes of every app.
ASKED = [(app, caller) for caller in ASKING for app in CALLS]


@pytest.mark.parametrize(("app", "caller"), some(ASKED, 48, unpack=True))
def test_no_address_tells_an_outsider_anything_private(app, caller, world):
    surprises = []
    for route, method in CALLS[app]:
        row = ROWS[route, method]
        for kind in subjects(route, row, caller):
            status, revealed, changed = ask(world, route, method, row, kind, caller)
            if status >= 500 or revealed or changed:
                surprises.append((method, route, kind, status, revealed, changed))
    assert surprises == []


# The addresses with a search for a name, and the other parameters that they need.
SEARCHES = (
    "/api/v1/players/?name={}",
    "/clubs/public/joueurs/?q={}",
    "/clubs/partage/joueurs/?q={}",
    "/transmission/dix/?nom={}",
    "/transmission/dix/?autour={end}&vers={}",
    "/classements/dix/duel/?nom_a={}",
    "/tournois/?q={}",
)
# A part of each marked name; a search for it must find nobody.
PARTS = ("cach", "surviv", "réunie", "retir", "partie", "yves", "anna", "brouillon", "fermé")


@pytest.mark.nightly
@pytest.mark.parametrize("caller", some(OUTSIDERS, 20))
def test_no_search_finds_what_is_private(caller, world):
    end, revealed = world.others["public"].pk, []
    for search in SEARCHES:
        for part in PARTS:
            address = search.format(quote(part), end=end)
            response = world.answer(address, "GET", None, "any", caller)
            assert response.status_code in (200, 302), address
            revealed += [(address, words) for words in leaks(response, address)]
    assert revealed == []
