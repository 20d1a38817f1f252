"""What is private is told to nobody outside: by no address, to no outsider, in no body or header.

Every route of the URL configuration is asked by every kind of outsider about everything private
that it can be about; what is private bears one mark (`secrets.Secrets`). Writes are tried too:
neither what they answer tells anything, nor does one change what is not the outsider's.
"""

import re
from html import escape
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.extents import some
from tests.made_once import made_once
from tests.permissions.rows import ANY_METHOD, APPS, ROWS, STAGES
from tests.permissions.secrets import MARK, OUTSIDERS, UNTOLD, Secrets

pytestmark = pytest.mark.django_db

# What a route may be about beside the kinds of its row: people, a match and tournaments.
PEOPLE = ("hidden", "survivor", "merged", "removed", "off", "initials", "both", "veiled")
MATCHES = ("shy other", "former other")
TOURNAMENTS = tuple(f"{name} tournament" for name in ("draft", "shut", "shy", "closed"))


@pytest.fixture(scope="module")
def secret_world(django_db_setup, django_db_blocker):
    """The world with its secrets, made once: each call is taken back."""
    with made_once(django_db_blocker):
        made = Secrets()
        made.begin()
        made.make_tournaments(STAGES)
        yield made


@pytest.fixture
def world(secret_world, db):
    secret_world.begin()
    return secret_world


# The least and the most that an outsider can be ask about what is public too; the others are asked
# about what is private.
ABOUT_ALL = ("visitor", "sharing owner", "former officer")
OPEN = ("any", "public", "open", "recent", "old")


def subjects(route, row, caller):
    """The kinds of things that a caller asks a route about."""
    kinds = _subjects(route, row)
    return [one for one in kinds if caller in ABOUT_ALL or one.split()[0] not in OPEN]


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
    """What an answer tells of the marked: the words around the mark, without the address asked.

    Hidden people's numbers are looked for too, but in a graph: there « quelqu'un » keeps theirs.
    """
    body = b"".join(response.streaming_content) if response.streaming else response.content
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    told = f"{headers}\n{body.decode(errors='replace')}"
    path, _, query = address.partition("?")
    for asked in (address, path, query):
        for written in (asked, quote(asked, safe=""), quote(asked), escape(asked)):
            told = told.replace(written, "") if written else told
    numbers = [] if "transmission" in address else [rf"\b{number}\b" for number in UNTOLD]
    private = "|".join([MARK, *numbers])
    # The words around take long to look for, and almost no answer has any.
    if not re.search(private, told, re.IGNORECASE):
        return []
    return re.findall(rf".{{0,40}}(?:{private}).{{0,30}}", told, re.IGNORECASE)[:3]


def ask(world, route, method, row, kind, caller):
    """One call, taken back: its status, what it told, and whether it changed what is not theirs."""
    of_tournament = "<str:tournament_id>" in route
    world.tournament = world.tournament_at(kind, row.stage) if of_tournament else None
    with transaction.atomic():
        world.arrange(kind, caller)
        cache.clear()
        address = world.address(route, row, kind, caller)
        data = world.body(row, kind, route)
        assert world.kept or world.unchanged()
        response = world.answer(address, method, data, kind, caller)
        told = leaks(response, address)
        changed = method != "GET" and not world.unchanged()
        transaction.set_rollback(True)
    return response.status_code, told, changed


# What somebody is invited with a link of is told to them: whoever holds the link may read it.
BY_SECRET = ("invitation/<str:token>/", "api/v1/invitations/<str:token>/")
CALLS = {
    app.__name__.rpartition(".")[2]: [
        call for call in app.ROWS if call[0] not in ANY_METHOD and call[0] not in BY_SECRET
    ]
    for app in APPS
}


# An account of no club is told and may do what any account is and may: of its own, it is asked
# to look for people only.
ASKING = ("visitor", "other member", "sharing owner", "former officer")
# All ask about all in twenty-four days.
ASKED = [(app, caller) for caller in ASKING for app in CALLS]


@pytest.mark.parametrize(("app", "caller"), some(ASKED, 24, unpack=True))
def test_no_address_tells_an_outsider_anything_private(app, caller, world):
    surprises = []
    for route, method in CALLS[app]:
        row = ROWS[route, method]
        for kind in subjects(route, row, caller):
            status, told, changed = ask(world, route, method, row, kind, caller)
            if status >= 500 or told or changed:
                surprises.append((method, route, kind, status, told, changed))
    assert surprises == []


# Where a name may be typed to be looked for, and the words that go with it.
SEARCHES = (
    "/api/v1/players/?name={}",
    "/clubs/public/joueurs/?q={}",
    "/clubs/partage/joueurs/?q={}",
    "/transmission/dix/?nom={}",
    "/transmission/dix/?autour={end}&vers={}",
    "/classements/dix/duel/?nom_a={}",
    "/tournois/?q={}",
)
# A part of each marked name; who looks for it finds nobody.
PARTS = ("cach", "surviv", "réunie", "retir", "partie", "yves", "anna", "brouillon", "fermé")


@pytest.mark.parametrize("caller", some(OUTSIDERS, 20))
def test_no_search_finds_what_is_private(caller, world):
    end, told = world.others["public"].pk, []
    for search in SEARCHES:
        for part in PARTS:
            address = search.format(quote(part), end=end)
            response = world.answer(address, "GET", None, "any", caller)
            assert response.status_code in (200, 302), address
            told += [(address, words) for words in leaks(response, address)]
    assert told == []
