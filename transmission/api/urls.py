"""Addresses of the transmission under `/api/v1/`."""

from django.urls import path

from transmission.api import views

GRAPH = "transmission/<str:game>/"

urlpatterns = [
    path(GRAPH, views.GraphView.as_view(), name="transmission-graph"),
    path(f"{GRAPH}links/", views.Links.as_view({"post": "add"}), name="transmission-links"),
    path(
        f"{GRAPH}links/<int:link_id>/",
        views.Links.as_view({"delete": "remove"}),
        name="transmission-link",
    ),
    path(
        f"{GRAPH}links/<int:link_id>/confirm/",
        views.Links.as_view({"post": "confirm"}),
        name="transmission-confirm",
    ),
    path(
        f"{GRAPH}sources/", views.Sources.as_view({"post": "declare"}), name="transmission-sources"
    ),
    path(
        f"{GRAPH}sources/<int:source_id>/",
        views.Sources.as_view({"delete": "withdraw"}),
        name="transmission-source",
    ),
    path(
        f"{GRAPH}attestations/", views.AttestationList.as_view(), name="transmission-attestations"
    ),
    path(f"{GRAPH}path/", views.PathView.as_view(), name="transmission-path"),
    path(
        f"{GRAPH}players/<int:player_id>/", views.PersonView.as_view(), name="transmission-player"
    ),
    path(f"{GRAPH}import/", views.ImportView.as_view(), name="transmission-import"),
    path(f"{GRAPH}export/", views.ExportView.as_view(), name="transmission-export"),
]
