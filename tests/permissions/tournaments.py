"""Permissions on tournaments."""

import json

from clubs.list_forms import seen_mark
from games.entry.rules_form import values_of
from games.registry.installed import game_of
from tests.permissions.cells import ALL, API, OFFICER, SEE_CLUB, Row, denied_by, table
from tournaments.views.screen_form import VIEWS

TOURNAMENT = f"{API}tournaments/<str:tournament_id>/"
ROUND = f"{TOURNAMENT}rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"
FIRST = {"number": "1", "table": "1"}
TOLD = {"scores": [500, 300]}
BOARD = FIRST | {"board": "1"}
PLAYED = {"bidder": 0, "bid": 70, "trump": "spades", "taken": 75}
PACK = [f"{rank}{suit}" for suit in "SHDC" for rank in (*"AKQJ", "10", *"98765")]
DEALT = {"hands": [PACK[at : at + 10] for at in range(0, 40, 10)]}
DEFY = {"challenger": 2, "challenged": 1}
HOOK = {"url": "https://exemple.org/", "secret": "s"}
SEE_TOURNAMENT = table(
    """
public tournament:  ok      ok   ok    ok     ok     ok      ok    ok    ok
private tournament: 404     404  404   ok     ok     ok      ok    404   ok
none:               404     404  404   404    404    404     404   404   404
""",
    links="""
private tournament: ok      404  ok
""",
    night_links="""
private tournament: ok      ok
""",
)
RUN = table(
    """
public tournament:  403     403  403   403    403    ok      ok    403   ok
private tournament: 404     404  404   403    403    ok      ok    404   ok
none:               404     404  404   404    404    404     404   404   404
""",
    links="""
private tournament: 403     404  403
""",
    night_links="""
public tournament:  403     ok
private tournament: 403     ok
""",
)
# Deals before they are open: other callers get 404, so that they do not even learn that there
# are any.
PREPARE = denied_by(RUN, s403="404")
# Making and revoking links needs a role; the link to run the tournament is not enough.
GIVE = {
    kind: {**cells, "tournament's runner": cells["tournament's scorer"]}
    for kind, cells in RUN.items()
}
ENTER_RESULTS = RUN | table(
    """
public tournament:  403     403  403   403    ok     ok      ok    403   ok
private tournament: 404     404  404   403    ok     ok      ok    404   ok
""",
    links="""
private tournament: 403     404  403
""",
    night_links="""
public tournament:  ok      ok
private tournament: ok      ok
""",
)
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

# On the pages of tournaments, refused callers are sent back to the tournament or to its table.
COMES = {"name": "Zoé Roy", "partner": "Xavier Roy"}
NIGHT = "tournois/<str:tournament_id>/"
NIGHT_ROUND = f"{NIGHT}rondes/<int:number>/"
NIGHT_TABLE = f"{NIGHT_ROUND}tables/<int:table>/"
RUN_PAGE = denied_by(RUN, s403="302")
GIVE_PAGE = denied_by(GIVE, s403="302")
RESULTS_PAGE = denied_by(ENTER_RESULTS, s403="302")
DESK = {"lines": [{"table": 1, **TOLD}]}
SCORES = {"score_0": "500", "score_1": "300"}
CORRECTED = {**SCORES, "later": "keep"}
OPENED_NIGHT = {
    "name": "Tournoi",
    "date": "2023-08-02",
    "club": "public",
    "ruleset": "dix traditionnel",
    "format": "swiss",
    "entrants": "Anne & Bruno\nChloé & David",
    "seen": seen_mark("Anne & Bruno\nChloé & David", 2),
}
ONE_PAIR = {"entrants": "Zoé & Xavier", "seen": seen_mark("Zoé & Xavier", 2)}
DIX_RULES = {
    f"rule-{name}": "" if value is None else str(value)
    for name, value in values_of(game_of("dix"), game_of("dix").presets[0]).items()
}
FORMULA = {"ruleset": "dix traditionnel", "format": "single_elimination", "seed": "x"}
# Callers who run no club's tournaments are sent to the sign-in page, or back to the list.
NEW_NIGHT = table("any: 302 302 302 302 302 ok ok ok ok")
NIGHT_OF_CLUB = denied_by(OFFICER, s403="302")
STARTED_NIGHT = {
    **{name: OPENED_NIGHT[name] for name in ("name", "ruleset", "entrants", "seen")},
    "advice-hours": "3",
    "formula": "round_robin",
}
NOT_THEIRS = {kind: dict.fromkeys(cells, "404") for kind, cells in SEE_TOURNAMENT.items()}

