"""Addresses of jobs."""

from django.urls import path

from jobs import views

app_name = "jobs"

urlpatterns = [
    path("travaux/<str:job_id>/", views.job_page, name="job"),
    path("travaux/<str:job_id>/fichier/", views.download, name="file"),
    path("travaux/<str:job_id>/arreter/", views.cancel, name="cancel"),
]
