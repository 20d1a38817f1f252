"""Addresses of the lab."""

from django.urls import path

from labo import views

app_name = "labo"
urlpatterns = [
    path("", views.index, name="index"),
    path("parties/<str:match_id>/", views.match_page, name="match"),
    path("<slug:game>/<slug:slug>/", views.question_page, name="question"),
    path("<slug:game>/<slug:slug>/lancer/", views.launch, name="launch"),
    path("<slug:game>/<slug:slug>/csv/", views.question_csv, name="csv"),
]
