"""The addresses of the tables. A game adds its own pages of a match in its own `urls.py`."""

from importlib.util import find_spec

from django.apps import apps
from django.urls import URLPattern, URLResolver, include, path

from games.apps import GameConfig
from games.views import (
    chances,
    decisions,
    fresh,
    lines,
    match,
    match_details,
    phone,
    playing,
    proposals,
    rules,
    seats,
    sharing,
    start,
)

pages = [
    path("jouer/", start.choose, name="choose"),
    path("jouer/<slug:slug>/", start.start_page, name="start"),
    path("jouer/<slug:slug>/jeu.json", fresh.fresh_data, name="fresh"),
    path("parties/<str:match_id>/", match.match_page, name="match"),
    path("parties/<str:match_id>/suivre/", match.follow, name="follow"),
    path("parties/<str:match_id>/chances/", chances.work_out, name="chances"),
    path("parties/<str:match_id>/mur/", match.wall, name="wall"),
    path("parties/<str:match_id>/image.png", match.match_picture, name="picture"),
    path("parties/<str:match_id>/inscrire/", match.record, name="record"),
    path("parties/<str:match_id>/apercu/", match.preview, name="preview"),
    path("parties/<str:match_id>/annuler/", match.undo, name="undo"),
    path("parties/<str:match_id>/revanche/", match.rematch, name="rematch"),
    path("parties/<str:match_id>/lignes/<int:number>/", lines.entry_page, name="entry"),
    path("parties/<str:match_id>/jeu.json", playing.match_data, name="match-data"),
    path("parties/<str:match_id>/partager/", sharing.share, name="share"),
    path("parties/<str:match_id>/marquer/<str:token>/", sharing.join, name="join"),
    path("parties/<str:match_id>/telephone/", phone.phone_page, name="phone"),
    path("parties/<str:match_id>/club/", proposals.propose_page, name="propose"),
    path("parties/<str:match_id>/places/", seats.seats_page, name="seats"),
    path("parties/<str:match_id>/places/<int:seat>/", seats.take_place, name="take-place"),
    path("parties/<str:match_id>/reglages/", match_details.settings_page, name="settings"),
    path("parties/<str:match_id>/decisions/", decisions.judge, name="decisions"),
    path("parties/<str:match_id>/historique/", match_details.history, name="history"),
    path("clubs/<slug:slug>/propositions/", proposals.club_proposals, name="club-proposals"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include((pages, "games"))),
    path("regles/", rules.rules_index, name="rules-index"),
    path("regles/<slug:slug>/", rules.rules_page, name="rules"),
    path("regles/<slug:slug>/feuille/", rules.blank_sheet, name="blank-sheet"),
]

for config in apps.get_app_configs():
    if isinstance(config, GameConfig) and find_spec(f"{config.name}.urls"):
        urlpatterns.append(path("parties/<str:match_id>/", include(f"{config.name}.urls")))
