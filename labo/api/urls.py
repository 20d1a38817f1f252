"""Addresses of the lab under `/api/v1/`."""

from django.urls import path

from labo.api import views

urlpatterns = [
    path("labo/", views.Questions.as_view(), name="labo-list"),
    path("labo/engines/", views.Engines.as_view(), name="labo-engines"),
    path("labo/<str:game>/<str:slug>/", views.OneQuestion.as_view(), name="labo-question"),
]
