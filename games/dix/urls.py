"""Pages of a match that only the jeu du 10 has."""

from django.urls import path

from games.dix import views

app_name = "dix"

urlpatterns = [path("cartes/", views.cards_page, name="cards")]
