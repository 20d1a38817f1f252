"""The transmission's app."""

from django.apps import AppConfig


class TransmissionConfig(AppConfig):
    """Who taught whom, for any game."""

    name = "transmission"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signals about people."""
        from transmission import jobs, receivers  # noqa: F401 -- jobs register themselves

        receivers.connect()
