"""The tournaments' app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments of clubs; hears of the matches played at their tables by signals."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to matches that finish or are corrected; have the worker send webhooks."""
        from tournaments import links, receivers, webhooks  # noqa: F401 - models exist only now

        links.register()
