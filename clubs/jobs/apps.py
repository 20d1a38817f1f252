"""The jobs' app: an app of its own inside clubs, as the limits are."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Declares the app, and listens to who leaves."""

    name = "clubs.jobs"
    label = "jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        from clubs.jobs import receivers

        receivers.connect()
