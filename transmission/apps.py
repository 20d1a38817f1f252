"""The configuration of the transmission's app."""

from django.apps import AppConfig


class TransmissionConfig(AppConfig):
    """The app of who taught whom, for any game."""

    name = "transmission"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers of signals about people, and register the jobs."""
        from transmission import jobs, receivers  # noqa: F401 -- jobs register themselves

        receivers.connect()
