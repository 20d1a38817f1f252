"""Who may do what: every route of the site, every kind of caller, every kind of match.

The routes are read off the URL configuration; one without a row here fails. A cell is a status;
`ok` is the route's own success. A route that writes must write in its `ok` cells, and in no other.
"""

import html
import json
import random
import re
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone
from rest_framework.test import APIClient

from clubs import services as club_services
from clubs.jobs.models import Job
from clubs.links import queries as link_queries
from clubs.links.models import CapabilityLink
from clubs.models import Club, ClubChange, ClubPlayer, Player
from games.models import Change, Match, Proposal
from games.registry import game_of
from games.rules_form import values_of
from leaderboards.models import Feat
from tests import account_rows, factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games.dix import naive
from tests.tournaments.stages import arranged
from tests.transmission.families import attested, played
from tournaments.models import LogEntry, Tournament, Webhook
from transmission import models as lineage

pytestmark = pytest.mark.django_db

CALLERS = (
    "visitor",
    "link",  # a visitor with a table's token: this table's (« own »), or another's (« other »)
    "wrong link",
    "member",
    "scorer",
    "officer",
    "owner",
    "other owner",  # owner of another club
    "site owner",
)
# Visitors with a capability link, each of its kind: to this match (« own »), to another one
# (« other »), or the club's table link (the club of the kind, whosever the match).
LINKS = ("see", "score", "table")
# Visitors with a link that opens nothing, here or any more: always what a visitor gets.
DEAD = (
    "expired link",
    "revoked link",
    "tournament's scorer",  # links to a tournament that bears this match's or club's very id
    "tournament's runner",
)


def table(text, links=""):
    """Rows of « kind: nine cells », one a caller, and of « kind: three cells », one a link.

    A kind without a row of links, and every dead link, gives what a visitor gets.
    """
    by_link = cells_of(links, LINKS)
    rows = {}
    for kind, row in cells_of(text, CALLERS).items():
        as_visitor = dict.fromkeys((*LINKS, *DEAD), row["visitor"])
        rows[kind] = row | as_visitor | by_link.pop(kind, {})
    assert not by_link, "links of a kind that the table lacks"
    return rows


def cells_of(text, callers):
    """Each line's cells by caller."""
    lines = (line.partition(":") for line in text.strip().splitlines())
    return {
        kind.strip(): dict(zip(callers, cells.split(), strict=True)) for kind, _, cells in lines
    }


# A match of a club, public or members-only, that the caller started or holds the link of (« own »)
# or that another member started (« other »); and an address of no match.
READ = table(
    """
public own:   ok      ok   ok    ok     ok     ok      ok    ok    ok
public other: ok      ok   ok    ok     ok     ok      ok    ok    ok
private own:  404     ok   404   ok     ok     ok      ok    404   ok
private other: 404    404  404   ok     ok     ok      ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""",
    links="""
private own:  ok      ok   ok
private other: 404    404  ok
""",
)

SCORE = table(
    """
public own:   403     ok   403   ok     ok     ok      ok    403   ok
public other: 403     403  403   403    ok     ok      ok    403   ok
private own:  404     ok   404   ok     ok     ok      ok    404   ok
private other: 404    404  404   403    ok     ok      ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""",
    links="""
public own:   403     ok   403
private own:  403     ok   403
private other: 404    404  403
""",
)

OTHER_GAME = {kind: dict.fromkeys(cells, "404") for kind, cells in SCORE.items()}

# Corrections of a match that ended an hour ago, or two days ago.
CORRECT = SCORE | table(
    """
recent own:   403     ok   403   ok     ok     ok      ok    403   ok
recent other: 403     403  403   403    403    ok      ok    403   ok
old own:      403     403  403   403    403    ok      ok    403   ok
old other:    403     403  403   403    403    ok      ok    403   ok
""",
    links="""
recent own:   403     ok   403
""",
)

RECORD = SCORE | table(
    """
recent own:   403     400  403   400    400    400     400   403   400
recent other: 403     403  403   403    400    400     400   403   400
""",
    links="""
recent own:   403     400  403
""",
)

ALL = table("any: ok ok ok ok ok ok ok ok ok")
ACCOUNT = table("any: 403 403 403 ok ok ok ok ok ok")
# Giving links away and taking them back: the table by its token, not by a link to score.
SHARE = {kind: {**row, "score": row["see"]} for kind, row in SCORE.items()}
# Of a club: its officers.
OFFICER = table(
    """
public club:  403     403  403   403    403    ok      ok    403   ok
private club: 404     404  404   403    403    ok      ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""",
    links="""
private club: 404     404  403
""",
)
# Whoever has a live link is taken where it leads; one that has served is gone.
OPENED = {
    kind: dict.fromkeys(CALLERS, "404") | dict.fromkeys(LINKS, "ok") | dict.fromkeys(DEAD, "410")
    for kind in ("public own", "public other", "private own", "private club")
}
SITE_OWNER = table("any: 403 403 403 403 403 403 403 403 ok")

# This one has made none.
NO_FILE = table("any: 404 404 404 404 404 404 404 404 404")
SITE_OWNER_ALONE = table("any: 404 404 404 404 404 404 404 404 ok")

# What is of a club, not of a match: of a public one that keeps its tables, or a members-only one.
SEE_CLUB = table(
    """
public club:  ok      ok   ok    ok     ok     ok      ok    ok    ok
private club: 404     404  404   ok     ok     ok      ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""",
    links="""
private club: 404     404  ok
""",
)
OWNER = table(
    """
public club:  403     403  403   403    403    403     ok    403   ok
private club: 404     404  404   403    403    403     ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""",
    links="""
private club: 404     404  403
""",
)
# The only owner stays; who is no member has nothing to leave.
LEAVE = table("""
public club:  404     404  404   ok     ok     ok      302   404   404
private club: 404     404  404   ok     ok     ok      302   404   404
none:         404     404  404   404    404    404     404   404   404
""")
# An invitation to be an owner: whoever follows it may read it, whoever has an account accept it.
FOLLOW = table("""
public club:  ok      ok   ok    ok     ok     ok      ok    ok    ok
private club: ok      ok   ok    ok     ok     ok      ok    ok    ok
none:         404     404  404   404    404    404     404   404   404
""")
ACCEPT = table("""
public club:  403     403  403   ok     ok     ok      200   ok    ok
private club: 403     403  403   ok     ok     ok      200   ok    ok
none:         403     403  403   404    404    404     404   404   404
""")
START = table(
    """
no club:      ok      ok   ok    ok     ok     ok      ok    ok    ok
public club:  403     403  403   ok     ok     ok      ok    403   ok
private club: 400     400  400   ok     ok     ok      ok    400   ok
open club:    ok      ok   ok    ok     ok     ok      ok    ok    ok
""",
    links="""
public club:  403     403  ok
private club: 400     400  ok
""",
)
ADD_PLAYER = table(
    """
public club:  403     403  403   403    403    ok      ok    403   ok
private club: 400     400  400   403    403    ok      ok    400   ok
open club:    ok      ok   ok    ok     ok     ok      ok    ok    ok
""",
    links="""
private club: 400     400  403
""",
)

