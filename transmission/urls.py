"""Addresses of the transmission's pages."""

from django.urls import path

from transmission import views

app_name = "transmission"

urlpatterns = [
    path("transmission/", views.index, name="index"),
    path("transmission/<slug:slug>/", views.graph_page, name="graph"),
    path("transmission/<slug:slug>/tout/", views.whole_page, name="whole"),
    path("transmission/<slug:slug>/tout/<str:size>.png", views.whole_picture, name="picture"),
    path("transmission/<slug:slug>/fichier/", views.export, name="export"),
    path("transmission/<slug:slug>/ecrire/", views.write_page, name="write"),
    path("transmission/<slug:slug>/importer/", views.import_page, name="import"),
]
