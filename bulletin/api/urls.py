"""Addresses of bulletins under `/api/v1/`."""

from django.urls import path

from bulletin.api import views

urlpatterns = [
    path("clubs/<slug:slug>/bulletin/", views.BulletinList.as_view(), name="club-bulletins"),
    path(
        "clubs/<slug:slug>/bulletin/<str:day>/",
        views.BulletinDetail.as_view(),
        name="club-bulletin",
    ),
    path(
        "clubs/<slug:slug>/bulletin/<str:day>/remake/",
        views.BulletinRemake.as_view(),
        name="club-bulletin-remake",
    ),
]
