"""The lab's app, which has no database tables."""

from django.apps import AppConfig


class LaboConfig(AppConfig):
    """The lab's app."""

    name = "labo"

    def ready(self) -> None:
        """Register the lab's long work with the jobs."""
        from labo import jobs  # noqa: F401
