"""Addresses of boards and records."""

from django.urls import URLPattern, URLResolver, include, path

from leaderboards import views
from leaderboards.pages import duel, explained, records

pages = [
    path("classements/", views.index, name="index"),
    path("classements/<slug:slug>/", views.board_page, name="board"),
    path("classements/<slug:slug>/csv/", views.board_csv, name="csv"),
    path("classements/<slug:slug>/duel/", duel.duel_page, name="duel"),
    path("classements/<slug:slug>/duel/csv/", duel.duel_csv, name="duel-csv"),
    path("classements/<slug:slug>/calcul/", explained.explained_page, name="explained"),
    path("records/<slug:slug>/", records.records_page, name="records"),
    path("records/<slug:slug>/csv/", records.records_csv, name="records-csv"),
    path("records/<slug:slug>/<int:feat_id>/retirer/", records.remove, name="remove"),
    path("records/<slug:slug>/<str:match_id>/<slug:code>/temoin/", records.witness, name="witness"),
]

urlpatterns: list[URLPattern | URLResolver] = [path("", include((pages, "leaderboards")))]
