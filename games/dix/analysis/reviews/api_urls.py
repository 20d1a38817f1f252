"""The URLs of a hand's review. They lie under the URL of its match."""

from django.urls import path

from games.dix.analysis.reviews import review_api

urlpatterns = [
    path("entries/<int:number>/review/", review_api.EntryReview.as_view(), name="entry-review")
]
