"""Pages of a match that only the jeu du 10 has."""

from django.urls import URLPattern, URLResolver, include, path

from games.dix import views
from games.dix.apps import ANALYSED

app_name = "dix"

urlpatterns: list[URLPattern | URLResolver] = [path("cartes/", views.cards_page, name="cards")]
if ANALYSED:
    urlpatterns.append(path("", include("games.dix.analysis.reviews.urls")))
