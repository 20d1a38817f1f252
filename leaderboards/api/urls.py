"""Addresses of boards and records under `/api/v1/`."""

from django.urls import path

from leaderboards.api import records, views

urlpatterns = [
    path("leaderboards/<str:slug>/", views.Leaderboard.as_view(), name="leaderboard"),
    path(
        "players/<int:player_id>/ratings/<str:slug>/",
        views.Ratings.as_view(),
        name="player-ratings",
    ),
    path("head-to-head/", views.HeadToHead.as_view(), name="head-to-head"),
    path("records/<str:slug>/", records.RecordList.as_view(), name="record-list"),
    path("records/<str:slug>/<int:feat_id>/", records.RecordDetail.as_view(), name="record"),
    path(
        "records/<str:slug>/<str:match_id>/<str:code>/",
        records.RecordWitness.as_view(),
        name="record-witness",
    ),
]
