"""The people's app."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Declares the app, and connects the receivers of accounts."""

    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        from clubs.accounts import receivers  # noqa: F401
