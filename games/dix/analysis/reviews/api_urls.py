"""The addresses of a hand's review, under those of its match."""

from django.urls import path

from games.dix.analysis.reviews import review_api

urlpatterns = [
    path("entries/<int:number>/review/", review_api.EntryReview.as_view(), name="entry-review")
]
