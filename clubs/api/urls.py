"""Addresses of clubs and players under `/api/v1/`."""

from django.urls import path

from clubs.api import views

urlpatterns = [
    path("players/", views.PlayerList.as_view(), name="player-list"),
    path("players/<int:player_id>/", views.PlayerDetail.as_view(), name="player"),
    path("clubs/", views.ClubList.as_view(), name="club-list"),
    path("clubs/<slug:slug>/", views.ClubDetail.as_view(), name="club"),
]
