"""Pages of a match that only the jeu du Maître has."""

from django.urls import path

from games.maitre import referee, views

app_name = "maitre"

urlpatterns = [
    path("piles/", views.piles_page, name="piles"),
    path("arbitre/", referee.referee_page, name="referee"),
]
