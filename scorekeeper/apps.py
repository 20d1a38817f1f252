"""The site's own app: it holds no models, only commands and the home of the templates."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """Declares the app, so that its management commands are found."""

    name = "scorekeeper"
