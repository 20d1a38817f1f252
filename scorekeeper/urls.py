"""Every address of the site. French, short, stable; the API is under `/api/v1/`."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularJSONAPIView

from scorekeeper.health import health
from scorekeeper.pages import views

api: list[URLPattern | URLResolver] = [
    path("", include("games.api.urls")),
    path("", include("clubs.api.urls")),
    path("schema/", SpectacularJSONAPIView.as_view(), name="api-schema"),
    path("docs/", views.api_docs, name="api-docs"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("aide/", views.help_page, name="help"),
    path("langue/", set_language, name="set_language"),
    path("sante/", health, name="health"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("api/v1/", include(api)),
    path("", include("games.urls")),
]

handler400 = "scorekeeper.pages.views.bad_request"
handler404 = "scorekeeper.pages.views.not_found"
handler500 = "scorekeeper.pages.views.server_error"
