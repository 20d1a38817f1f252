"""The bulletins' app, with receivers of people who are forgotten or ask for their data."""

from django.apps import AppConfig


class BulletinConfig(AppConfig):
    """The bulletins' app."""

    name = "bulletin"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        from bulletin import receivers  # noqa: F401
