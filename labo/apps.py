"""The lab's app. It holds no rows of its own."""

from django.apps import AppConfig


class LaboConfig(AppConfig):
    """The lab's app."""

    name = "labo"

    def ready(self) -> None:
        """Register the work that the lab has done by the worker."""
        from labo import jobs  # noqa: F401
