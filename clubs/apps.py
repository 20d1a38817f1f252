"""The people's app."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Declares the app; nothing runs at start-up."""

    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"
