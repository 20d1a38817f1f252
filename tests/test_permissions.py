"""Who may do what: every route of the site, every kind of caller, every kind of match.

The routes are read off the URL configuration; one without a row here fails. A cell is a status;
`ok` is the route's own success. A route that writes must write in its `ok` cells, and in no other.
"""

import random
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone
from rest_framework.test import APIClient

from clubs.models import Club, ClubPlayer, Player
from games.models import Change, Match
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games.dix import naive

pytestmark = pytest.mark.django_db

CALLERS = (
    "visitor",
    "link",  # a visitor with a table's link: this table's (« own »), or another's (« other »)
    "wrong link",
    "member",
    "scorer",
    "officer",
    "owner",
    "other owner",  # owner of another club
    "site owner",
)


def table(text):
    """Rows of « kind: nine cells », one a caller."""
    rows = {}
    for line in text.strip().splitlines():
        kind, _colon, cells = line.partition(":")
        rows[kind.strip()] = dict(zip(CALLERS, cells.split(), strict=True))
    return rows


# A match of a club, public or members-only, that the caller started or holds the link of (« own »)
# or that another member started (« other »); and an address of no match.
READ = table("""
public own:   ok      ok   ok    ok     ok     ok      ok    ok    ok
public other: ok      ok   ok    ok     ok     ok      ok    ok    ok
private own:  404     ok   404   ok     ok     ok      ok    404   ok
private other: 404    404  404   ok     ok     ok      ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""")

SCORE = table("""
public own:   403     ok   403   ok     ok     ok      ok    403   ok
public other: 403     403  403   403    ok     ok      ok    403   ok
private own:  404     ok   404   ok     ok     ok      ok    404   ok
private other: 404    404  404   403    ok     ok      ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""")

OTHER_GAME = {kind: dict.fromkeys(cells, "404") for kind, cells in SCORE.items()}

# Corrections of a match that ended an hour ago, or two days ago.
CORRECT = SCORE | table("""
recent own:   403     ok   403   ok     ok     ok      ok    403   ok
recent other: 403     403  403   403    403    ok      ok    403   ok
old own:      403     403  403   403    403    ok      ok    403   ok
old other:    403     403  403   403    403    ok      ok    403   ok
""")

RECORD = SCORE | table("""
recent own:   403     400  403   400    400    400     400   403   400
recent other: 403     403  403   403    400    400     400   403   400
""")

ALL = table("any: ok ok ok ok ok ok ok ok ok")
SITE_OWNER = table("any: 403 403 403 403 403 403 403 403 ok")

# What is of a club, not of a match: of a public one that keeps its tables, or a members-only one.
SEE_CLUB = table("""
public club:  ok      ok   ok    ok     ok     ok      ok    ok    ok
private club: 404     404  404   ok     ok     ok      ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""")
START = table("""
no club:      ok      ok   ok    ok     ok     ok      ok    ok    ok
public club:  403     403  403   ok     ok     ok      ok    403   ok
private club: 400     400  400   ok     ok     ok      ok    400   ok
open club:    ok      ok   ok    ok     ok     ok      ok    ok    ok
""")
ADD_PLAYER = table("""
public club:  403     403  403   403    403    ok      ok    403   ok
private club: 400     400  400   403    403    ok      ok    400   ok
open club:    ok      ok   ok    ok     ok     ok      ok    ok    ok
""")


def denied_by(cells, **replaced):
    """The same table where a page says no in another way than by that status."""
    codes = {name.removeprefix("s"): value for name, value in replaced.items()}
    return {
        kind: {caller: codes.get(cell, cell) for caller, cell in row.items()}
        for kind, row in cells.items()
    }


@dataclass
class Row:
    """What a route answers to a method."""

    cells: dict[str, dict[str, str]]
    ok: int = 200
    data: Any = None
    writes: bool = False
    query: str = ""
    fills: dict[str, str] = field(default_factory=dict)


