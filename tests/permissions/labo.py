"""Permissions of the lab: open to everyone."""

from tests.permissions.cells import ALL, API, Row
from tests.permissions.games import OTHER_GAME

LAB, SIMULATED = {"game": "dix", "slug": "repartitions"}, {"game": "bataille", "slug": "simulation"}

ROWS = {
    ("labo/", "GET"): Row(ALL),
    ("labo/moteurs/", "GET"): Row(ALL),
    (f"{API}labo/engines/", "GET"): Row(ALL),
    ("labo/<slug:game>/<slug:slug>/", "GET"): Row(ALL, fills=LAB),
    ("labo/<slug:game>/<slug:slug>/csv/", "GET"): Row(ALL, fills=LAB),
    ("labo/<slug:game>/<slug:slug>/image.png", "GET"): Row(ALL, fills=LAB),
    ("labo/<slug:game>/<slug:slug>/lancer/", "POST"): Row(
        ALL, 302, {"games": 20_001}, writes=True, fills=SIMULATED
    ),
    # No table here wants advice; tests/labo tests who sees it.
    ("labo/parties/<str:match_id>/", "GET"): Row(OTHER_GAME),
    ("labo/parties/<str:match_id>/conseil/", "GET"): Row(OTHER_GAME),
    (f"{API}labo/", "GET"): Row(ALL),
    (f"{API}labo/<str:game>/<str:slug>/", "GET"): Row(ALL, fills=LAB),
    (f"{API}labo/<str:game>/<str:slug>/", "POST"): Row(
        ALL, 202, {"games": 20_001}, writes=True, fills=SIMULATED
    ),
}
