"""Permissions on a game's graph: links of transmission, sources, attestations, files."""

from tests.permissions.cells import ALL, API, OFFICER, SEE_CLUB, Row, table

# Proposing a link on a game's graph; the club is that of the people named.
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
# The pages offer only the caller's own clubs, so naming another club is an invalid choice.
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

GRAPH, GRAPH_API = "transmission/<slug:slug>/", f"{API}transmission/<str:game>/"
DIX = {"slug": "dix", "game": "dix"}
LINKED = {"teacher": "<player>", "learner": "<other>"}
FILE = {"format": "csv", "content": "teacher,learner\nYves,Xavier"}

ROWS = {
    ("transmission/", "GET"): Row(ALL),
    (GRAPH, "GET"): Row(ALL, fills=DIX),
    (f"{GRAPH}tout/", "GET"): Row(ALL, fills=DIX),
    (f"{GRAPH}tout/<str:size>.png", "GET"): Row(ALL, fills={**DIX, "size": "small"}),
    (f"{GRAPH}fichier/", "POST"): Row(ALL, 302, {"format": "csv"}, fills=DIX),
    (f"{GRAPH}ecrire/", "GET"): Row(PROPOSER, fills=DIX),
    (f"{GRAPH}ecrire/", "POST"): Row(
        PROPOSE_ON_PAGE,
        302,
        {"do": "link", "teacher": "Yves", "learner": "Xavier"},
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
