"""Permissions on boards and records."""

from tests.permissions.cells import (
    ADD_PLAYER,
    ALL,
    API,
    DUEL,
    IN_CLUB,
    OFFICER,
    SEE_CLUB,
    Row,
    denied_by,
)

# A record entered by hand names its club in the body. A club that the caller cannot see is
# unknown there.
WRITE_FEAT = {kind: ADD_PLAYER[kind] for kind in ("public club", "private club")}

BOARD, RECORDS, DIX = "classements/<slug:slug>/", "records/<slug:slug>/", {"slug": "dix"}
FEAT = {"text": "Trois dix", "date": "2026-01-31"}
EVENT = {"slug": "dix", "code": "partie_won"}

ROWS = {
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
    (f"{RECORDS}<str:match_id>/<slug:code>/temoin/", "GET"): Row(
        denied_by(OFFICER, s403="302"), fills=EVENT
    ),
    (f"{RECORDS}<str:match_id>/<slug:code>/temoin/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 302, {"witness": "Jean"}, writes=True, fills=EVENT
    ),
    (f"{API}leaderboards/<str:slug>/", "GET"): Row(SEE_CLUB, query=IN_CLUB, fills=DIX),
    (f"{API}players/<int:player_id>/ratings/<str:slug>/", "GET"): Row(SEE_CLUB, fills=DIX),
    (f"{API}head-to-head/", "GET"): Row(SEE_CLUB, query=f"{DUEL}&game=dix"),
    (f"{API}records/<str:slug>/", "GET"): Row(SEE_CLUB, query=IN_CLUB, fills=DIX),
    (f"{API}records/<str:slug>/", "POST"): Row(WRITE_FEAT, 201, FEAT, writes=True, fills=DIX),
    (f"{API}records/<str:slug>/<int:feat_id>/", "DELETE"): Row(
        OFFICER, 204, writes=True, fills=DIX
    ),
    (f"{API}records/<str:slug>/<str:match_id>/<str:code>/", "PUT"): Row(
        OFFICER, 200, {"witness": "Jean"}, writes=True, fills=EVENT
    ),
}