def hand_card_by_card():
    """A whole hand as the page that takes it card by card sends it."""
    tricks = naive.random_tricks(random.Random(10), 40, 1, "hearts")
    cards = " ".join(card for trick in tricks for card in trick)
    return {"calls": "50 pass pass pass", "trump": "hearts", "cards": cards, "record": "1"}


API, PAGE = "api/v1/", "parties/<str:match_id>/"
ONE = f"{API}matches/<str:match_id>/"
SIDES = {"sides": [{"side": 0, "name": "Eux"}]}
EXPORT = {
    "game": "dix",
    "preset": "traditionnel",
    "rules": {},
    "seats": factories.SEATS,
    "sides": [],
    "status": "in_progress",
    "started_at": "2026-01-01T00:00:00Z",
    "entries": [],
}
LINE = {"number": "1"}

ROWS = {
    # The site.
    ("", "GET"): Row(ALL),
    ("aide/", "GET"): Row(ALL),
    ("langue/", "POST"): Row(ALL, 302, {"language": "en"}),
    ("sante/", "GET"): Row(ALL),
    ("manifest.webmanifest", "GET"): Row(ALL),
    ("regles/", "GET"): Row(ALL),
    ("regles/<slug:slug>/", "GET"): Row(ALL, fills={"slug": "dix"}),
    ("regles/<slug:slug>/feuille/", "GET"): Row(ALL, fills={"slug": "dix"}),
    ("jouer/<slug:slug>/", "GET"): Row(ALL, fills={"slug": "dix"}),
    ("jouer/<slug:slug>/", "POST"): Row(
        ALL,
        302,
        {"name_0": "A", "name_1": "B", "preset": "court", "rule-target": 3, "rule-faces": 6},
        writes=True,
        fills={"slug": "toy"},
    ),
    # A match's pages.
    (PAGE, "GET"): Row(READ),
    (f"{PAGE}suivre/", "GET"): Row(READ),
    (f"{PAGE}mur/", "GET"): Row(READ),
    (f"{PAGE}partager/", "GET"): Row(READ),
    (f"{PAGE}historique/", "GET"): Row(READ),
    (f"{PAGE}lignes/<int:number>/", "GET"): Row(READ, fills=LINE),
    (f"{PAGE}marquer/<str:token>/", "GET"): Row(READ, 302),
    (f"{PAGE}apercu/", "POST"): Row(READ, 200, HAND),
    (f"{PAGE}inscrire/", "POST"): Row(RECORD, 302, HAND, writes=True),
    (f"{PAGE}annuler/", "POST"): Row(denied_by(CORRECT, s403="302"), 302, {}, writes=True),
    # A match's own link scores it; it does not start another in the club's name.
    (f"{PAGE}revanche/", "POST"): Row(
        denied_by(
            {
                **SCORE,
                "public own": {**SCORE["public own"], "link": "403"},
                "private own": {**SCORE["private own"], "link": "403"},
            },
            s403="302",
        ),
        302,
        {},
        writes=True,
    ),
    (f"{PAGE}lignes/<int:number>/", "POST"): Row(
        denied_by(CORRECT, s403="200"), 302, {**HAND, "taken": 75, "keep": "1"}, True, fills=LINE
    ),
    (f"{PAGE}reglages/", "GET"): Row(denied_by(SCORE, s403="302")),
    (f"{PAGE}reglages/", "POST"): Row(
        denied_by(SCORE, s403="302"), 302, {"side_0": "Eux", "side_1": "Nous"}, writes=True
    ),
    (f"{PAGE}cartes/", "GET"): Row(denied_by(SCORE, s403="302")),
    (f"{PAGE}cartes/", "POST"): Row(
        denied_by(SCORE, s403="302"), 302, hand_card_by_card(), writes=True
    ),
    # Pages of another game's matches: for this one's there are none (each game tries its own).
    **{
        (f"{PAGE}{page}/", method): Row(OTHER_GAME)
        for page in ("piles", "arbitre")
        for method in ("GET", "POST")
    },
    # The API: games and matches.
    (f"{API}schema/", "GET"): Row(ALL),
    (f"{API}docs/", "GET"): Row(ALL),
    (f"{API}games/", "GET"): Row(ALL),
    (f"{API}games/<str:slug>/", "GET"): Row(ALL, fills={"slug": "dix"}),
    (f"{API}matches/", "GET"): Row(ALL),
    (f"{API}matches/", "POST"): Row(START, 201, factories.start_body(), writes=True),
    (f"{API}matches/import/", "POST"): Row(ALL, 201, EXPORT, writes=True),
    (ONE, "GET"): Row(READ),
    (ONE, "PATCH"): Row(SCORE, 200, SIDES, writes=True),
    (f"{ONE}entries/", "POST"): Row(RECORD, 201, HAND, writes=True),
    (f"{ONE}entries/<int:number>/", "PUT"): Row(CORRECT, 200, HAND, True, fills=LINE),
    (f"{ONE}entries/<int:number>/", "DELETE"): Row(CORRECT, 200, None, True, fills=LINE),
    (f"{ONE}preview/", "POST"): Row(RECORD, 200, HAND),
    (f"{ONE}history/", "GET"): Row(READ),
    (f"{ONE}export/", "GET"): Row(READ),
    (f"{ONE}live/", "GET"): Row(READ),
    # The API: people.
    (f"{API}players/", "GET"): Row(ALL),
    (f"{API}players/", "POST"): Row(ADD_PLAYER, 201, {"name": "Zoé"}, writes=True),
    (f"{API}players/<int:player_id>/", "GET"): Row(SEE_CLUB),
    (f"{API}clubs/", "GET"): Row(ALL),
    (f"{API}clubs/", "POST"): Row(SITE_OWNER, 201, {"name": "N", "slug": "neuf"}, writes=True),
    (f"{API}clubs/<slug:slug>/", "GET"): Row(SEE_CLUB),
}
# Django's own view takes any method and only ever sets a cookie.
ANY_METHOD = {"langue/"}


