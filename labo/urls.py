"""Addresses of the lab."""

from django.urls import path

from labo.views import matches, questions

app_name = "labo"
urlpatterns = [
    path("", questions.index, name="index"),
    path("moteurs/", questions.engines, name="engines"),
    path("parties/<str:match_id>/", matches.match_page, name="match"),
    path("parties/<str:match_id>/conseil/", matches.pad_advice, name="pad-advice"),
    path("<slug:game>/<slug:slug>/", questions.question_page, name="question"),
    path("<slug:game>/<slug:slug>/lancer/", questions.launch, name="launch"),
    path("<slug:game>/<slug:slug>/image.png", questions.question_picture, name="picture"),
    path("<slug:game>/<slug:slug>/csv/", questions.question_csv, name="csv"),
]
