"""Permissions on games and matches."""

import random

from tests import factories
from tests.factories import HAND
from tests.games.dix import naive
from tests.permissions.cells import ALL, API, SEAT, Row, denied_by, table

# A match of a public or members-only club: one that the caller started or has the link of (« own
# »), or one that another member started (« other »). « none » is an address without a match.
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

# A link to score may take seats too, and so may the code that is made for this.
SIT = {kind: row | ({SEAT: "ok"} if kind.endswith("own") else {}) for kind, row in SCORE.items()}

OTHER_GAME = {kind: dict.fromkeys(cells, "404") for kind, cells in SCORE.items()}

# Changing a match that ended an hour ago (« recent ») or two days ago (« old »). Once a match
# counts in a club, its own table can no longer change it by its link.
CORRECT = SCORE | table(
    """
recent own:   403     403  403   ok     ok     ok      ok    403   ok
recent other: 403     403  403   403    403    ok      ok    403   ok
old own:      403     403  403   403    403    ok      ok    403   ok
old other:    403     403  403   403    403    ok      ok    403   ok
""",
    links="""
recent own:   403     403  403
""",
)

# A line that such a table corrects is proposed to the club.
CORRECT_LINE = {
    kind: cells | ({"link": "202", "score": "202"} if kind == "recent own" else {})
    for kind, cells in CORRECT.items()
}
CORRECT_ON_PAGE = {
    kind: cells | ({"link": "ok", "score": "ok"} if kind == "recent own" else {})
    for kind, cells in denied_by(CORRECT, s403="200").items()
}

RECORD = SCORE | table(
    """
recent own:   403     400  403   400    400    400     400   403   400
recent other: 403     403  403   403    400    400     400   403   400
""",
    links="""
recent own:   403     400  403
""",
)

# Making and revoking links: the table may by its token, but not a link to score.
SHARE = {kind: {**row, "score": row["see"]} for kind, row in SCORE.items()}

# The review of a hand that was recorded by its cards, in a finished match: `analysed` in the
# public club, `secret` in the members-only one. A running match has no review for anybody.
REVIEW = {
    kind: dict.fromkeys(cells, "404") for kind, cells in READ.items() if kind != "none"
} | table(
    """
analysed other: ok    ok   ok    ok     ok     ok      ok    ok    ok
secret own:   404     ok   404   ok     ok     ok      ok    404   ok
secret other: 404     404  404   ok     ok     ok      ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""",
    links="""
secret own:   ok      ok   ok
secret other: 404     404  ok
""",
)

START = table(
    """
no club:      ok      ok   ok    ok     ok     ok      ok    ok    ok
public club:  ok      ok   ok    ok     ok     ok      ok    ok    ok
private club: 400     400  400   ok     ok     ok      ok    400   ok
open club:    ok      ok   ok    ok     ok     ok      ok    ok    ok
""",
    links="""
public club:  ok      ok   ok
private club: 400     400  ok
""",
)


def hand_card_by_card():
    """Return a whole hand as the card-by-card page sends it."""
    tricks = naive.random_tricks(random.Random(10), 40, 1, "hearts")
    cards = " ".join(card for trick in tricks for card in trick)
    return {"calls": "50 pass pass pass", "trump": "hearts", "cards": cards, "record": "1"}


