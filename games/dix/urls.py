"""Pages of a match that only the jeu du 10 has."""

from django.urls import path

from games.dix import views
from games.dix.analysis.reviews import review_views

app_name = "dix"

LINE = "lignes/<int:number>/"

urlpatterns = [
    path("cartes/", views.cards_page, name="cards"),
    path(f"{LINE}analyse/", review_views.review_page, name="review"),
    path(f"{LINE}analyse.png", review_views.review_picture, name="review-picture"),
]
