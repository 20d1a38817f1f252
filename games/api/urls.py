"""Addresses of games and matches under `/api/v1/`. A game adds its own in its `api_urls.py`."""

from importlib.util import find_spec

from django.apps import apps
from django.urls import URLPattern, URLResolver, include, path

from games.api import finished, games, links, matches, phone, players
from games.api.entries import Entries
from games.apps import GameConfig

urlpatterns: list[URLPattern | URLResolver] = [
    path("games/", games.GameList.as_view(), name="game-list"),
    path("games/<str:slug>/", games.GameDetail.as_view(), name="game"),
    path("matches/", matches.MatchList.as_view(), name="match-list"),
    path("matches/import/", matches.MatchImport.as_view(), name="match-import"),
    path(
        "matches/<str:match_id>/",
        matches.OneMatch.as_view({"get": "read", "patch": "change"}),
        name="match",
    ),
    path(
        "matches/<str:match_id>/rematch/",
        matches.OneMatch.as_view({"post": "rematch"}, write_scope="start"),
        name="rematch",
    ),
    path("matches/<str:match_id>/entries/", Entries.as_view({"post": "record"}), name="entry-list"),
    path(
        "matches/<str:match_id>/entries/<int:number>/",
        Entries.as_view({"put": "correct", "delete": "take_back"}),
        name="entry",
    ),
    path(
        "matches/<str:match_id>/entries/<int:number>/aside/",
        Entries.as_view({"post": "set_aside"}),
        name="entry-aside",
    ),
    path("matches/<str:match_id>/seats/", matches.MatchSeats.as_view(), name="match-seats"),
    path(
        "matches/<str:match_id>/seats/<int:seat>/", matches.MatchSeat.as_view(), name="match-seat"
    ),
    path("matches/<str:match_id>/preview/", Entries.as_view({"post": "preview"}), name="preview"),
    path("matches/<str:match_id>/history/", matches.MatchHistory.as_view(), name="history"),
    path("matches/<str:match_id>/series/", matches.MatchSeries.as_view(), name="match-series"),
    path("matches/<str:match_id>/chances/", finished.MatchChances.as_view(), name="match-chances"),
    path(
        "matches/<str:match_id>/decisions/",
        finished.MatchDecisions.as_view(),
        name="match-decisions",
    ),
    path("matches/<str:match_id>/export/", matches.MatchExport.as_view(), name="export"),
    path("matches/<str:match_id>/live/", matches.MatchLive.as_view(), name="live"),
    path("phone/", phone.PhoneSession.as_view(), name="phone"),
    path(
        "players/<int:player_id>/matches/", players.PlayerMatches.as_view(), name="player-matches"
    ),
    path("players/<int:player_id>/stats/", players.PlayerStats.as_view(), name="player-stats"),
    path("matches/<str:match_id>/links/", links.MatchLinks.as_view(), name="match-links"),
    path(
        "matches/<str:match_id>/links/<int:link_id>/", links.MatchLink.as_view(), name="match-link"
    ),
    path("matches/<str:match_id>/proposal/", links.MatchProposal.as_view(), name="proposal"),
    path("clubs/<slug:slug>/proposals/", links.ClubProposals.as_view(), name="club-proposals"),
    path(
        "clubs/<slug:slug>/proposals/<int:proposal_id>/",
        links.ClubProposal.as_view(),
        name="club-proposal",
    ),
]

for config in apps.get_app_configs():
    if isinstance(config, GameConfig) and find_spec(f"{config.name}.api_urls"):
        urlpatterns.append(path("matches/<str:match_id>/", include(f"{config.name}.api_urls")))