# Of a game's graph: in the club of the people that are named.
PROPOSE = table(
    """
public club:  403     403  403   ok     ok     ok      ok    403   ok
private club: 400     400  400   ok     ok     ok      ok    400   ok
""",
    links="""
private club: 400     400  403
""",
)
KEEP = table(
    """
public club:  403     403  403   403    403    ok      ok    403   ok
private club: 400     400  400   403    403    ok      ok    400   ok
""",
    links="""
private club: 400     400  403
""",
)
BETWEEN = table(
    """
public club:  ok      ok   ok    ok     ok     ok      ok    ok    ok
private club: 400     400  400   ok     ok     ok      ok    400   ok
""",
    links="""
private club: 400     400  ok
""",
)
# Its pages offer the clubs of the caller alone: another one's is no choice.
PROPOSER = table("any: 403 403 403 ok ok ok ok ok ok")
KEEPER = table("any: 403 403 403 403 403 ok ok ok ok")
PROPOSE_ON_PAGE = table("""
public club:  403     403  403   ok     ok     ok      ok    400   ok
private club: 403     403  403   ok     ok     ok      ok    400   ok
""")
KEEP_ON_PAGE = table("""
public club:  403     403  403   403    403    ok      ok    400   ok
private club: 403     403  403   403    403    ok      ok    400   ok
""")
# A record by hand names its club in the body: one that can't be seen is none.
WRITE_FEAT = {kind: ADD_PLAYER[kind] for kind in ("public club", "private club")}


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
    # How far the tournament has come that the route is about.
    stage: str = "ready"


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
CLUB = "clubs/<slug:slug>/"
SETTINGS = {"name": "N", "language": "fr"}
OFFER = "the number of an offer to the club"