PAGE = "parties/<str:match_id>/"

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
    ("regles/", "GET"): Row(ALL),
    ("regles/<slug:slug>/", "GET"): Row(ALL, fills={"slug": "dix"}),
    ("regles/<slug:slug>/feuille/", "GET"): Row(ALL, fills={"slug": "dix"}),
    ("jouer/", "GET"): Row(ALL),
    ("jouer/<slug:slug>/", "GET"): Row(ALL, fills={"slug": "dix"}),
    ("jouer/<slug:slug>/jeu.json", "GET"): Row(ALL, fills={"slug": "dix"}),
    ("jouer/<slug:slug>/", "POST"): Row(
        ALL,
        302,
        {"name_0": "A", "name_1": "B", "preset": "court", "rule-target": 3, "rule-faces": 6},
        writes=True,
        fills={"slug": "toy"},
    ),
    (PAGE, "GET"): Row(READ),
    (f"{PAGE}suivre/", "GET"): Row(READ),
    (f"{PAGE}mur/", "GET"): Row(READ),
    (f"{PAGE}image.png", "GET"): Row(READ),
    (f"{PAGE}jeu.json", "GET"): Row(SCORE),
    (f"{PAGE}partager/", "GET"): Row(READ),
    (f"{PAGE}partager/", "POST"): Row(
        denied_by(SHARE, s403="302"), 200, {"kind": "score_match", "lasts": "week"}, writes=True
    ),
    (f"{PAGE}club/", "GET"): Row(READ),
    # These matches belong to a club already, so they cannot be offered.
    (f"{PAGE}club/", "POST"): Row(SHARE, 400, {"club": "public"}),
    (f"{PAGE}historique/", "GET"): Row(READ),
    (f"{PAGE}lignes/<int:number>/", "GET"): Row(READ, fills=LINE),
    (f"{PAGE}marquer/<str:token>/", "GET"): Row(READ, 302),
    (f"{PAGE}apercu/", "POST"): Row(READ, 200, HAND),
    (f"{PAGE}inscrire/", "POST"): Row(RECORD, 302, HAND, writes=True),
    (f"{PAGE}annuler/", "POST"): Row(denied_by(CORRECT, s403="302"), 302, {}, writes=True),
    # A match's own link may score the match. A rematch that it starts is proposed to the club.
    (f"{PAGE}revanche/", "POST"): Row(denied_by(SCORE, s403="302"), 302, {}, writes=True),
    (f"{PAGE}lignes/<int:number>/", "POST"): Row(
        CORRECT_ON_PAGE, 302, {**HAND, "taken": 75, "keep": "1"}, True, fills=LINE
    ),
    (f"{PAGE}places/", "GET"): Row(READ),
    (f"{PAGE}places/<int:seat>/", "GET"): Row(READ, 302, fills={"seat": "1"}),
    (f"{PAGE}places/", "POST"): Row(
        denied_by(SIT, s403="302"), 302, {"seat": "1", "name": "Zoé"}, writes=True
    ),
    (f"{PAGE}telephone/", "GET"): Row(READ),
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
    (f"{PAGE}chances/", "POST"): Row(REVIEW, 302, {}, writes=True),
    (f"{PAGE}lignes/<int:number>/analyse/", "GET"): Row(REVIEW, fills=LINE),
    # Both judges have judged this hand, so there is nothing more to start.
    (f"{PAGE}lignes/<int:number>/analyse/", "POST"): Row(REVIEW, 302, {}, fills=LINE),
    (f"{PAGE}lignes/<int:number>/analyse.png", "GET"): Row(REVIEW, fills=LINE),
    # These pages belong to another game and do not exist for this game's matches. Each game
    # tests its own.
    **{
        (f"{PAGE}{page}/", method): Row(OTHER_GAME)
        for page in ("piles", "arbitre")
        for method in ("GET", "POST")
    },
    # Decisions of this game are not judged, so nobody may start that.
    (f"{PAGE}decisions/", "POST"): Row(OTHER_GAME),
    (f"{API}games/", "GET"): Row(ALL),
    (f"{API}games/<str:slug>/", "GET"): Row(ALL, fills={"slug": "dix"}),
    (f"{API}matches/", "GET"): Row(ALL),
    (f"{API}matches/", "POST"): Row(START, 201, factories.start_body(), writes=True),
    (f"{API}matches/import/", "POST"): Row(ALL, 201, EXPORT, writes=True),
    (f"{API}phone/", "GET"): Row(ALL),
    (ONE, "GET"): Row(READ),
    (ONE, "PATCH"): Row(SCORE, 200, SIDES, writes=True),
    # A match's own link may score the match, but does not start another match in the club's
    # name.
    (f"{ONE}rematch/", "POST"): Row(SCORE, 201, {}, writes=True),
    (f"{ONE}entries/<int:number>/review/", "GET"): Row(REVIEW, fills=LINE),
    (f"{ONE}entries/<int:number>/review/", "POST"): Row(REVIEW, 202, {}, True, fills=LINE),
    (f"{ONE}entries/", "POST"): Row(RECORD, 201, HAND, writes=True),
    (f"{ONE}entries/<int:number>/", "PUT"): Row(CORRECT_LINE, 200, HAND, True, fills=LINE),
    (f"{ONE}entries/<int:number>/", "DELETE"): Row(CORRECT, 200, None, True, fills=LINE),
    (f"{ONE}entries/<int:number>/aside/", "POST"): Row(SCORE, 200, HAND, True, fills=LINE),
    (f"{ONE}preview/", "POST"): Row(RECORD, 200, HAND),
    (f"{ONE}series/", "GET"): Row(READ),
    (f"{ONE}chances/", "GET"): Row(READ),
    (f"{ONE}chances/", "POST"): Row(REVIEW, 202, {}, True),
    (f"{ONE}decisions/", "GET"): Row(READ),
    (f"{ONE}decisions/", "POST"): Row(OTHER_GAME),
    # Nobody can join a running match of this game.
    (f"{ONE}seats/", "POST"): Row(denied_by(SCORE, sok="400"), 201, {"name": "Zoé"}),
    (f"{ONE}seats/<int:seat>/", "POST"): Row(
        SIT, 200, {"name": "Zoé"}, writes=True, fills={"seat": "1"}
    ),
    (f"{ONE}seats/<int:seat>/", "DELETE"): Row(SCORE, 200, writes=True, fills={"seat": "3"}),
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
}
