"""Addresses of links. They are short, because they are printed as QR codes."""

from django.urls import path

from clubs.links import views

urlpatterns = [
    path("l/<str:token>/", views.open_link, name="open-link"),
    path("clubs/<slug:slug>/liens/", views.club_links, name="club-links"),
]