def routes(patterns=None, before=""):
    """Every route of the URL configuration."""
    for pattern in patterns or get_resolver().url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


class World:
    """Two clubs with a table each and everyone who may come by."""

    def __init__(self):
        self.clubs = {
            "public": factories.club("public"),
            "private": factories.club("prive", public=False),
        }
        factories.club("ouvert", open_recording=True)
        self.accounts = {
            "other owner": factories.member(factories.club("autre"), "owner"),
            "site owner": factories.site_owner(),
        }
        for role in ("member", "scorer", "officer", "owner"):
            self.accounts[role] = factories.member(self.clubs["public"], role)
            self.clubs["private"].memberships.create(user=self.accounts[role], role=role)
        starter = factories.Caller(user=self.accounts["owner"])
        self.players = {name: factories.player("Yves", club) for name, club in self.clubs.items()}
        self.matches = {}
        for name, club in self.clubs.items():
            match = factories.started(club=club, by=starter)
            self.matches[name] = factories.recorded(match, HAND)
        ended = factories.started(club=self.clubs["public"], by=starter, rules=IN_100)
        self.matches["ended"] = factories.recorded(ended, ALL_TAKEN)
        self.elsewhere = factories.started()
        Match.objects.update(starter=None)

    def match(self, kind):
        """The match of that kind; None for an address of none."""
        name = kind.split()[0]
        return self.matches.get({"recent": "ended", "old": "ended"}.get(name, name))

    def arrange(self, kind, caller):
        """Make the match the caller's own, or another's; end it when the kind says so."""
        match = self.match(kind)
        if match is None:
            return
        own = kind.endswith("own")
        values = {"starter": self.accounts.get(caller) if own else None}
        if kind.startswith(("recent", "old")):
            ago = timedelta(hours=1) if kind.startswith("recent") else timedelta(days=2)
            values["finished_at"] = timezone.now() - ago
        Match.objects.filter(pk=match.pk).update(**values)

    def token(self, kind, caller):
        """The link that the caller carries, if any."""
        match = self.match(kind)
        if caller == "wrong link":
            return "0" * 40
        if caller != "link":
            return None
        held = match if match is not None and kind.endswith("own") else self.elsewhere
        (token,) = factories.link(held).match_tokens.values()
        return token

    def address(self, route, row, kind, caller):
        """The route with its places filled."""
        match, club = self.match(kind), kind.split()[0]
        fills = {
            "<str:match_id>": match.pk if match else "AAAAAAAA",
            "<str:token>": self.token(kind, caller) or "0" * 40,
            "<int:player_id>": str(self.players[club].pk) if club in self.players else "999999",
            "<slug:slug>": {"public": "public", "private": "prive"}.get(club, "nulle-part"),
        }
        fills |= {f"<{how}:{name}>": text for name, text in row.fills.items() for how in HOW}
        for place, text in fills.items():
            route = route.replace(place, text)
        assert "<" not in route
        return f"/{route}"

    def body(self, row, kind):
        """What is sent; the club of the kind where the row is of a club."""
        slug = {"public club": "public", "private club": "prive", "open club": "ouvert"}.get(kind)
        return {**row.data, "club": slug} if slug and row.data else row.data

    def ask(self, route, method, row, kind, caller):
        """One call, undone afterwards: its status, and whether it wrote anything."""
        with transaction.atomic():
            self.arrange(kind, caller)
            before = written()
            address = self.address(route, row, kind, caller)
            status = self.answer(address, method, self.body(row, kind), kind, caller)
            wrote = written() != before
            transaction.set_rollback(True)
        return status, wrote

    def answer(self, address, method, data, kind, caller):
        token, account = self.token(kind, caller), self.accounts.get(caller)
        if address.startswith("/api/v1/"):
            client = APIClient(raise_request_exception=False)
            headers = {"X-Match-Token": token} if token else {}
            if account:
                client.force_authenticate(account)
            return getattr(client, method.lower())(address, data, headers=headers).status_code
        client = Client(raise_request_exception=False)
        if token:
            match = self.match(kind)
            client.cookies["tables"] = f"{match.pk if match else 'AAAAAAAA'}:{token}"
        if account:
            client.force_login(account)
        return getattr(client, method.lower())(address, data).status_code


