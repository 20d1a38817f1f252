"""Addresses of boards and records."""

from django.urls import URLPattern, URLResolver, include, path

from leaderboards.views import board, duel, explained, records

pages = [
    path("classements/", board.index, name="index"),
    path("classements/<slug:slug>/", board.board_page, name="board"),
    path("classements/<slug:slug>/csv/", board.board_csv, name="csv"),
    path("classements/<slug:slug>/duel/", duel.duel_page, name="duel"),
    path("classements/<slug:slug>/duel/csv/", duel.duel_csv, name="duel-csv"),
    path("classements/<slug:slug>/calcul/", explained.explained_page, name="explained"),
    path("records/<slug:slug>/", records.records_page, name="records"),
    path("records/<slug:slug>/csv/", records.records_csv, name="records-csv"),
    path("records/<slug:slug>/<int:feat_id>/retirer/", records.remove, name="remove"),
    path("records/<slug:slug>/<str:match_id>/<slug:code>/temoin/", records.witness, name="witness"),
]

urlpatterns: list[URLPattern | URLResolver] = [path("", include((pages, "leaderboards")))]
