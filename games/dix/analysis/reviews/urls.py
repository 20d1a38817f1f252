"""The URLs of the pages of a hand's review. They lie under the URL of its match."""

from django.urls import path

from games.dix.analysis.reviews import review_views

LINE = "lignes/<int:number>/"

urlpatterns = [
    path(f"{LINE}analyse/", review_views.review_page, name="review"),
    path(f"{LINE}analyse.png", review_views.review_picture, name="review-picture"),
]