HOW = ("int", "slug", "str")


def written():
    """All that a call may add or change."""
    models = (Match, Change, Player, ClubPlayer, Club)
    return [model.objects.count() for model in models]


def test_every_route_has_a_row_and_every_row_a_route():
    assert {route for route, _method in ROWS} == set(routes())


@pytest.mark.parametrize(("route", "method"), list(ROWS))
def test_who_may(route, method):
    row, world = ROWS[route, method], World()
    surprises = []
    for kind, cells in row.cells.items():
        for caller, cell in cells.items():
            status, wrote = world.ask(route, method, row, kind, caller)
            expected = row.ok if cell == "ok" else int(cell)
            if (status, wrote) != (expected, row.writes and cell == "ok"):
                surprises.append((kind, caller, f"expected {expected}", status, wrote))
    assert surprises == []


@pytest.mark.parametrize("route", sorted(set(routes()) - ANY_METHOD))
def test_a_method_without_a_row_is_405_even_to_the_site_owner(route):
    world = World()
    known = {method for name, method in ROWS if name == route}
    row = next(row for (name, _method), row in ROWS.items() if name == route)
    kind = next(iter(row.cells))
    answers = {
        method: world.ask(route, method, Row(row.cells, fills=row.fills), kind, "site owner")
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
        if method not in known
    }
    assert answers == dict.fromkeys(answers, (405, False))
