"""The leaderboards' app, with receivers of finished matches, corrections and mergers."""

from django.apps import AppConfig


class LeaderboardsConfig(AppConfig):
    """The leaderboards' app."""

    name = "leaderboards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        from leaderboards import receivers

        receivers.connect()
