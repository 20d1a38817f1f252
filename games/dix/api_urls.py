"""URLs under `/api/v1/matches/<id>/` that only the jeu du 10 has."""

from django.urls import URLResolver, include, path

from games.dix.apps import ANALYSED

urlpatterns: list[URLResolver] = (
    [path("", include("games.dix.analysis.reviews.api_urls"))] if ANALYSED else []
)
