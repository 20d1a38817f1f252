"""The site's own app: it holds no models, only commands and the home of the templates."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """Declares the app, so that its management commands are found."""

    name = "scorekeeper"

    def ready(self) -> None:
        """Tell tournaments who knows the ratings."""
        from scorekeeper.ratings import of_entrants  # models exist only now
        from tournaments.ratings import provide

        provide(of_entrants)