BOARD, RECORDS, DIX = "classements/<slug:slug>/", "records/<slug:slug>/", {"slug": "dix"}
IN_CLUB, DUEL = "?club=<club>", "?a=<int:player_id>&b=<other>"
FEAT = {"text": "Trois dix", "date": "2026-01-31"}

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
    ("jouer/", "GET"): Row(ALL),
    ("jouer/<slug:slug>/", "GET"): Row(ALL, fills={"slug": "dix"}),
    ("jouer/<slug:slug>/", "POST"): Row(
        ALL,
        302,
        {"name_0": "A", "name_1": "B", "preset": "court", "rule-target": 3, "rule-faces": 6},
        writes=True,
        fills={"slug": "toy"},
    ),
    # Clubs and people.
    ("clubs/", "GET"): Row(ALL),
    ("clubs/", "POST"): Row(denied_by(ACCOUNT, s403="302"), 302, {"name": "N"}, writes=True),
    (CLUB, "GET"): Row(SEE_CLUB),
    (f"{CLUB}reglages/", "GET"): Row(denied_by(OWNER, s403="302")),
    (f"{CLUB}reglages/", "POST"): Row(denied_by(OWNER, s403="302"), 302, SETTINGS, writes=True),
    (f"{CLUB}journal/", "GET"): Row(denied_by(OFFICER, s403="302")),
    (f"{CLUB}joueurs/", "GET"): Row(SEE_CLUB),
    (f"{CLUB}joueurs/", "POST"): Row(denied_by(OFFICER, s403="302"), 302, {"name": "Z"}, True),
    (f"{CLUB}membres/", "GET"): Row(denied_by(OFFICER, s403="302")),
    (f"{CLUB}membres/<int:member_id>/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 302, {"role": "scorer"}, writes=True
    ),
    (f"{CLUB}quitter/", "POST"): Row(LEAVE, 302, {}, writes=True),
    (f"{CLUB}inviter/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 200, {"role": "member", "days": "7"}, writes=True
    ),
    # The invitation is to be an owner: no officer takes it back.
    (f"{CLUB}invitations/<int:invitation_id>/retirer/", "POST"): Row(
        denied_by(OWNER, s403="302"), 302, {}, writes=True
    ),
    ("invitation/<str:token>/", "GET"): Row(FOLLOW),
    ("invitation/<str:token>/", "POST"): Row(
        {
            **{kind: denied_by(ACCEPT, s403="200", s200="302")[kind] for kind in list(ACCEPT)[:2]},
            "none": FOLLOW["none"],
        },
        302,
        {},
        writes=True,
    ),
    **{
        (f"joueurs/<int:player_id>/{end}", "GET"): Row(SEE_CLUB)
        for end in ("", "csv/", "rencontres/csv/")
    },
    ("joueurs/<int:player_id>/reglages/", "GET"): Row(denied_by(OFFICER, s403="302")),
    ("joueurs/<int:player_id>/reglages/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 302, {"name": "Z"}, writes=True
    ),
    # A match's pages.
    (PAGE, "GET"): Row(READ),
    (f"{PAGE}suivre/", "GET"): Row(READ),
    (f"{PAGE}mur/", "GET"): Row(READ),
    (f"{PAGE}partager/", "GET"): Row(READ),
    (f"{PAGE}partager/", "POST"): Row(
        denied_by(SHARE, s403="302"), 200, {"kind": "score_match", "lasts": "week"}, writes=True
    ),
    (f"{PAGE}club/", "GET"): Row(denied_by(SHARE, s403="302")),
    # These matches have a club already: nothing is offered.
    (f"{PAGE}club/", "POST"): Row(denied_by(SHARE, s403="302"), 400, {"club": "public"}),
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
                "public own": {**SCORE["public own"], "link": "403", "score": "403"},
                "private own": {**SCORE["private own"], "link": "403", "score": "403"},
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
        denied_by(SCORE, s403="302"),
        302,
        {"side_0": "Eux", "side_1": "Nous", **{f"name_{seat}": "Zoé" for seat in range(4)}},
        writes=True,
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
    # Links, and a club's pages of them.
    ("l/<str:token>/", "GET"): Row(OPENED, 302),
    ("clubs/<slug:slug>/liens/", "GET"): Row(OFFICER),
    ("clubs/<slug:slug>/liens/", "POST"): Row(OFFICER, 200, {"lasts": "year"}, writes=True),
    ("clubs/<slug:slug>/propositions/", "GET"): Row(OFFICER),
    ("clubs/<slug:slug>/propositions/", "POST"): Row(OFFICER, 302, {"accept": OFFER}, writes=True),
    # Boards and records.
    ("classements/", "GET"): Row(ALL),
    **{(f"{BOARD}{page}", "GET"): Row(SEE_CLUB, query=IN_CLUB, fills=DIX) for page in ("", "csv/")},
    (f"{BOARD}calcul/", "GET"): Row(SEE_CLUB, query="?joueur=<int:player_id>", fills=DIX),
    **{(f"{BOARD}duel/{end}", "GET"): Row(SEE_CLUB, query=DUEL, fills=DIX) for end in ("", "csv/")},
    **{(f"{RECORDS}{end}", "GET"): Row(SEE_CLUB, query=IN_CLUB, fills=DIX) for end in ("", "csv/")},
    (RECORDS, "POST"): Row(
        denied_by(OFFICER, s403="302"), 302, FEAT, writes=True, query=IN_CLUB, fills=DIX
    ),
    (f"{RECORDS}<int:feat_id>/retirer/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 302, {}, writes=True, fills=DIX
    ),
    (f"{API}leaderboards/<str:slug>/", "GET"): Row(SEE_CLUB, query=IN_CLUB, fills=DIX),
    (f"{API}players/<int:player_id>/ratings/<str:slug>/", "GET"): Row(SEE_CLUB, fills=DIX),
    (f"{API}head-to-head/", "GET"): Row(SEE_CLUB, query=f"{DUEL}&game=dix"),
    (f"{API}records/<str:slug>/", "GET"): Row(SEE_CLUB, query=IN_CLUB, fills=DIX),
    (f"{API}records/<str:slug>/", "POST"): Row(WRITE_FEAT, 201, FEAT, writes=True, fills=DIX),
    (f"{API}records/<str:slug>/<int:feat_id>/", "DELETE"): Row(
        OFFICER, 204, writes=True, fills=DIX
    ),
    # The API: games and matches.
    (API, "GET"): Row(ALL),
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
    (f"{ONE}links/", "GET"): Row(SHARE),
    (f"{ONE}links/", "POST"): Row(SHARE, 201, {"kind": "see"}, writes=True),
    (f"{ONE}links/", "DELETE"): Row(SHARE, 200, writes=True),
    (f"{ONE}links/<int:link_id>/", "DELETE"): Row(SHARE, 204, writes=True),
    (f"{ONE}proposal/", "GET"): Row(denied_by(SHARE, sok="404")),
    (f"{ONE}proposal/", "POST"): Row(denied_by(SHARE, sok="400"), 201, {"club": "public"}),
    (f"{ONE}proposal/", "DELETE"): Row(denied_by(SHARE, sok="404"), 204),
    (f"{API}clubs/<slug:slug>/links/", "GET"): Row(OFFICER),
    (f"{API}clubs/<slug:slug>/links/", "POST"): Row(OFFICER, 201, {}, writes=True),
    (f"{API}clubs/<slug:slug>/links/<int:link_id>/", "DELETE"): Row(OFFICER, 204, writes=True),
    (f"{API}clubs/<slug:slug>/proposals/", "GET"): Row(OFFICER),
    (f"{API}clubs/<slug:slug>/proposals/<int:proposal_id>/", "POST"): Row(
        OFFICER, 200, {"accept": True}, writes=True
    ),
    # The API: people.
    (f"{API}players/", "GET"): Row(ALL),
    (f"{API}players/", "POST"): Row(ADD_PLAYER, 201, {"name": "Zoé"}, writes=True),
    (f"{API}players/<int:player_id>/", "GET"): Row(SEE_CLUB),
    (f"{API}clubs/", "GET"): Row(ALL),
    (f"{API}players/<int:player_id>/", "PATCH"): Row(OFFICER, 200, {"name": "Z"}, writes=True),
    (f"{API}players/<int:player_id>/merge/", "POST"): Row(OFFICER, 200, {"other": "<other>"}, True),
    (f"{API}players/<int:player_id>/merge/", "DELETE"): Row(OFFICER, 200, None, writes=True),
    (f"{API}players/<int:player_id>/account/", "DELETE"): Row(OFFICER, 200, None, writes=True),
    (f"{API}players/<int:player_id>/matches/", "GET"): Row(SEE_CLUB),
    (f"{API}players/<int:player_id>/stats/", "GET"): Row(SEE_CLUB),
    (f"{API}clubs/", "POST"): Row(ACCOUNT, 201, {"name": "N", "slug": "neuf"}, writes=True),
    (f"{API}{CLUB}", "GET"): Row(SEE_CLUB),
    (f"{API}{CLUB}", "PATCH"): Row(OWNER, 200, {"city": "Laval"}, writes=True),
    (f"{API}{CLUB}members/", "GET"): Row(OFFICER),
    (f"{API}{CLUB}members/", "POST"): Row(OFFICER, 201, {"role": "member"}, writes=True),
    (f"{API}{CLUB}members/<int:member_id>/", "PATCH"): Row(OFFICER, 200, {"role": "scorer"}, True),
    (f"{API}{CLUB}members/<int:member_id>/", "DELETE"): Row(OFFICER, 204, None, writes=True),
    (f"{API}{CLUB}invitations/", "GET"): Row(OFFICER),
    (f"{API}{CLUB}invitations/<int:invitation_id>/", "DELETE"): Row(OWNER, 204, None, True),
    (f"{API}{CLUB}players/<int:player_id>/", "DELETE"): Row(OFFICER, 204, None, writes=True),
    (f"{API}{CLUB}changes/", "GET"): Row(OFFICER),
    (f"{API}invitations/<str:token>/", "GET"): Row(FOLLOW),
    (f"{API}invitations/<str:token>/", "POST"): Row(ACCEPT, 200, {}, writes=True),
}
GRAPH, GRAPH_API = "transmission/<slug:slug>/", f"{API}transmission/<str:game>/"
DIX = {"slug": "dix", "game": "dix"}
LINKED = {"teacher": "<player>", "learner": "<other>"}
FILE = {"format": "csv", "content": "teacher,learner\nYves,Xavier"}
ROWS |= {
    ("transmission/", "GET"): Row(ALL),
    (GRAPH, "GET"): Row(ALL, fills=DIX),
    (f"{GRAPH}tout/", "GET"): Row(ALL, fills=DIX),
    (f"{GRAPH}tout/<str:size>.png", "GET"): Row(ALL, fills={**DIX, "size": "small"}),
    (f"{GRAPH}fichier/", "POST"): Row(ALL, 302, {"format": "csv"}, fills=DIX),
    (f"{GRAPH}ecrire/", "GET"): Row(PROPOSER, fills=DIX),
    (f"{GRAPH}ecrire/", "POST"): Row(
        PROPOSE_ON_PAGE,
        302,
        {"deed": "link", "teacher": "Yves", "learner": "Xavier"},
        writes=True,
        fills=DIX,
    ),
    (f"{GRAPH}importer/", "GET"): Row(KEEPER, fills=DIX),
    (f"{GRAPH}importer/", "POST"): Row(
        KEEP_ON_PAGE, 302, {**FILE, "write": "1"}, writes=True, fills=DIX
    ),
    (GRAPH_API, "GET"): Row(ALL, fills=DIX),
    (f"{GRAPH_API}export/", "GET"): Row(ALL, 200, {"format": "dot"}, fills=DIX),
    (f"{GRAPH_API}path/", "GET"): Row(BETWEEN, 200, {"a": "<player>", "b": "<other>"}, fills=DIX),
    (f"{GRAPH_API}players/<int:player_id>/", "GET"): Row(SEE_CLUB, fills=DIX),
    (f"{GRAPH_API}links/", "POST"): Row(PROPOSE, 201, LINKED, writes=True, fills=DIX),
    (f"{GRAPH_API}links/<int:link_id>/", "DELETE"): Row(OFFICER, 204, writes=True, fills=DIX),
    (f"{GRAPH_API}links/<int:link_id>/confirm/", "POST"): Row(
        OFFICER, 200, {}, writes=True, fills=DIX
    ),
    (f"{GRAPH_API}sources/", "POST"): Row(
        KEEP, 201, {"player": "<other>", "kind": "family"}, writes=True, fills=DIX
    ),
    (f"{GRAPH_API}sources/<int:source_id>/", "DELETE"): Row(OFFICER, 204, writes=True, fills=DIX),
    (f"{GRAPH_API}attestations/", "POST"): Row(
        KEEP,
        201,
        {"player": "<other>", "date": "2025-01-01", "witness": "W"},
        writes=True,
        fills=DIX,
    ),
    (f"{GRAPH_API}import/", "POST"): Row(
        KEEP, 201, {**FILE, "preview": False}, writes=True, fills=DIX
    ),
}
# The lab is everyone's.
LAB, SIMULATED = {"game": "dix", "slug": "repartitions"}, {"game": "bataille", "slug": "simulation"}
ROWS |= {
    ("labo/", "GET"): Row(ALL),
    ("labo/<slug:game>/<slug:slug>/", "GET"): Row(ALL, fills=LAB),
    ("labo/<slug:game>/<slug:slug>/csv/", "GET"): Row(ALL, fills=LAB),
    ("labo/<slug:game>/<slug:slug>/lancer/", "POST"): Row(
        ALL, 302, {"games": 20_001}, writes=True, fills=SIMULATED
    ),
    # None of these tables has asked for advice; tests/labo tries who sees it.
    ("labo/parties/<str:match_id>/", "GET"): Row(OTHER_GAME),
    (f"{API}labo/", "GET"): Row(ALL),
    (f"{API}labo/<str:game>/<str:slug>/", "GET"): Row(ALL, fills=LAB),
    (f"{API}labo/<str:game>/<str:slug>/", "POST"): Row(
        ALL, 202, {"games": 20_001}, writes=True, fills=SIMULATED
    ),
}
# A job of somebody else's; whose it is finds it in tests/clubs/jobs.
ROWS |= {
    ("travaux/<str:job_id>/", "GET"): Row(SITE_OWNER_ALONE),
    ("travaux/<str:job_id>/arreter/", "POST"): Row(SITE_OWNER_ALONE, 302, {}, writes=True),
    ("travaux/<str:job_id>/fichier/", "GET"): Row(NO_FILE),
    (f"{API}jobs/<str:job_id>/file/", "GET"): Row(NO_FILE),
    (f"{API}jobs/<str:job_id>/", "GET"): Row(SITE_OWNER_ALONE),
    (f"{API}jobs/<str:job_id>/", "DELETE"): Row(SITE_OWNER_ALONE, 204, writes=True),
}
ROWS |= {
    (f"compte/{route}", method): Row(
        {
            "any": {
                caller: str(signed_in if caller in CALLERS[3:] else visitor)
                for caller in (*CALLERS, *LINKS, *DEAD)
            }
        },
        data=data,
        fills=account_rows.FILLS,
    )
    for route, method, visitor, signed_in, data in account_rows.PAGES
}
# The owner of the other club is the only one it has; the site's, the only one the site has.
OWN_ACCOUNT = table("any: 401 401 401 ok ok ok ok ok ok")
ROWS |= {
    (f"{API}account/", "GET"): Row(OWN_ACCOUNT),
    (f"{API}account/", "DELETE"): Row(
        table("any: 401 401 401 ok ok ok 400 400 400"), 204, writes=False
    ),
    (f"{API}account/export/", "GET"): Row(OWN_ACCOUNT),
}
TOURNAMENT = f"{API}tournaments/<str:tournament_id>/"
ROUND = f"{TOURNAMENT}rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"
FIRST = {"number": "1", "table": "1"}
TOLD = {"scores": [500, 300]}
HOOK = {"url": "https://exemple.org/", "secret": "s"}
RUN = table(
    """
public tournament:  403     403  403   403    403    ok      ok    403   ok
private tournament: 404     404  404   403    403    ok      ok    404   ok
none:               404     404  404   404    404    404     404   404   404
""",
    links="""
private tournament: 404     404  403
""",
)
ENTER_RESULTS = RUN | table(
    """
public tournament:  403     403  403   403    ok     ok      ok    403   ok
private tournament: 404     404  404   403    ok     ok      ok    404   ok
""",
    links="""
private tournament: 404     404  403
""",
)
SEE_TOURNAMENT = {kind.replace("club", "tournament"): cells for kind, cells in SEE_CLUB.items()}
MAKE_TOURNAMENT = table(
    """
public club:  403     403  403   403    403    ok      ok    403   ok
private club: 400     400  400   403    403    ok      ok    400   ok
""",
    links="""
private club: 400     400  403
""",
)
MADE = {"name": "Tournoi", "game": "dix", "format": "swiss"}
IMPORTED = {**MADE, "preset": "traditionnel", "log": [{"kind": "opened", "data": {}}]}
ROWS |= {
    (f"{API}tournaments/", "GET"): Row(ALL),
    (f"{API}tournaments/", "POST"): Row(MAKE_TOURNAMENT, 201, MADE, writes=True),
    (f"{API}tournaments/import/", "POST"): Row(MAKE_TOURNAMENT, 201, IMPORTED, writes=True),
    **{
        (f"{TOURNAMENT}{what}", "GET"): Row(SEE_TOURNAMENT, stage="published")
        for what in ("", "entrants/", "rounds/", "standings/", "bracket/", "log/", "export/")
    },
    (TOURNAMENT, "PATCH"): Row(RUN, 200, {"name": "Autre"}, True),
    (TOURNAMENT, "DELETE"): Row(RUN, 204, None, True),
    (f"{TOURNAMENT}entrants/", "POST"): Row(RUN, 201, {"name": "C"}, True),
    (f"{TOURNAMENT}entrants/<int:number>/", "PATCH"): Row(
        RUN, 200, {"state": "checked_in"}, True, fills=FIRST
    ),
    (f"{TOURNAMENT}rounds/", "POST"): Row(RUN, 201, {}, True),
    (f"{TOURNAMENT}palmares/", "POST"): Row(RUN, 201, [{"rank": 1, "name": "A"}], True),
    (f"{TOURNAMENT}timer/", "POST"): Row(RUN, 200, {"action": "start", "minutes": 5}, True),
    (f"{TOURNAMENT}webhooks/", "GET"): Row(RUN),
    (f"{TOURNAMENT}webhooks/", "POST"): Row(RUN, 201, HOOK, True),
    (f"{TOURNAMENT}webhooks/", "DELETE"): Row(RUN, 204, HOOK, True, stage="hooked"),
    (f"{TOURNAMENT}links/", "GET"): Row(RUN),
    (f"{TOURNAMENT}links/", "POST"): Row(RUN, 201, {"kind": "run_tournament"}, True),
    (f"{TOURNAMENT}links/<int:link_id>/", "DELETE"): Row(RUN, 204, None, True, stage="linked"),
    (ROUND, "GET"): Row(SEE_TOURNAMENT, fills=FIRST, stage="published"),
    (ROUND, "PATCH"): Row(RUN, 200, {"lock": [1]}, True, fills=FIRST, stage="drafted"),
    (f"{ROUND}redraw/", "POST"): Row(RUN, 200, {"seed": "x"}, True, "", FIRST, "drafted"),
    (f"{ROUND}publish/", "POST"): Row(RUN, 200, {}, True, "", FIRST, "drafted"),
    (f"{ROUND}close/", "POST"): Row(RUN, 200, {}, True, "", FIRST, "reported"),
    (f"{TABLE}result/", "POST"): Row(ENTER_RESULTS, 201, TOLD, True, "", FIRST, "published"),
    (f"{TABLE}result/", "PUT"): Row(ENTER_RESULTS, 200, TOLD, True, "", FIRST, "reported"),
    (f"{TABLE}result/", "DELETE"): Row(ENTER_RESULTS, 200, None, True, "", FIRST, "reported"),
    (f"{TABLE}confirm/", "POST"): Row(ENTER_RESULTS, 200, {}, True, "", FIRST, "reported"),
    (f"{TABLE}question/", "DELETE"): Row(ENTER_RESULTS, 200, None, True, "", FIRST, "asked"),
    (f"{TABLE}match/", "POST"): Row(ENTER_RESULTS, 201, {}, True, "", FIRST, "published"),
}
# The pages of tournaments: who may not is sent back to the tournament, or to its table.
NIGHT = "tournois/<str:tournament_id>/"
NIGHT_ROUND = f"{NIGHT}rondes/<int:number>/"
NIGHT_TABLE = f"{NIGHT_ROUND}tables/<int:table>/"
RUN_PAGE = denied_by(RUN, s403="302")
RESULTS_PAGE = denied_by(ENTER_RESULTS, s403="302")
SCORES = {"score_0": "500", "score_1": "300"}
CORRECTED = {**SCORES, "later": "keep"}
OPENED_NIGHT = {
    "name": "Tournoi",
    "date": "2023-08-02",
    "club": "public",
    "ruleset": "dix traditionnel",
    "format": "swiss",
    "entrants": "Anne & Bruno\nChloé & David",
}
DIX_RULES = {
    f"rule-{name}": "" if value is None else str(value)
    for name, value in values_of(game_of("dix"), game_of("dix").presets[0]).items()
}
FORMULA = {"ruleset": "dix traditionnel", "format": "single_elimination", "seed": "x"}
# Whoever runs no club's tournaments: to the page to sign in, or back to the list.
NEW_NIGHT = table("any: 302 302 302 302 302 ok ok ok ok")
NOT_THEIRS = {kind: dict.fromkeys(cells, "404") for kind, cells in SEE_TOURNAMENT.items()}
ROWS |= {
    ("tournois/", "GET"): Row(ALL),
    ("tournois/nouveau/", "GET"): Row(NEW_NIGHT),
    ("tournois/nouveau/", "POST"): Row(
        # The other club's owner names a club that is not theirs.
        table("any: 302 302 302 302 302 ok ok 400 ok"),
        302,
        OPENED_NIGHT,
        writes=True,
    ),
    ("tournois/importer/", "GET"): Row(NEW_NIGHT),
    ("tournois/importer/", "POST"): Row(
        table("any: 302 302 302 302 302 ok ok 400 ok"),
        302,
        {"text": json.dumps(IMPORTED), "club": "public"},
        writes=True,
    ),
    **{
        (f"{NIGHT}{what}", "GET"): Row(SEE_TOURNAMENT, stage="reported")
        for what in (
            "",
            "inscrits/",
            "classement/",
            "tableau/",
            "mur/",
            "journal/",
            "fichiers/",
        )
    },
    (f"{NIGHT}fichiers/<slug:kind>/", "GET"): Row(
        SEE_TOURNAMENT, fills={"kind": "json"}, stage="reported"
    ),
    **{
        (f"{NIGHT}{what}", "GET"): Row(RUN_PAGE)
        for what in ("formule/", "regles/", "tetes-de-serie/", "eviter/", "prevenir/")
    },
    (f"{NIGHT}formule/", "POST"): Row(RUN_PAGE, 302, FORMULA, True),
    (f"{NIGHT}regles/", "POST"): Row(RUN_PAGE, 302, DIX_RULES, True),
    (f"{NIGHT}tetes-de-serie/", "POST"): Row(RUN_PAGE, 302, {"seed_1": "2"}, True),
    (f"{NIGHT}eviter/", "POST"): Row(RUN_PAGE, 302, {"pair": ["1", "2"]}, True),
    (f"{NIGHT}prevenir/", "POST"): Row(RUN_PAGE, 302, HOOK, True),
    (f"{NIGHT}imprimer/<slug:what>/", "GET"): Row(
        SEE_TOURNAMENT, fills={"what": "ronde"}, stage="reported"
    ),
    (f"{NIGHT}inscrits/", "POST"): Row(RUN_PAGE, 302, {"entrants": "Zoé & Xavier"}, True),
    (f"{NIGHT}inscrits/<int:number>/", "GET"): Row(SEE_TOURNAMENT, fills=FIRST),
    (f"{NIGHT}inscrits/<int:number>/", "POST"): Row(RUN_PAGE, 302, {}, True, fills=FIRST),
    # A made-up token opens nothing, to whomever.
    (f"{NIGHT}inscrits/<int:number>/<str:token>/", "GET"): Row(NOT_THEIRS, fills=FIRST),
    (f"{NIGHT}tirer/", "POST"): Row(RUN_PAGE, 302, {}, True),
    (f"{NIGHT}palmares/", "GET"): Row(RUN_PAGE),
    (f"{NIGHT}palmares/", "POST"): Row(RUN_PAGE, 302, {"places": "Anne\nBruno"}, True),
    (f"{NIGHT}liens/", "GET"): Row(RUN_PAGE),
    (f"{NIGHT}liens/", "POST"): Row(RUN_PAGE, 200, {"kind": "see", "lasts": "week"}, True),
    (f"{NIGHT}reglages/", "GET"): Row(RUN_PAGE),
    (f"{NIGHT}reglages/", "POST"): Row(RUN_PAGE, 302, {"name": "N", "date": "2023-08-02"}, True),
    (f"{NIGHT}minuteur/", "POST"): Row(RUN_PAGE, 302, {"action": "start", "minutes": 5}, True),
    (NIGHT_ROUND, "GET"): Row(SEE_TOURNAMENT, fills=FIRST, stage="published"),
    (f"{NIGHT_ROUND}cartes/", "GET"): Row(RUN_PAGE, fills=FIRST, stage="published"),
    (f"{NIGHT_ROUND}arranger/", "POST"): Row(
        RUN_PAGE, 302, {"lock": "1"}, True, fills=FIRST, stage="drafted"
    ),
    (f"{NIGHT_ROUND}publier/", "POST"): Row(RUN_PAGE, 302, {}, True, "", FIRST, "drafted"),
    (f"{NIGHT_ROUND}clore/", "POST"): Row(RUN_PAGE, 302, {}, True, "", FIRST, "reported"),
    (NIGHT_TABLE, "GET"): Row(SEE_TOURNAMENT, fills=FIRST, stage="reported"),
    (f"{NIGHT_TABLE}ouvrir/<str:token>/", "GET"): Row(NOT_THEIRS, fills=FIRST, stage="published"),
    (f"{NIGHT_TABLE}resultat/", "POST"): Row(
        RESULTS_PAGE, 302, SCORES, True, "", FIRST, "published"
    ),
    (f"{NIGHT_TABLE}confirmer/", "POST"): Row(RESULTS_PAGE, 302, {}, True, "", FIRST, "reported"),
    (f"{NIGHT_TABLE}jouer/", "POST"): Row(RESULTS_PAGE, 302, {}, True, "", FIRST, "published"),
    (f"{NIGHT_TABLE}corriger/", "GET"): Row(RESULTS_PAGE, fills=FIRST, stage="reported"),
    (f"{NIGHT_TABLE}corriger/", "POST"): Row(
        RESULTS_PAGE, 302, CORRECTED, True, "", FIRST, "reported"
    ),
    (f"{NIGHT_TABLE}laisser/", "POST"): Row(RESULTS_PAGE, 302, {}, True, "", FIRST, "asked"),
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
        self.make_people()
        self.matches = {}
        for name, club in self.clubs.items():
            match = factories.started(club=club, by=starter)
            self.matches[name] = factories.recorded(match, HAND)
        ended = factories.started(club=self.clubs["public"], by=starter, rules=IN_100)
        self.matches["ended"] = factories.recorded(ended, ALL_TAKEN)
        self.elsewhere = factories.started()
        self.begin()
        Match.objects.update(starter=None)
        self.elsewhere_club = factories.club("ailleurs")

        self.feats = {
            name: Feat.objects.create(game="dix", club=club, text="Dix", date="2026-01-01")
            for name, club in self.clubs.items()
        }
        self.links, self.offers = {}, {}
        for name, club in self.clubs.items():
            self.links[name] = factories.made(self.matches[name], "see").link
            self.links[f"{name} club"], _token = factories.table_link(club)
            offered = factories.started()
            self.offers[name] = Proposal.objects.create(match=offered, club=club)
        self.links["ended"] = factories.made(self.matches["ended"], "see").link
        self.make_lineage()
        self.job = Job.objects.create(kind="essai", owner=factories.user())

    def begin(self):
        """Forget what the test before made and was given: its rows have been taken back."""
        self.tournament, self.tournaments, self.cookies = None, {}, {}

    def make_lineage(self):
        """In each club: two people who have played, a link that waits, a source."""
        self.lineage, self.sources = {}, {}
        for name, club in self.clubs.items():
            learner, source = played("Wanda", club), played("Ursule", club)
            for person in (self.players[name], self.others[name]):
                attested(person, club)
            ends = {"teacher": self.players[name], "learner": learner}
            self.lineage[name] = lineage.Link.objects.create(game="dix", club=club, **ends)
            self.sources[name] = lineage.Source.objects.create(game="dix", club=club, player=source)

    def make_people(self):
        """In each club: a player who was merged and has an account, another; a plain member, an
        invitation to be an owner."""
        owner = factories.Caller(user=self.accounts["site owner"])
        self.players, self.others, self.members, self.invited = {}, {}, {}, {}
        for name, club in self.clubs.items():
            yves = factories.player("Yves", club, user=factories.user())
            double = factories.player("Yvon", club)
            club_services.merge(kept=yves, absorbed=double, caller=owner)
            self.players[name] = yves
            self.others[name] = factories.player("Xavier", club)
            self.members[name] = club.memberships.create(user=factories.user())
            self.invited[name] = club_services.invite(club=club, caller=owner, role="owner")

    def match(self, kind):
        """The match of that kind; None for an address of none."""
        if kind.endswith("club"):
            return None
        name = kind.split()[0]
        return self.matches.get({"recent": "ended", "old": "ended"}.get(name, name))

    def club(self, kind):
        """The club of that kind, or of its match."""
        name = kind.split()[0]
        return self.clubs.get({"recent": "public", "old": "public"}.get(name, name))

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

    def carried(self, kind, caller):
        """The capability link that the caller carries, made now: the token of one, or None."""
        if caller in CALLERS:
            return None
        match, club = self.match(kind), self.club(kind) or self.elsewhere_club
        if match is None or not kind.endswith("own"):
            match = self.elsewhere
        if caller == "table" or (caller in DEAD[:2] and kind.endswith("club")):
            link, token = factories.table_link(club)
        else:
            new = factories.made(match, "see" if caller == "see" else "score_match")
            link, token = new.link, new.token
        changes = DEATHS.get(caller, dict)()
        if "subject_kind" in changes and kind.endswith("club"):
            changes["subject_id"] = str(club.pk)
        CapabilityLink.objects.filter(pk=link.pk).update(**changes)
        return token

    def address(self, route, row, kind, caller, carried=None):
        """The route with its places filled."""
        match, club = self.match(kind), kind.split()[0]
        name = {"recent": "ended", "old": "ended"}.get(club, club)
        link = self.links.get(f"{club} club" if kind.endswith("club") else name)
        fills = {
            "<str:match_id>": match.pk if match else "AAAAAAAA",
            "<str:token>": carried or self.token(kind, caller) or "0" * 40,
            "<str:tournament_id>": self.tournament.pk if self.tournament else "AAAAAAAA",
            "<str:job_id>": self.job.pk,
            "<int:player_id>": str(self.players[club].pk) if club in self.players else "999999",
            "<slug:slug>": {"public": "public", "private": "prive"}.get(club, "nulle-part"),
            "<int:link_id>": str(link.pk if link else 999999),
            "<int:proposal_id>": str(self.offers[club].pk if club in self.offers else 999999),
        }
        other = self.others.get(club)
        fills["<other>"] = str(other.pk if other else 999999)
        fills["<int:feat_id>"] = str(self.feats[club].pk if club in self.feats else 999999)
        fills["<club>"] = fills["<slug:slug>"]
        if club in self.clubs:
            fills["<int:member_id>"] = str(self.members[club].pk)
            fills["<int:invitation_id>"] = str(self.invited[club].invitation.pk)
        else:
            fills |= {"<int:member_id>": "999999", "<int:invitation_id>": "999999"}
        if "invitation" in route:
            fills["<str:token>"] = self.invited[club].token if club in self.invited else "A" * 32
        if self.tournament and "tournaments" in route:
            theirs = CapabilityLink.objects.filter(subject_id=self.tournament.pk).first()
            fills["<int:link_id>"] = str(theirs.pk if theirs else 999999)
        if "transmission" in route:
            link, source = self.lineage.get(club), self.sources.get(club)
            fills["<int:link_id>"] = str(link.pk if link else 999999)
            fills["<int:source_id>"] = str(source.pk if source else 999999)
        fills |= {f"<{how}:{name}>": text for name, text in row.fills.items() for how in HOW}
        route += row.query
        for place, text in fills.items():
            route = route.replace(place, text)
        assert "<" not in route
        return f"/{route}"

    def body(self, row, kind, route):
        """What is sent; the club of the kind where it is not in the address."""
        named = "clubs/<slug:slug>" in route or "players/<int:player_id>" in route
        slug = (
            None
            if named
            else {"public club": "public", "private club": "prive", "open club": "ouvert"}.get(kind)
        )
        data = {**row.data, "club": slug} if slug and row.data else row.data
        people = {"<other>": self.others, "<player>": self.players}
        if isinstance(data, dict) and people.keys() & set(map(str, data.values())):
            for name, text in data.items():
                if text in people:
                    known = people[text].get(kind.split()[0])
                    data = {**data, name: known.pk if known else 999999}
        if isinstance(data, dict) and OFFER in data.values():
            offer = self.offers.get(kind.split()[0])
            data = {name: offer.pk if offer else 0 for name in data if name != "club"}
        return data

    def tournament_at(self, kind, stage):
        """A tournament of the club of that kind, come that far; None for an address of none."""
        name = kind.split()[0]
        if name not in self.clubs:
            return None
        if (name, stage) not in self.tournaments:
            made = arranged(self.clubs[name], self.accounts["site owner"], stage)
            self.tournaments[name, stage] = made
        return self.tournaments[name, stage]

    def ask(self, route, method, row, kind, caller):
        """One call, undone afterwards: its status, and whether it wrote anything."""
        self.tournament = (
            self.tournament_at(kind, row.stage) if "<str:tournament_id>" in route else None
        )
        with transaction.atomic():
            self.arrange(kind, caller)
            carried = self.carried(kind, caller)
            cache.clear()  # sixteen callers from one address would be too many guesses
            before = written()
            address = self.address(route, row, kind, caller, carried)
            data = self.body(row, kind, route)
            response = self.answer(address, method, data, kind, caller, carried)
            self.inspect(response)
            wrote = written() != before
            transaction.set_rollback(True)
        return response.status_code, wrote

    def answer(self, address, method, data, kind, caller, carried=None):
        if address.startswith("/api/v1/"):
            client = self.program(kind, caller, carried)
            return getattr(client, method.lower())(address, data)
        return getattr(self.browser(kind, caller, carried), method.lower())(address, data)

    def program(self, kind, caller, carried=None):
        """What calls the API for the caller."""
        token, account = carried or self.token(kind, caller), self.accounts.get(caller)
        headers = {"X-Match-Token": token} if token else {}
        client = APIClient(raise_request_exception=False, headers=headers)
        if account:
            client.force_authenticate(account)
        return client

    def browser(self, kind, caller, carried=None):
        """What opens pages for the caller."""
        client = Client(raise_request_exception=False)
        token, account = self.token(kind, caller), self.accounts.get(caller)
        if token:
            match = self.match(kind)
            client.cookies["tables"] = f"{match.pk if match else 'AAAAAAAA'}:{token}"
        if carried:
            client.cookies["links"] = carried
        if account:
            client.force_login(account)
        return client

    def inspect(self, response):
        """What holds of every answer: where it leads, and the cookies that it sets."""
        assert not leads_away(response.headers.get("Location", "")), response.headers["Location"]
        for name, cookie in response.cookies.items():
            if cookie["max-age"] == 0:
                continue  # taken away
            kept = (bool(cookie["httponly"]), cookie["samesite"], bool(cookie["secure"]))
            self.cookies[name] = kept


# What has become of a link that opens nothing.
DEATHS = {
    "expired link": lambda: {
        "made_at": timezone.now() - timedelta(days=2),
        "expires_at": timezone.now() - timedelta(seconds=1),
    },
    "revoked link": lambda: {"revoked_at": timezone.now()},
    "tournament's scorer": lambda: {"kind": "score_tournament", "subject_kind": "tournament"},
    "tournament's runner": lambda: {"kind": "run_tournament", "subject_kind": "tournament"},
}


def leads_away(address):
    """Whether a browser would leave the site by that address."""
    return bool(address) and not re.match(r"/(?![/\\])", address)


HOW = ("int", "slug", "str", "base36")


COUNTED = (Match, Change, Player, ClubPlayer, Club, ClubChange, CapabilityLink, Feat)
COUNTED += (lineage.Link, lineage.Source, lineage.Attestation, lineage.Deed)
COUNTED += (Tournament, LogEntry, Webhook, Job)
# In one go: it is asked twice a call.
COUNTS = "SELECT " + ", ".join(
    f"(SELECT count(*) FROM {model._meta.db_table})" for model in COUNTED
)


def written():
    """All that a call may add or change."""
    with connection.cursor() as cursor:
        cursor.execute(COUNTS)
        counts = list(cursor.fetchone())
    counts += [link_queries.live().count(), Proposal.objects.filter(accepted=None).count()]
    counts.append(Job.objects.filter(state="cancelled").count())
    return [*counts, *Match.objects.values_list("salt", flat=True).order_by("pk")]


def test_every_route_has_a_row_and_every_row_a_route():
    assert {route for route, _method in ROWS} == set(routes())


@pytest.fixture(scope="module")
def two_clubs(django_db_setup, django_db_blocker):
    """The world, made once: each test takes back what it does."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


@pytest.fixture
def world(two_clubs, db):
    """The world as it was made."""
    two_clubs.begin()
    return two_clubs


@pytest.fixture
def deployed(settings):
    """Cookies as a deployment sets them: its address is known, and is https."""
    settings.SESSION_COOKIE_SECURE = True
    settings.CSRF_COOKIE_SECURE = True
    settings.LANGUAGE_COOKIE_SECURE = True


@pytest.mark.one_database
@pytest.mark.parametrize(("route", "method"), list(ROWS))
def test_who_may(route, method, deployed, world):
    row = ROWS[route, method]
    surprises = []
    for kind, cells in row.cells.items():
        for caller, cell in cells.items():
            status, wrote = world.ask(route, method, row, kind, caller)
            expected = row.ok if cell == "ok" else int(cell)
            if (status, wrote) != (expected, row.writes and cell == "ok"):
                surprises.append((kind, caller, f"expected {expected}", status, wrote))
    assert surprises == []
    # Of every cookie set on the way: out of scripts' reach, of this site alone, over https.
    assert world.cookies == dict.fromkeys(world.cookies, (True, "Lax", True))


@pytest.mark.one_database
@pytest.mark.parametrize("route", sorted(set(routes()) - ANY_METHOD))
def test_a_method_without_a_row_is_405_even_to_the_site_owner(route, world):
    known = {method for name, method in ROWS if name == route}
    row = next(row for (name, _method), row in ROWS.items() if name == route)
    kind = next(iter(row.cells))
    answers = {
        method: world.ask(route, method, Row(row.cells, fills=row.fills), kind, "site owner")
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
        if method not in known
    }
    assert answers == dict.fromkeys(answers, (405, False))


# -- From elsewhere ---------------------------------------------------------------------------

PAGES = sorted(route for route in set(routes()) if not route.startswith(API))
CALLS = sorted((route, method) for route, method in ROWS if route.startswith(API))


@pytest.mark.one_database
@pytest.mark.parametrize("route", PAGES)
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


@pytest.mark.one_database
@pytest.mark.parametrize(("route", "method"), [call for call in CALLS if call[1] != "GET"])
def test_another_sites_call_with_the_session_is_refused_by_the_api(route, method, world):
    row = ROWS[route, method]
    kind = next(iter(row.cells))
    world.arrange(kind, "site owner")
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(world.accounts["site owner"])
    before, address = written(), world.address(route, row, kind, "site owner")
    response = getattr(client, method.lower())(address, world.body(row, kind, route))
    assert (response.status_code, written() == before) == (403, True)


@pytest.mark.one_database
@pytest.mark.parametrize(("route", "method"), [call for call in CALLS if call[1] != "GET"])
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
# What frameworks call the place to go on to.
NEXT = ("next", "redirect", "redirect_to", "return_to", "url", "retour", "suite", "comme", "club")


def leads_to(world, route, method, row, asked):
    """Where a page sends the site's owner on to, who asks with those words; "" for nowhere."""
    kind = next(iter(row.cells))
    with transaction.atomic():
        world.arrange(kind, "site owner")
        address = world.address(route, row, kind, "site owner")
        data = {**asked, **row.data} if isinstance(row.data, dict) else asked
        referer = {"referer": asked["next"]}
        send = getattr(world.browser(kind, "site owner"), method.lower())
        if method == "GET":
            response = send(address, asked, headers=referer)
        else:
            response = send(f"{address}?{urlencode(asked)}", data, headers=referer)
        transaction.set_rollback(True)
    return response.headers.get("Location", "")


@pytest.mark.one_database
def test_no_address_leads_away_from_the_site(world):
    places = [dict.fromkeys(NEXT, hostile) for hostile in HOSTILE]
    going = {
        call: row
        for call, row in ROWS.items()
        # Who sends nobody on to a place of the site, nor to the first hostile one, sends nowhere.
        if leads_to(world, *call, row, dict.fromkeys(NEXT, "/aide/"))
        or leads_to(world, *call, row, places[0])
    }
    assert len(going) >= 50
    led = {(call, leads_to(world, *call, row, at)) for call, row in going.items() for at in places}
    assert [(call, address) for call, address in led if leads_away(address)] == []


# -- Lists ------------------------------------------------------------------------------------


# What a dead link opens is what a visitor's page says: one of them is enough here.
@pytest.mark.parametrize("caller", [*CALLERS, *LINKS, "revoked link"])
def test_whatever_a_page_or_a_list_names_the_caller_may_open(caller, world):
    shut, opened = [], set()
    for kind in ("private own", "private other", "private club", "public other"):
        with transaction.atomic():
            world.arrange(kind, caller)
            carried = world.carried(kind, caller)
            named = offered(world, kind, caller, carried)
            # Whose the match is changes nothing at an address that does not name it.
            same = {(carried, address) for address in named if "/parties/" not in address}
            again = {address for _, address in opened & same}
            opened |= same
            for address in sorted(named - again):
                status = world.answer(address, "GET", None, kind, caller, carried).status_code
                if status >= 400:
                    shut.append((kind, address, status))
            transaction.set_rollback(True)
    assert shut == []


# What everyone may read is looked at when a match is the caller's, and when it is another's.
WHOSE = ("private own", "private other")


def offered(world, kind, caller, carried):
    """Every address in the pages that the caller may read, and of every row of the API's lists."""
    found = set()
    for (route, method), row in ROWS.items():
        cells = row.cells.get(kind) or (kind in WHOSE and row.cells.get("any"))
        if method != "GET" or row.ok != 200 or not cells or cells[caller] != "ok":
            continue
        address = world.address(route, row, kind, caller, carried)
        response = world.answer(address, "GET", None, kind, caller, carried)
        if response.headers["Content-Type"].startswith("text/html"):
            hrefs = re.findall(r'(?:href|src)="(/[^"#]*)', response.content.decode())
            found |= {html.unescape(href) for href in hrefs if not href.startswith("/static/")}
        elif route in LISTS:
            rows = response.json()
            rows = rows["results"] if isinstance(rows, dict) else rows
            found |= {f"/{route}{one[LISTS[route]]}/" for one in rows}
    return found


# The API's lists, and what tells their rows apart in an address.
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