SCREEN = {f"place_{view}": "1" for view in VIEWS} | {"seconds_tables": "20", "message": "Buvette"}
SEASON = {"name": "Challenge", "first": "2026-09-01", "last": "2027-06-30"}
PAST = {
    "name": "Autrefois",
    "game": "dix",
    "date": "2019-11-18",
    "palmares": [{"rank": 1, "name": "Anne & Bruno"}],
}
PAST_FORM = {"name": "Autrefois", "game": "dix", "date": "2019-11-18", "places": "Anne & Bruno"}
CHALLENGE = f"{API}challenges/<str:challenge_id>/"
TABLEAU = {"name": "Octobre", "date": "2026-10-03", "text": "Anne & Bruno ; 12"}
SHOWN = {**TABLEAU, "seen": seen_mark(TABLEAU["text"], 2)}
SEASON_PAGE = "tournois/challenges/<str:challenge_id>/"
# On the pages of a challenge, refused callers are sent back to the challenge.
OFFICER_PAGE = denied_by(OFFICER, s403="302")
ON_PAGE = {**SEASON, "name": "Saison", "scale": "ranks"}
SCREEN = {f"place_{view}": "1" for view in VIEWS} | {"seconds_tables": "20", "message": "Buvette"}

ROWS = {
    (f"{API}challenges/", "GET"): Row(ALL),
    (f"{API}challenges/", "POST"): Row(MAKE_TOURNAMENT, 201, SEASON, writes=True),
    (CHALLENGE, "GET"): Row(SEE_CLUB),
    (CHALLENGE, "PATCH"): Row(OFFICER, 200, {"name": "Autre"}, True),
    (CHALLENGE, "DELETE"): Row(OFFICER, 204, None, True),
    (f"{CHALLENGE}tables/", "POST"): Row(OFFICER, 201, TABLEAU, True),
    (f"{CHALLENGE}tables/<int:table_id>/", "DELETE"): Row(OFFICER, 204, None, True),
    (f"{CHALLENGE}freeze/", "POST"): Row(OFFICER, 200, {}, True),
    (f"{CHALLENGE}freeze/", "DELETE"): Row(OFFICER),
    (f"{CHALLENGE}export/", "GET"): Row(SEE_CLUB),
    ("tournois/challenges/", "GET"): Row(ALL),
    ("tournois/challenges/nouveau/", "GET"): Row(NEW_NIGHT),
    ("tournois/challenges/nouveau/", "POST"): Row(
        # The other club's owner gets 400, because the body names a club that is not theirs.
        table("any: 302 302 302 302 302 ok ok 400 ok"),
        302,
        {**ON_PAGE, "club": "public"},
        writes=True,
    ),
    (SEASON_PAGE, "GET"): Row(SEE_CLUB),
    (f"{SEASON_PAGE}image.png", "GET"): Row(SEE_CLUB),
    (f"{SEASON_PAGE}tableur/", "GET"): Row(SEE_CLUB),
    (f"{SEASON_PAGE}imprimer/", "GET"): Row(SEE_CLUB),
    (f"{SEASON_PAGE}reglages/", "GET"): Row(OFFICER_PAGE),
    (f"{SEASON_PAGE}reglages/", "POST"): Row(OFFICER_PAGE, 302, ON_PAGE, True),
    (f"{SEASON_PAGE}tableaux/", "GET"): Row(OFFICER_PAGE),
    (f"{SEASON_PAGE}tableaux/", "POST"): Row(OFFICER_PAGE, 302, SHOWN, True),
    (f"{API}tournaments/", "GET"): Row(ALL),
    (f"{API}tournaments/", "POST"): Row(MAKE_TOURNAMENT, 201, MADE, writes=True),
    (f"{API}tournaments/import/", "POST"): Row(MAKE_TOURNAMENT, 201, IMPORTED, writes=True),
    **{
        (f"{TOURNAMENT}{what}", "GET"): Row(SEE_TOURNAMENT, stage="published")
        for what in (
            "",
            "entrants/",
            "sign-up/",
            "me/",
            "rounds/",
            "standings/",
            "pools/",
            "movement/",
            "ladder/",
            "bracket/",
            "log/",
            "export/",
        )
    },
    (TOURNAMENT, "PATCH"): Row(RUN, 200, {"name": "Autre"}, True),
    (TOURNAMENT, "DELETE"): Row(RUN, 204, None, True),
    (f"{TOURNAMENT}sign-up/", "PUT"): Row(RUN, 200, {"open": True, "limit": 8, "fee": 5}, True),
    (f"{TOURNAMENT}sign-up/", "POST"): Row(SEE_TOURNAMENT, 201, COMES, True, stage="signing"),
    (f"{TOURNAMENT}entrants/", "POST"): Row(RUN, 201, {"name": "C"}, True),
    (f"{TOURNAMENT}entrants/preview/", "POST"): Row(RUN, 200, {"text": "Anne & Bruno"}),
    (f"{TOURNAMENT}entrants/<int:number>/", "PATCH"): Row(
        RUN, 200, {"state": "checked_in"}, True, fills=FIRST
    ),
    (f"{TOURNAMENT}entrants/<int:number>/preview/", "POST"): Row(
        RUN, 200, {"state": "withdrawn"}, fills=FIRST, stage="reported"
    ),
    (f"{TOURNAMENT}entrants/<int:number>/", "DELETE"): Row(RUN, 204, None, True, fills=FIRST),
    (f"{TOURNAMENT}entrants/<int:number>/link/", "POST"): Row(RUN, 200, {}, True, fills=FIRST),
    (f"{TOURNAMENT}entrants/confirm/", "POST"): Row(
        RUN, 200, {"entrants": [3]}, True, stage="wished"
    ),
    (f"{TOURNAMENT}entrants/remove/", "POST"): Row(
        RUN, 204, {"entrants": [3]}, True, stage="wished"
    ),
    (f"{TOURNAMENT}rounds/", "POST"): Row(RUN, 201, {}, True),
    (f"{TOURNAMENT}adviser/", "GET"): Row(RUN, query="?minutes=180&entrants=7"),
    (f"{TOURNAMENT}ladder/", "POST"): Row(RUN, 201, DEFY, True, stage="ladder"),
    (f"{TOURNAMENT}ladder/day/", "POST"): Row(RUN, 200, {}, True, stage="ladder"),
    (f"{TABLE}challenge/", "DELETE"): Row(RUN, 200, None, True, "", FIRST, "challenged"),
    (f"{TOURNAMENT}palmares/", "POST"): Row(RUN, 201, [{"rank": 1, "name": "A"}], True),
    (f"{TOURNAMENT}timer/", "POST"): Row(RUN, 200, {"action": "start", "minutes": 5}, True),
    (f"{TOURNAMENT}webhooks/", "GET"): Row(RUN),
    (f"{TOURNAMENT}webhooks/", "POST"): Row(RUN, 201, HOOK, True),
    (f"{TOURNAMENT}webhooks/", "DELETE"): Row(RUN, 204, HOOK, True, stage="hooked"),
    (f"{TOURNAMENT}links/", "GET"): Row(GIVE),
    (f"{TOURNAMENT}links/", "POST"): Row(GIVE, 201, {"kind": "run_tournament"}, True),
    (f"{TOURNAMENT}links/<int:link_id>/", "DELETE"): Row(GIVE, 204, None, True, stage="linked"),
    (ROUND, "GET"): Row(SEE_TOURNAMENT, fills=FIRST, stage="published"),
    (ROUND, "PATCH"): Row(RUN, 200, {"lock": [1]}, True, fills=FIRST, stage="drafted"),
    (f"{ROUND}redraw/", "POST"): Row(RUN, 200, {"seed": "x"}, True, "", FIRST, "drafted"),
    (f"{ROUND}publish/", "POST"): Row(RUN, 200, {}, True, "", FIRST, "drafted"),
    (f"{ROUND}withdraw/", "POST"): Row(RUN, 200, {}, True, "", FIRST, "published"),
    (f"{ROUND}close/", "POST"): Row(RUN, 200, {}, True, "", FIRST, "reported"),
    (f"{TOURNAMENT}boards/", "GET"): Row(SEE_TOURNAMENT, stage="dealt"),
    (f"{TOURNAMENT}boards/<int:board>/", "GET"): Row(PREPARE, fills=BOARD, stage="dealt"),
    (f"{TABLE}boards/<int:board>/", "PUT"): Row(
        ENTER_RESULTS, 200, {"entry": PLAYED}, True, "", BOARD, "dealt"
    ),
    (f"{TABLE}boards/<int:board>/deal/", "PUT"): Row(
        ENTER_RESULTS, 200, DEALT, True, "", BOARD, "dealt"
    ),
    (f"{TOURNAMENT}desk/boards/", "POST"): Row(
        ENTER_RESULTS,
        200,
        {"lines": [{"table": 1, "board": 1, "entry": PLAYED}]},
        True,
        "",
        {},
        "dealt",
    ),
    (f"{TOURNAMENT}desk/", "POST"): Row(ENTER_RESULTS, 200, DESK, True, "", {}, "published"),
    (f"{TABLE}result/", "POST"): Row(ENTER_RESULTS, 201, TOLD, True, "", FIRST, "published"),
    (f"{TABLE}result/", "PUT"): Row(ENTER_RESULTS, 200, TOLD, True, "", FIRST, "reported"),
    (f"{TABLE}result/preview/", "POST"): Row(
        ENTER_RESULTS, 200, {"scores": [300, 500]}, False, "", FIRST, "reported"
    ),
    (f"{TABLE}result/", "DELETE"): Row(ENTER_RESULTS, 200, None, True, "", FIRST, "reported"),
    (f"{TABLE}confirm/", "POST"): Row(ENTER_RESULTS, 200, {}, True, "", FIRST, "reported"),
    (f"{TABLE}question/", "DELETE"): Row(ENTER_RESULTS, 200, None, True, "", FIRST, "asked"),
    (f"{TABLE}match/", "POST"): Row(ENTER_RESULTS, 201, {}, True, "", FIRST, "published"),
    ("tournois/", "GET"): Row(ALL),
    ("tournois/nouveau/", "GET"): Row(NEW_NIGHT),
    ("tournois/nouveau/", "POST"): Row(
        # The other club's owner gets 400, because the body names a club that is not theirs.
        table("any: 302 302 302 302 302 ok ok 400 ok"),
        302,
        OPENED_NIGHT,
        writes=True,
    ),
    (f"{API}tournaments/past/", "POST"): Row(MAKE_TOURNAMENT, 201, PAST, writes=True),
    ("tournois/ancien/", "GET"): Row(NEW_NIGHT),
    ("tournois/ancien/", "POST"): Row(
        table("any: 302 302 302 302 302 ok ok 400 ok"),
        302,
        {**PAST_FORM, "club": "public"},
        writes=True,
    ),
    ("tournois/soiree/<slug:slug>/", "GET"): Row(NIGHT_OF_CLUB),
    ("tournois/soiree/<slug:slug>/", "POST"): Row(NIGHT_OF_CLUB, 302, STARTED_NIGHT, writes=True),
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
            "image.png",
            "inscrits/",
            "classement/",
            "poules/",
            "mouvement/",
            "echelle/",
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
        for what in (
            *("formule/", "reduire/", "mur/reglages/", "regles/"),
            *("tetes-de-serie/", "eviter/", "prevenir/"),
        )
    },
    (f"{NIGHT}journal/rejouer/", "POST"): Row(RUN_PAGE, 302, stage="reported"),
    (f"{NIGHT}formule/", "POST"): Row(RUN_PAGE, 302, FORMULA, True),
    (f"{NIGHT}mur/reglages/", "POST"): Row(RUN_PAGE, 302, SCREEN, True),
    (f"{NIGHT}reduire/", "POST"): Row(RUN_PAGE, 302, {"room_tables": "4"}, True),
    (f"{NIGHT}regles/", "POST"): Row(RUN_PAGE, 302, DIX_RULES, True),
    (f"{NIGHT}tetes-de-serie/", "POST"): Row(RUN_PAGE, 302, {"seed_1": "2"}, True),
    (f"{NIGHT}eviter/", "POST"): Row(RUN_PAGE, 302, {"pair": ["1", "2"]}, True),
    (f"{NIGHT}prevenir/", "POST"): Row(RUN_PAGE, 302, HOOK, True),
    (f"{NIGHT}imprimer/<slug:what>/", "GET"): Row(
        SEE_TOURNAMENT, fills={"what": "ronde"}, stage="reported"
    ),
    (f"{NIGHT}inscrits/", "POST"): Row(RUN_PAGE, 302, ONE_PAIR, True),
    (f"{NIGHT}inscrits/<int:number>/corriger/", "GET"): Row(RUN_PAGE, fills=FIRST),
    (f"{NIGHT}inscrits/<int:number>/corriger/", "POST"): Row(
        RUN_PAGE, 302, {"name": "Les as", "person_0": "Zoé"}, True, fills=FIRST
    ),
    (f"{NIGHT}inscrits/recus/", "GET"): Row(RUN_PAGE, stage="wished"),
    (f"{NIGHT}inscrits/recus/", "POST"): Row(
        RUN_PAGE, 302, {"entrant": "3", "remove": "1"}, True, stage="wished"
    ),
    (f"{NIGHT}moi/", "GET"): Row(SEE_TOURNAMENT, 302),
    (f"{NIGHT}inscrits/<int:number>/", "GET"): Row(SEE_TOURNAMENT, fills=FIRST),
    (f"{NIGHT}inscrits/<int:number>/", "POST"): Row(RUN_PAGE, 302, {}, True, fills=FIRST),
    # An invented token opens nothing, for any caller.
    (f"{NIGHT}inscrits/<int:number>/prevenir/", "POST"): Row(
        NOT_THEIRS, 302, {"remove": "1"}, True, fills=FIRST
    ),
    (f"{NIGHT}inscrits/<int:number>/<str:token>/", "GET"): Row(NOT_THEIRS, fills=FIRST),
    # An invented token opens nothing, for any caller.
    (f"{NIGHT}place/<int:table>/<str:token>/", "GET"): Row(NOT_THEIRS, fills=FIRST),
    (f"{NIGHT}place/<int:table>/<str:token>/", "POST"): Row(NOT_THEIRS, fills=FIRST),
    (f"{NIGHT}je-viens/", "GET"): Row(SEE_TOURNAMENT, stage="signing"),
    (f"{NIGHT}je-viens/", "POST"): Row(SEE_TOURNAMENT, 302, COMES, True, stage="signing"),
    (f"{NIGHT}je-viens/reglages/", "GET"): Row(RUN_PAGE),
    (f"{NIGHT}je-viens/reglages/", "POST"): Row(RUN_PAGE, 302, {"open": "on"}, True),
    (f"{NIGHT}cartes/<slug:kind>/", "GET"): Row(RUN_PAGE, fills={"kind": "inscrits"}),
    (f"{NIGHT}tirer/", "POST"): Row(RUN_PAGE, 302, {}, True),
    (f"{NIGHT}palmares/", "GET"): Row(RUN_PAGE),
    (f"{NIGHT}palmares/", "POST"): Row(RUN_PAGE, 302, {"places": "Anne\nBruno"}, True),
    (f"{NIGHT}liens/", "GET"): Row(GIVE_PAGE),
    (f"{NIGHT}liens/", "POST"): Row(GIVE_PAGE, 200, {"kind": "see", "lasts": "week"}, True),
    (f"{NIGHT}reglages/", "GET"): Row(RUN_PAGE),
    (f"{NIGHT}reglages/", "POST"): Row(RUN_PAGE, 302, {"name": "N", "date": "2023-08-02"}, True),
    (f"{NIGHT}minuteur/", "POST"): Row(RUN_PAGE, 302, {"action": "start", "minutes": 5}, True),
    (f"{NIGHT}vainqueur/", "POST"): Row(RUN_PAGE, 302, {"winner": ""}),
    (NIGHT_ROUND, "GET"): Row(SEE_TOURNAMENT, fills=FIRST, stage="published"),
    (f"{NIGHT_ROUND}resultats/", "GET"): Row(RESULTS_PAGE, fills=FIRST, stage="published"),
    (f"{NIGHT_ROUND}resultats/", "POST"): Row(
        RESULTS_PAGE, 302, {"score_1_0": "500", "score_1_1": "300"}, True, "", FIRST, "published"
    ),
    (f"{NIGHT_ROUND}cartes/", "GET"): Row(RUN_PAGE, fills=FIRST, stage="published"),
    (f"{NIGHT_ROUND}arranger/", "POST"): Row(
        RUN_PAGE, 302, {"lock": "1"}, True, fills=FIRST, stage="drafted"
    ),
    (f"{NIGHT_ROUND}publier/", "POST"): Row(RUN_PAGE, 302, {}, True, "", FIRST, "drafted"),
    (f"{NIGHT_ROUND}retirer/", "POST"): Row(RUN_PAGE, 302, {}, True, "", FIRST, "published"),
    (f"{NIGHT_ROUND}clore/", "POST"): Row(RUN_PAGE, 302, {}, True, "", FIRST, "reported"),
    (NIGHT_TABLE, "GET"): Row(SEE_TOURNAMENT, fills=FIRST, stage="reported"),
    (f"{NIGHT_TABLE}suite/", "GET"): Row(SEE_TOURNAMENT, fills=FIRST, stage="reported"),
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
    (f"{NIGHT}echelle/", "POST"): Row(RUN_PAGE, 302, DEFY, True, stage="ladder"),
    (f"{NIGHT_TABLE}retirer/", "POST"): Row(RUN_PAGE, 302, {}, True, "", FIRST, "challenged"),
    (f"{NIGHT}donnes/", "GET"): Row(SEE_TOURNAMENT, stage="dealt"),
    (f"{NIGHT}donnes/<int:board>/", "GET"): Row(SEE_TOURNAMENT, fills=BOARD, stage="dealt"),
    (f"{NIGHT}donnes/ensemble/", "GET"): Row(SEE_TOURNAMENT, stage="dealt"),
    # A file without a signature is accepted from nobody.
    (f"{NIGHT}donnes/ensemble/", "POST"): Row(SEE_TOURNAMENT, 302, {"results": "1"}, stage="dealt"),
    # Nobody knows the deals yet: the first table will enter them.
    (f"{NIGHT}donnes/fichier/<slug:kind>/", "GET"): Row(
        NOT_THEIRS, fills={"kind": "donnes"}, stage="dealt"
    ),
    (f"{NIGHT}donnes/imprimer/<slug:what>/", "GET"): Row(
        RUN_PAGE, fills={"what": "fiches"}, stage="dealt"
    ),
    (f"{NIGHT_TABLE}donnes/<int:board>/", "GET"): Row(RESULTS_PAGE, fills=BOARD, stage="dealt"),
    (f"{NIGHT_TABLE}donnes/<int:board>/", "POST"): Row(
        RESULTS_PAGE, 302, PLAYED, True, "", BOARD, "dealt"
    ),
    (f"{NIGHT_TABLE}donnes/<int:board>/cartes/", "GET"): Row(
        RESULTS_PAGE, fills=BOARD, stage="dealt"
    ),
    (f"{NIGHT_TABLE}donnes/<int:board>/cartes/", "POST"): Row(
        RESULTS_PAGE, 302, {"seat": "0", "cards": PACK[:10]}, True, "", BOARD, "dealt"
    ),
    (f"{NIGHT_TABLE}laisser/", "POST"): Row(RESULTS_PAGE, 302, {}, True, "", FIRST, "asked"),
}
