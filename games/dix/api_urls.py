"""Addresses under `/api/v1/matches/<id>/` that only the jeu du 10 has."""

from django.urls import path

from games.dix.analysis.reviews import review_api

urlpatterns = [
    path("entries/<int:number>/review/", review_api.EntryReview.as_view(), name="entry-review")
]
