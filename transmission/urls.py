"""Addresses of the transmission's pages."""

from django.urls import path

from transmission.views import graph, importing, whole, writing

app_name = "transmission"

urlpatterns = [
    path("transmission/", graph.index, name="index"),
    path("transmission/<slug:slug>/", graph.graph_page, name="graph"),
    path("transmission/<slug:slug>/tout/", whole.whole_page, name="whole"),
    path("transmission/<slug:slug>/tout/<str:size>.png", whole.whole_picture, name="picture"),
    path("transmission/<slug:slug>/fichier/", whole.export, name="export"),
    path("transmission/<slug:slug>/ecrire/", writing.write_page, name="write"),
    path("transmission/<slug:slug>/importer/", importing.import_page, name="import"),
]
