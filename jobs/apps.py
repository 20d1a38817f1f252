"""The jobs' app."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Declares the app, and connects its receivers."""

    name = "jobs"
    label = "jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        from jobs import receivers

        receivers.connect()
