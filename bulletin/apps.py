"""The bulletins' app. Its receivers act when people are forgotten or ask for their data."""

from django.apps import AppConfig


class BulletinConfig(AppConfig):
    """The bulletins' app."""

    name = "bulletin"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        from bulletin import receivers  # noqa: F401
